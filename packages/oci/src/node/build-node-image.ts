import type { Image } from '../model.ts'
import { OciError } from '../oci-error.ts'

export interface BuildNodeImageOptions {
  /** The application's folder, with its package.json. */
  dir: string
  /** The text of platform-app.json, put at the image's root; default: the file in `dir`. */
  manifest?: string | Uint8Array
  /** The program, relative to `dir`; default: `main` of package.json, `node x` of its start script, or src/main.ts and the like. */
  entry?: string
  /** A Linux amd64 Node binary; default: the one running. */
  node?: string
  /** Where base layers are kept between builds; default: `$XDG_CACHE_HOME/mkt/oci` or `~/.cache/mkt/oci`. */
  cacheDir?: string
  /** More environment for the image, over `NODE_ENV=production`. */
  env?: Record<string, string>
  onStep?: (step: 'base' | 'dependencies' | 'application' | 'done') => void
}

/** Builds an image of a Node application without Docker. Same input, same digest. Close it to remove its temporary files. */
export async function buildNodeImage(_options: BuildNodeImageOptions): Promise<Image> {
  throw new OciError('unsupported', 'not written yet')
}

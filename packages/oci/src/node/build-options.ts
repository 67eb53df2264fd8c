import type { Architecture } from '../build/architecture.ts'
import type { LayerReport } from '../build/assemble-image.ts'
import type { LeftOut } from '../build/folder-tree.ts'
import type { Program } from './start/program.ts'

export interface BuildNodeImageOptions {
  /** The application's folder, with its package.json. */
  dir: string
  /** The text of platform-app.json, put at the image's root; default: the file in `dir`. */
  manifest?: string | Uint8Array
  /** Where the archive is going to be written, as a full path: what is there is left out. */
  output?: string
  /** The program, relative to `dir`; default: the start script, `main` of package.json, or src/main.ts and the like. */
  entry?: string
  /** What the image is for; default: amd64, which the platform runs. */
  architecture?: Architecture
  /** What kind of machine builds; default: this one. An image is the same whichever builds it. */
  host?: Architecture
  /** A Linux Node binary of that architecture; default: the one running, or one from npm where that does not fit. */
  node?: string
  /** Where base layers are kept between builds; default: `$XDG_CACHE_HOME/mkt/oci` or `~/.cache/mkt/oci`. */
  cacheDir?: string
  /** More environment for the image, over `NODE_ENV=production`. */
  env?: Record<string, string>
  /** What was built, once it is. */
  onReport?: (report: BuildReport) => void
}

/** What an image is made of, for people. */
export interface BuildReport {
  program: Pick<Program, 'origin' | 'line'>
  /** Such as "Node v24.1.0 of this machine". */
  runtime: string
  layers: LayerReport[]
  leftOut: LeftOut[]
  remarks: string[]
}

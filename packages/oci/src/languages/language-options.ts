import type { Architecture } from '../build/architecture.ts'
import type { BuildReport } from '../node/build-options.ts'

/** What every builder of a language takes. */
export interface LanguageOptions {
  /** The application's folder. */
  dir: string
  /** The text of platform-app.json, put at the image's root; default: the file in `dir`. */
  manifest?: string | Uint8Array
  /** The command to start, instead of the one the folder suggests. */
  cmd?: readonly string[]
  /** What the image is for; default: amd64, which the platform runs. */
  architecture?: Architecture
  /** Where the archive is going to be written, as a full path: what is there is left out. */
  output?: string
  /** Where runtimes are kept between builds. */
  cacheDir?: string
  /** A line of progress. */
  say?: (line: string) => void
  /** What was built, once it is. */
  onReport?: (report: BuildReport) => void
}

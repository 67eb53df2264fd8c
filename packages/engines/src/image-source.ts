/** What an image says about how it wants to be run. */
export interface ImageConfig {
  env: readonly string[]
  entrypoint: readonly string[]
  cmd: readonly string[]
  workingDir: string
  user: string
}

/** Where an engine gets the image: the sandbox unpacks it itself, daemons pull it from the platform's registry. */
export interface ImageSource {
  /** `sha256:…` of the image manifest. */
  digest: string
  /**
   * Writes the image's files below `directory` (which exists and is empty) and tells how to run it. Layers may be kept
   * in the folder `layers` and their files shared between images: nobody writes into them.
   */
  unpack(directory: string, layers?: string): Promise<ImageConfig>
  /** `host[:port]/<org>/<app>@sha256:…`, with what the daemon signs in with. */
  reference: string
  credential: { username: string; password: string } | null
}

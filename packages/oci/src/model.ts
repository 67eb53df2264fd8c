import type { Readable } from 'node:stream'

/** The media types this package reads and writes; the Docker names are the same shapes under older words. */
export const mediaTypes = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar',
  layerGzip: 'application/vnd.oci.image.layer.v1.tar+gzip',
  layerZstd: 'application/vnd.oci.image.layer.v1.tar+zstd',
  dockerIndex: 'application/vnd.docker.distribution.manifest.list.v2+json',
  dockerManifest: 'application/vnd.docker.distribution.manifest.v2+json',
  dockerConfig: 'application/vnd.docker.container.image.v1+json',
  dockerLayer: 'application/vnd.docker.image.rootfs.diff.tar',
  dockerLayerGzip: 'application/vnd.docker.image.rootfs.diff.tar.gzip',
} as const

export interface Platform {
  architecture: string
  os: string
  variant?: string
}

/** Points at one blob by content. */
export interface Descriptor {
  mediaType: string
  digest: string
  size: number
  /** Present on layers that live elsewhere; such layers are refused. */
  urls?: string[]
  platform?: Platform
  annotations?: Record<string, string>
}

export interface ImageIndex {
  schemaVersion: 2
  mediaType?: string
  manifests: Descriptor[]
  annotations?: Record<string, string>
}

export interface ImageManifest {
  schemaVersion: 2
  mediaType?: string
  config: Descriptor
  layers: Descriptor[]
  annotations?: Record<string, string>
}

/** What the container is started with; absent means the runtime's default. */
export interface RunConfig {
  User?: string
  Env?: string[]
  Entrypoint?: string[] | null
  Cmd?: string[] | null
  WorkingDir?: string
  ExposedPorts?: Record<string, object>
  Labels?: Record<string, string> | null
  StopSignal?: string
}

export interface ImageConfig {
  created?: string
  architecture: string
  os: string
  config?: RunConfig
  rootfs: { type: 'layers'; diff_ids: string[] }
  history?: { created?: string; created_by?: string; empty_layer?: boolean; comment?: string }[]
}

/** Where an image's bytes come from. `open` need not verify: the image does. */
export interface BlobSource {
  /** The stored bytes of one blob. */
  open(descriptor: Descriptor): Promise<Readable>
  /** The bytes of a manifest or index by digest. */
  manifest(digest: string): Promise<Buffer>
  close?(): Promise<void>
}

/** One image of one platform, opened for reading. Everything it hands out is checked against its digest. */
export interface Image {
  /** Digest of the manifest that was opened (of an index: of its linux/amd64 entry). */
  digest: string
  mediaType: string
  manifest: ImageManifest
  /** The manifest byte for byte, as its digest was made. */
  manifestBytes: Buffer
  config: ImageConfig
  configBytes: Buffer
  platform: Platform
  /** Bottom layer first. */
  layers: Descriptor[]
  /** A blob's stored bytes; the stream fails at its end when size or digest differ. */
  blob(descriptor: Descriptor): Promise<Readable>
  close(): Promise<void>
}

/** Upper bounds that keep a hostile image from filling memory or disk. */
export interface Limits {
  /** Uncompressed bytes of all layers together. */
  unpackedBytes: number
  /** Entries of all layers together. */
  entries: number
  /** Bytes of a manifest, an index or a config. */
  documentBytes: number
  layers: number
}

export const defaultLimits: Limits = {
  unpackedBytes: 8 * 1024 ** 3,
  entries: 1_000_000,
  documentBytes: 4 * 1024 ** 2,
  layers: 512,
}

/** One file of a layer that is written by us. */
export interface LayerFile {
  /** Path from the image's root, with or without a leading slash. */
  path: string
  content: Uint8Array | string
  /** Permission bits; default 0644. */
  mode?: number
}

/** User name and password of a registry: client ID and API key; or a token that it takes as it is. */
export type Credentials = { username: string; password: string } | { token: string }

/** Where a repository is: the registry's origin (`https://host[:port]`) and the repository's name (`org/app`). */
export interface Repository {
  registry: string
  repository: string
  credentials?: Credentials
}

export interface TransferProgress {
  /** `skipped`: the other side had the blob already. */
  event: 'started' | 'bytes' | 'done' | 'skipped'
  digest: string
  /** Bytes of this blob moved so far. */
  transferred: number
  size: number
  /** Over all blobs of the image. */
  totalTransferred: number
  totalSize: number
}

export interface TransferOptions {
  onProgress?: (progress: TransferProgress) => void
  /** Blobs moved at the same time; default 3. */
  concurrency?: number
  signal?: AbortSignal
}

import type { BlobSource, Descriptor, OciErrorCode, Platform, startOf } from '@mkt/oci'
import type { Contents } from '@mkt/oci/sbom'

/** How the name of the folder begins in which a process leaves what it needs for a task. */
export const SCRATCH = 'mkt-images-'

export interface ImageBytes {
  digest: string
  blobs: BlobSource
}

/** What is done with an image in a process of its own. */
export type ImageTask =
  | { kind: 'file'; path: string; maxBytes: number }
  | { kind: 'contents'; limitMs: number }
  | { kind: 'unpack'; directory: string; layers: string | undefined }

/** A file of an image, undefined where it has none, and what the image says of itself. */
export interface ImageFile {
  platform: Platform
  user: string
  content: Uint8Array | undefined
}

export interface TaskResult {
  file: ImageFile
  contents: Contents
  unpack: ReturnType<typeof startOf>
}

/** What the process asks for: it has no storage of its own. */
export type Ask = { manifest: string } | { open: Descriptor } | { read: number } | { close: number }

export interface ToldError {
  message: string
  /** Where the image is at fault. */
  oci?: OciErrorCode
  /** Where the system is. */
  code?: string | undefined
  syscall?: string | undefined
}

export type FromProcess =
  | { kind: 'ask'; id: number; ask: Ask }
  | { kind: 'done'; result: unknown }
  | { kind: 'failed'; error: ToldError }

export type ToProcess =
  | { kind: 'begin'; digest: string; task: ImageTask }
  | { kind: 'answer'; id: number; value: unknown }
  /** What was asked for cannot be had; the one that was asked knows why. */
  | { kind: 'refusal'; id: number }

import type { BlobSource } from '../model.ts'

/** A source and the digest in it that was asked for. */
export interface OpenedSource {
  source: BlobSource
  digest: string
}

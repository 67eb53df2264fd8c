import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

/** Where the bytes of images are kept, by content. What is known of them is in the database. */
export interface BlobStorage {
  /**
   * Adds bytes to an upload at `offset`, which must be where it ends, and returns how many it has then. When the source
   * breaks off, what arrived is kept and the error passed on. More than `limit` bytes in all is refused with `UploadTooLarge`.
   * A chunk is the source's again when the next one is asked for.
   */
  append(upload: string, offset: number, source: AsyncIterable<Uint8Array>, limit: number): Promise<number>
  /** How many bytes an upload has; 0 for one that has none yet. */
  uploaded(upload: string): Promise<number>
  /** The digest of what an upload has so far, and how many bytes that is. */
  digest(upload: string): Promise<{ digest: string; size: number }>
  /**
   * Makes the upload, whose digest was asked for just before, the blob of this digest: whole and durable, or not at all. An upload that
   * changed since then is refused. Does nothing where a blob of the same size is there already. What is left of the upload goes with
   * `discard`.
   */
  commit(upload: string, digest: string): Promise<void>
  /** Copies what an upload has to one of another name, which a writer of the first cannot reach. */
  fork(upload: string, copy: string): Promise<void>
  discard(upload: string): Promise<void>
  /** Uploads that have bytes, and when they last got some: to find those nobody knows of any more. */
  uploads(): Promise<{ upload: string; touchedAt: Date }[]>
  /** The size of a blob, or undefined when it is not there. */
  size(digest: string): Promise<number | undefined>
  /** The bytes of a blob; `BlobMissing` where there are none. */
  open(digest: string, range?: { start: number; end: number }): Promise<Readable>
  remove(digest: string): Promise<void>
  /** An address from which a client can read the blob by itself for a while; undefined where it has to be given by us. */
  address(digest: string): string | undefined
  /** Fails with what keeps the storage from taking bytes, as far as it is known without writing any. */
  check(): Promise<void>
  close(): Promise<void>
}

/** What the name of an upload looks like. Whatever else lies beside uploads is not ours. */
export const UPLOAD_NAME = /^[a-z]+_[0-9a-z]+$/

/** The bytes of a blob are not there. */
export class BlobMissing extends Error {
  override name = 'BlobMissing'
  constructor(digest: string) {
    super(`The bytes of ${digest} are not in the storage.`)
  }
}

/** An upload would grow beyond what its repository may still take. */
export class UploadTooLarge extends Error {
  override name = 'UploadTooLarge'
}

/** Whether the storage has a blob and its bytes are what its digest says. Reads all of it. */
export async function hasBytes(blobs: Pick<BlobStorage, 'open'>, digest: string): Promise<boolean> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of await blobs.open(digest)) hash.update(chunk as Uint8Array)
  } catch (error) {
    if (error instanceof BlobMissing) return false
    throw error
  }
  return `sha256:${hash.digest('hex')}` === digest
}

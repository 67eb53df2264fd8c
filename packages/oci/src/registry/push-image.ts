import type { Image, Repository, TransferOptions } from '../model.ts'
import { OciError } from '../oci-error.ts'

export interface PushOptions extends TransferOptions {
  /** Name to give the image there; without one it is reachable by digest alone. */
  tag?: string
  /** Bytes per chunk of a large blob; default 8 MB. */
  chunkBytes?: number
}

export interface PushResult {
  digest: string
  /** Blobs sent, and blobs the registry had already. */
  uploaded: string[]
  skipped: string[]
}

/** Pushes an image: blobs several at a time in resumable chunks, the manifest last. */
export async function pushImage(_image: Image, _to: Repository, _options: PushOptions = {}): Promise<PushResult> {
  throw new OciError('unsupported', 'not written yet')
}

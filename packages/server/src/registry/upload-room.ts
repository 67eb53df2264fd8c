import { type HeldUpload, UploadRefused } from '../actions/image/hold-upload.ts'
import type { Platform } from '../actions/platform/platform.ts'
import type { Quota } from '../domain/image/quota.ts'
import { UploadTooLarge } from '../store/image/blob-storage.ts'
import { usedBytes } from '../store/image/blobs.ts'
import { sizeUpload } from '../store/image/uploads.ts'

/** How much room an upload of unknown length takes at once. */
const STEP = 64 * 1024 ** 2

/**
 * The room of one upload in the quota of its organization. It is taken before the bytes come, written first and counted afterwards: of uploads that
 * come at the same time each sees the room of the others, and together they have no more than there is.
 */
export class UploadRoom {
  readonly #platform: Pick<Platform, 'db'>
  readonly #quota: Quota
  readonly #organizationId: string
  readonly #upload: HeldUpload
  #taken = 0

  constructor(platform: Pick<Platform, 'db'>, quota: Quota, organizationId: string, upload: HeldUpload) {
    this.#platform = platform
    this.#quota = quota
    this.#organizationId = organizationId
    this.#upload = upload
  }

  /** Makes sure of room for an upload of this size; takes a step more where it is not known how much follows. */
  async require(size: number, isWhole = false): Promise<void> {
    if (size <= this.#taken) return
    const { imageBytes, organizationBytes } = this.#quota
    if (size > imageBytes) throw new UploadTooLarge()
    const wanted = isWhole ? size : Math.min(size + STEP, imageBytes)
    await this.#write(wanted)
    const over = (await usedBytes(this.#platform.db, this.#organizationId)) - organizationBytes
    if (wanted - over < size) throw new UploadTooLarge()
    if (over > 0) await this.#write(wanted - over)
  }

  async #write(size: number): Promise<void> {
    if (!(await sizeUpload(this.#platform.db, this.#upload, size))) throw new UploadRefused('lost')
    this.#taken = size
  }
}

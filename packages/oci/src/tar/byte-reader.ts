import { OciError } from '../oci-error.ts'

/** Takes exact amounts of bytes from a stream of chunks, holding no more than one chunk and what was asked for. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>
  #held: Buffer = Buffer.alloc(0)
  /** Bytes handed out or skipped so far. */
  offset = 0

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Exactly `size` bytes, or `undefined` when the stream ended before the first of them. */
  async take(size: number): Promise<Buffer | undefined> {
    if (this.#held.length >= size) return this.#cut(size)
    const parts: Buffer[] = []
    let missing = size
    while (missing > 0) {
      if (this.#held.length === 0 && !(await this.#fill())) {
        if (missing === size) return undefined
        throw truncated()
      }
      const part = this.#cut(Math.min(missing, this.#held.length))
      missing -= part.length
      parts.push(part)
    }
    return Buffer.concat(parts)
  }

  /** The next `size` bytes as they come. */
  async *stream(size: number): AsyncGenerator<Buffer> {
    let missing = size
    while (missing > 0) {
      if (this.#held.length === 0 && !(await this.#fill())) throw truncated()
      const part = this.#cut(Math.min(missing, this.#held.length))
      missing -= part.length
      yield part
    }
  }

  async skip(size: number): Promise<void> {
    let missing = size
    while (missing > 0) {
      if (this.#held.length === 0 && !(await this.#fill())) throw truncated()
      missing -= this.#cut(Math.min(missing, this.#held.length)).length
    }
  }

  /** Reads to the end, so that whatever checks the stream sees all of it. */
  async drain(): Promise<void> {
    this.#held = Buffer.alloc(0)
    while (await this.#fill()) this.#held = Buffer.alloc(0)
  }

  async close(): Promise<void> {
    await this.#source.return?.()
  }

  #cut(size: number): Buffer {
    const part = this.#held.subarray(0, size)
    this.#held = this.#held.subarray(size)
    this.offset += size
    return part
  }

  async #fill(): Promise<boolean> {
    const next = await this.#source.next()
    if (next.done) return false
    const { buffer, byteOffset, byteLength } = next.value
    this.#held = Buffer.from(buffer, byteOffset, byteLength)
    return byteLength > 0 || this.#fill()
  }
}

function truncated(): OciError {
  return new OciError('archive_invalid', 'the archive ends in the middle of an entry')
}

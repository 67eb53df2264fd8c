import { keptBytes } from '../observe/payload-recorder.ts'

/** Copies the beginning of a body while it flows by. Nothing waits for it, and it holds no more than is recorded. */
export class BodyCopy {
  readonly #chunks: Buffer[] = []
  #kept = 0

  add(chunk: Buffer): void {
    const room = keptBytes - this.#kept
    if (room <= 0 || chunk.length === 0) return
    const part = Buffer.from(chunk.subarray(0, room))
    this.#chunks.push(part)
    this.#kept += part.length
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks)
  }
}

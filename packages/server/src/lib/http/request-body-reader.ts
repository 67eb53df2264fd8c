import { ChunkReader } from './chunk-reader.ts'

const EMPTY: Buffer = Buffer.alloc(0)

export interface TakenBody {
  parts: readonly Buffer[]
  /** What follows the body; empty while it has not ended. */
  rest: Buffer
  ended: boolean
}

/** Takes the body of a request from the bytes of its connection, and finds where it ends. */
export class RequestBodyReader {
  #left: number
  readonly #chunks: ChunkReader | undefined

  constructor(length: number, chunked: boolean) {
    this.#left = length
    this.#chunks = chunked ? new ChunkReader('caller') : undefined
  }

  take(bytes: Buffer): TakenBody {
    if (this.#chunks !== undefined) {
      const parts: Buffer[] = []
      const used = this.#chunks.feed(bytes, (part) => parts.push(part))
      return { parts, rest: used < 0 ? EMPTY : after(bytes, used), ended: used >= 0 }
    }
    const used = Math.min(bytes.length, this.#left)
    this.#left -= used
    const part = used === bytes.length ? bytes : bytes.subarray(0, used)
    return { parts: [part], rest: after(bytes, used), ended: this.#left === 0 }
  }
}

/** An empty rest must not keep the bytes alive. */
function after(bytes: Buffer, used: number): Buffer {
  return used === bytes.length ? EMPTY : bytes.subarray(used)
}

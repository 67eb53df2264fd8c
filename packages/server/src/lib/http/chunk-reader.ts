import { BadMessage } from './bad-message.ts'

const LINE_BYTES = 1024
const TRAILER_BYTES = 16 * 1024
/** Applications may pad the size and write any extension. */
const LENIENT_SIZE = /^([0-9a-f]{1,8})(?:[ \t]*;[\t\x20-\x7e\x80-\xff]*)?$/i
/** Callers write a size and perhaps plain extensions: no reader before us may have understood it differently. */
const STRICT_SIZE = /^([0-9a-f]{1,8})(?:;[\w!#$%&'*+\-.^`|~]+(?:=[\w!#$%&'*+\-.^`|~]+)?)*$/i
const CR = 13
const LF = 10

/** Takes a chunked body apart, however its bytes are cut. Extensions and trailers are dropped; a line must end with CR and LF. */
export class ChunkReader {
  #state: 'size' | 'data' | 'data-cr' | 'data-lf' | 'trailer' = 'size'
  #line = ''
  #left = 0
  #trailer = 0
  readonly #size: RegExp

  constructor(of: 'caller' | 'application') {
    this.#size = of === 'caller' ? STRICT_SIZE : LENIENT_SIZE
  }

  /** Gives the data found, and how many bytes were used once the last chunk was read; before that -1. */
  feed(bytes: Buffer, onData: (chunk: Buffer) => void): number {
    let at = 0
    while (at < bytes.length) {
      if (this.#state === 'data') {
        const end = Math.min(bytes.length, at + this.#left)
        this.#left -= end - at
        if (this.#left === 0) this.#state = 'data-cr'
        onData(bytes.subarray(at, end))
        at = end
      } else if (this.#state === 'data-cr' || this.#state === 'data-lf') {
        if (bytes[at] !== (this.#state === 'data-cr' ? CR : LF))
          throw new BadMessage('a chunk does not end where it should')
        this.#state = this.#state === 'data-cr' ? 'data-lf' : 'size'
        at += 1
      } else {
        at = this.#readLine(bytes, at)
        if (at < 0) return -1
        if (this.#takeLine()) return at
      }
    }
    return -1
  }

  /** Gathers a line; gives the place behind it, or -1 while it is incomplete. */
  #readLine(bytes: Buffer, at: number): number {
    const end = bytes.indexOf(LF, at)
    const stop = end < 0 ? bytes.length : end
    if (this.#line.length + stop - at > LINE_BYTES) throw new BadMessage('a line between chunks is too long')
    this.#line += bytes.toString('latin1', at, stop)
    if (end < 0) return -1
    if (!this.#line.endsWith('\r')) throw new BadMessage('a line between chunks does not end as it should')
    return end + 1
  }

  /** Whether the line was the last of the body. */
  #takeLine(): boolean {
    const line = this.#line.slice(0, -1)
    this.#line = ''
    if (this.#state === 'trailer') {
      this.#trailer += line.length
      if (line.includes('\r') || this.#trailer > TRAILER_BYTES) throw new BadMessage('the trailers are malformed')
      return line === ''
    }
    const digits = this.#size.exec(line)?.[1]
    if (digits === undefined) throw new BadMessage('the size of a chunk is malformed')
    this.#left = Number.parseInt(digits, 16)
    this.#state = this.#left === 0 ? 'trailer' : 'data'
    return false
  }
}

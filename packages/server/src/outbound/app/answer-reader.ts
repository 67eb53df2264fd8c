import { BadMessage } from '../../lib/http/bad-message.ts'
import { ChunkReader } from '../../lib/http/chunk-reader.ts'
import { type AnswerHead, readAnswerHead } from './answer-head.ts'

/** What is told of an answer while it is read. */
export interface AnswerSink {
  /**
   * Names in lower case and values in turn; the list is not to be changed. `whole` is the body, a character for each byte, where all of the
   * answer came in one piece; then no data follows.
   */
  onHead(status: number, headers: readonly string[], whole: string | undefined): void
  /** The bytes belong to the connection's buffer: code that keeps them copies them. */
  onData(chunk: Buffer): void
}

const HEAD_BYTES = 32 * 1024
const AT_ONCE = 16 * 1024
const EMPTY = Buffer.alloc(0)

type Framing = 'head' | 'length' | 'chunks' | 'until-close' | 'done'

/**
 * Reads the answers of one connection, one after another, and is strict about where each ends: an answer whose length two readers could
 * understand differently is refused. `begin` before each request; `feed` says whether the answer is complete.
 */
export class AnswerReader {
  /** Whether another request may follow on this connection. */
  reusable = true
  /** How long the instance keeps an unused connection, in seconds, if it says so. */
  keepSeconds: number | undefined
  #sink: AnswerSink | undefined
  #toHead = false
  #framing: Framing = 'done'
  #left = 0
  #head: Buffer = EMPTY
  #chunks: ChunkReader | undefined
  #former: AnswerHead | undefined

  begin(sink: AnswerSink, toHead: boolean): void {
    this.#sink = sink
    this.#toHead = toHead
    this.#framing = 'head'
    this.#head = EMPTY
  }

  /** Forgets the answer being read: nobody wants it. */
  drop(): void {
    this.#sink = undefined
    this.#framing = 'done'
    this.reusable = false
  }

  /** How many bytes of the buffer have come. */
  feed(buffer: Buffer, count: number): boolean {
    if (this.#framing === 'head' && this.#head.length === 0 && count <= AT_ONCE) {
      const end = this.#takeAtOnce(buffer.toString('latin1', 0, count))
      if (end === count) return true
      if (end > 0) this.#feedRest(buffer.subarray(end, count))
      else this.#feedRest(buffer.subarray(0, count))
    } else {
      this.#feedRest(buffer.subarray(0, count))
    }
    return this.#framing === 'done'
  }

  /** The connection has ended in order: whether the answer is whole by that. */
  ended(): boolean {
    return this.#framing === 'until-close'
  }

  /** The usual case, a whole answer of known length in one piece, is worked off as text. Gives how much was used. */
  #takeAtOnce(text: string): number {
    const end = text.indexOf('\r\n\r\n')
    if (end < 0) return 0
    const head = this.#headOf(text.slice(0, end))
    if (head.status < 200) return 0
    const bodyless = this.#toHead || head.status === 204 || head.status === 304
    const length = bodyless ? 0 : head.length
    if (length < 0 || end + 4 + length !== text.length) return 0
    this.#keep(head)
    this.#framing = 'done'
    this.#sink?.onHead(head.status, head.headers, text.slice(end + 4))
    return text.length
  }

  #feedRest(bytes: Buffer): void {
    let rest = bytes
    while (this.#framing === 'head' && rest.length > 0) rest = this.#readHead(rest)
    if (rest.length > 0) this.#readBody(rest)
  }

  #readHead(bytes: Buffer): Buffer {
    const gathered = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes])
    const end = gathered.indexOf('\r\n\r\n', Math.max(0, this.#head.length - 3), 'latin1')
    if (end > HEAD_BYTES || (end < 0 && gathered.length > HEAD_BYTES)) throw new BadMessage('the headers are too long')
    if (end < 0) {
      this.#head = gathered === bytes ? Buffer.from(bytes) : gathered
      return EMPTY
    }
    this.#head = EMPTY
    const head = this.#headOf(gathered.toString('latin1', 0, end))
    const rest = gathered.subarray(end + 4)
    if (head.status < 200) return rest
    this.#keep(head)
    return this.#beginBody(head, rest)
  }

  /** The headers of an instance are often the same as those before, and are then not read again. */
  #headOf(text: string): AnswerHead {
    if (this.#former?.text !== text) this.#former = readAnswerHead(text)
    return this.#former
  }

  #keep(head: AnswerHead): void {
    if (head.close) this.reusable = false
    this.keepSeconds = head.keepSeconds
  }

  #beginBody(head: AnswerHead, rest: Buffer): Buffer {
    const bodyless = this.#toHead || head.status === 204 || head.status === 304
    if (bodyless || head.length === 0) {
      this.#framing = 'done'
      this.#sink?.onHead(head.status, head.headers, '')
      return rest
    }
    if (head.chunked) {
      this.#framing = 'chunks'
      this.#chunks = new ChunkReader('application')
    } else if (head.length < 0) {
      this.#framing = 'until-close'
      this.reusable = false
    } else {
      this.#framing = 'length'
      this.#left = head.length
    }
    this.#sink?.onHead(head.status, head.headers, undefined)
    return rest
  }

  #readBody(bytes: Buffer): void {
    if (this.#framing === 'until-close') {
      this.#sink?.onData(bytes)
    } else if (this.#framing === 'length') {
      const part = bytes.length <= this.#left ? bytes : bytes.subarray(0, this.#left)
      this.#left -= part.length
      if (this.#left === 0) this.#framing = 'done'
      this.#sink?.onData(part)
      if (part.length < bytes.length) this.reusable = false
    } else if (this.#framing === 'chunks') {
      const used = this.#chunks?.feed(bytes, (chunk) => this.#sink?.onData(chunk)) ?? -1
      if (used < 0) return
      this.#framing = 'done'
      if (used < bytes.length) this.reusable = false
    } else {
      // Whatever follows an answer that is complete was not asked for.
      this.reusable = false
    }
  }
}

import { BadAnswer } from './bad-answer.ts'
import { ChunkReader } from './chunk-reader.ts'
import { headerOf } from './header-line.ts'

/** What is told of an answer while it is read. The bytes belong to the connection's buffer: whoever keeps them copies them. */
export interface AnswerSink {
  /** Names in lower case and values in turn. `whole` is the body, where all of the answer came in one piece; then no data follows. */
  onHead(status: number, headers: string[], whole: Buffer | undefined): void
  onData(chunk: Buffer): void
}

const HEAD_BYTES = 32 * 1024
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?$/
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

  feed(bytes: Buffer): boolean {
    let rest = bytes
    while (this.#framing === 'head' && rest.length > 0) rest = this.#readHead(rest)
    if (rest.length > 0) this.#readBody(rest)
    return this.#framing === 'done'
  }

  /** The connection has ended in order: whether the answer is whole by that. */
  ended(): boolean {
    return this.#framing === 'until-close'
  }

  #readHead(bytes: Buffer): Buffer {
    const gathered = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes])
    const end = gathered.indexOf('\r\n\r\n', Math.max(0, this.#head.length - 3), 'latin1')
    if (end > HEAD_BYTES || (end < 0 && gathered.length > HEAD_BYTES)) throw new BadAnswer('the headers are too long')
    if (end < 0) {
      this.#head = gathered === bytes ? Buffer.from(bytes) : gathered
      return EMPTY
    }
    this.#head = EMPTY
    return this.#takeHead(gathered.toString('latin1', 0, end), gathered.subarray(end + 4))
  }

  #takeHead(text: string, rest: Buffer): Buffer {
    let end = text.indexOf('\r\n')
    const [, minor, digits] = STATUS_LINE.exec(end < 0 ? text : text.slice(0, end)) ?? []
    if (digits === undefined) throw new BadAnswer('the first line is not that of an answer')
    const status = Number(digits)
    const headers: string[] = []
    const facts = { length: -1, chunked: false, close: minor === '0', keepSeconds: undefined as number | undefined }
    while (end >= 0) {
      const start = end + 2
      end = text.indexOf('\r\n', start)
      const line = end < 0 ? text.slice(start) : text.slice(start, end)
      const { name, value, frames } = headerOf(line)
      if (frames) noteFraming(facts, name, value)
      headers.push(name, value)
    }
    if (status < 200) {
      if (status === 101) throw new BadAnswer('the instance changed the protocol unasked')
      return rest
    }
    if (facts.chunked && (facts.length >= 0 || minor === '0')) throw new BadAnswer('the length is told in two ways')
    if (facts.close) this.reusable = false
    this.keepSeconds = facts.keepSeconds
    return this.#beginBody(status, headers, facts, rest)
  }

  #beginBody(status: number, headers: string[], facts: { length: number; chunked: boolean }, rest: Buffer): Buffer {
    const bodyless = this.#toHead || status === 204 || status === 304
    if (bodyless || facts.length === 0) {
      this.#framing = 'done'
      this.#sink?.onHead(status, headers, EMPTY)
    } else if (facts.chunked) {
      this.#framing = 'chunks'
      this.#chunks = new ChunkReader()
      this.#sink?.onHead(status, headers, undefined)
    } else if (facts.length < 0) {
      this.#framing = 'until-close'
      this.reusable = false
      this.#sink?.onHead(status, headers, undefined)
    } else if (rest.length === facts.length) {
      this.#framing = 'done'
      this.#sink?.onHead(status, headers, rest)
      return EMPTY
    } else {
      this.#framing = 'length'
      this.#left = facts.length
      this.#sink?.onHead(status, headers, undefined)
    }
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

interface Facts {
  length: number
  chunked: boolean
  close: boolean
  keepSeconds: number | undefined
}

function noteFraming(facts: Facts, name: string, value: string): void {
  switch (name) {
    case 'content-length':
      if (facts.length >= 0 || !/^\d{1,15}$/.test(value)) throw new BadAnswer('the length is malformed')
      facts.length = Number(value)
      return
    case 'transfer-encoding':
      if (facts.chunked || value.toLowerCase() !== 'chunked') throw new BadAnswer('the transfer coding is unknown')
      facts.chunked = true
      return
    case 'connection':
      if (/(^|[\s,])close($|[\s,])/i.test(value)) facts.close = true
      return
    case 'keep-alive': {
      const seconds = /(?:^|[\s,])timeout=(\d{1,6})/i.exec(value)?.[1]
      if (seconds !== undefined) facts.keepSeconds = Number(seconds)
    }
  }
}

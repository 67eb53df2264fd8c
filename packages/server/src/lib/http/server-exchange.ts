import { dateLine, isBodyless, statusLine } from './answer-text.ts'
import type { FinishedAnswer } from './finished-answer.ts'
import type { HeaderBlock, RequestHead } from './request-head.ts'

/** Takes the body of a request as it comes. */
export interface BodySink {
  /** The bytes may be kept. */
  onData(chunk: Buffer): void
  onEnd(): void
}

/** Requirements of an exchange on its connection. */
export interface ExchangeConnection {
  readonly remoteAddress: string
  /** Whether the server goes out of service: then each answer ends its connection. */
  readonly stopping: boolean
  write(data: string | Buffer): boolean
  /** Sends the pieces together. */
  writeAll(pieces: readonly (string | Buffer)[]): boolean
  /** Hands the body to the sink, from the first byte on. */
  startBody(sink: BodySink): void
  pauseBody(): void
  resumeBody(): void
  /** The answer is complete; `reusable` says whether the connection may carry another request. */
  answered(reusable: boolean): void
  destroy(): void
}

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'
const CLOSE = 'connection: close\r\n'

/** One request and its answer on a connection of a caller. */
export class ServerExchange {
  readonly method: string
  readonly target: string
  /** The whole body, where it came together with the head or there is none; otherwise `readBody` gives it. */
  body: Buffer | undefined
  /** Called once if the caller goes away, or is cut off, before the answer is complete. */
  onGone: (() => void) | undefined
  /** Called when the caller took what it could not take before. */
  onDrain: (() => void) | undefined
  /** Called if the caller ends its side after its request, before the answer is complete: most callers are gone then. */
  onHalfClosed: (() => void) | undefined
  /** Set when the header lines of the answer hold a `date` already. */
  dated = false
  /** Set when the connection must end with this answer. */
  closing: boolean
  readonly #connection: ExchangeConnection
  readonly #block: HeaderBlock
  readonly #minor: 0 | 1
  #stage: 'open' | 'streaming' | 'complete' | 'gone' = 'open'
  #status = 0
  /** Bytes of the answer still owed; -1 while it is sent in chunks, -2 while its end is the connection's. */
  #owed = 0
  /** Whether the caller waits to be told before it sends the body. */
  #awaitsContinue: boolean

  constructor(connection: ExchangeConnection, head: RequestHead) {
    this.#connection = connection
    this.#block = head.block
    this.#minor = head.minor
    this.method = head.method
    this.target = head.target
    this.closing = head.block.close || head.minor === 0
    this.#awaitsContinue = head.minor === 1 && head.block.expect === '100-continue'
  }

  get remoteAddress(): string {
    return this.#connection.remoteAddress
  }

  /** Names in lower case and values in turn. The list is shared: never change it. */
  get headers(): readonly string[] {
    return this.#block.headers
  }

  /** Of the body, in bytes; -1 where it is not announced. */
  get length(): number {
    return this.#block.length
  }

  get chunked(): boolean {
    return this.#block.chunked
  }

  /** The value of `expect`, in lower case. */
  get expect(): string | undefined {
    return this.#block.expect
  }

  /** What was worked out from the headers of an earlier request of this connection that were the same. */
  get derived(): unknown {
    return this.#block.derived
  }

  set derived(value: unknown) {
    this.#block.derived = value
  }

  /** The first value of a header. Ask in lower case. */
  header(name: string): string | undefined {
    const { headers } = this.#block
    for (let index = 0; index < headers.length; index += 2) if (headers[index] === name) return headers[index + 1]
    return undefined
  }

  /** The value of a header that occurs once; undefined where it is missing or occurs several times. */
  single(name: string): string | undefined {
    const { headers } = this.#block
    let found: string | undefined
    for (let index = 0; index < headers.length; index += 2) {
      if (headers[index] !== name) continue
      if (found !== undefined) return undefined
      found = headers[index + 1]
    }
    return found
  }

  /** All values of a header as one list; undefined where there is none. */
  joined(name: string): string | undefined {
    const { headers } = this.#block
    let list: string | undefined
    for (let index = 0; index < headers.length; index += 2) {
      if (headers[index] === name) list = list === undefined ? headers[index + 1] : `${list}, ${headers[index + 1]}`
    }
    return list
  }

  /** Whether a part of the answer is on its way already. */
  get begun(): boolean {
    return this.#stage !== 'open'
  }

  /** Whether nothing can be sent any more: the answer is complete or the caller is gone. */
  get over(): boolean {
    return this.#stage === 'complete' || this.#stage === 'gone'
  }

  /** The status that was sent; 0 before. */
  get status(): number {
    return this.#status
  }

  readBody(sink: BodySink): void {
    if (!this.over) this.#connection.startBody(sink)
  }

  pauseBody(): void {
    if (!this.over) this.#connection.pauseBody()
  }

  resumeBody(): void {
    if (!this.over) this.#connection.resumeBody()
  }

  /** Tells a caller that waits for it to send the body. */
  sendContinue(): void {
    if (!this.#awaitsContinue) return
    this.#awaitsContinue = false
    // A body that is here already was sent without waiting.
    if (this.#stage === 'open' && this.body === undefined) this.#connection.write(CONTINUE)
  }

  /**
   * Sends a whole answer in one piece. `lines` are finished header lines without the length; a body given as a string
   * holds one character for each byte.
   */
  reply(status: number, lines: string, body: string | Buffer): void {
    if (this.#stage !== 'open') return
    this.#stage = 'complete'
    this.#status = status
    const length = isBodyless(status) ? '' : `content-length: ${body.length}\r\n`
    const head = this.#head(status, lines, length)
    if (isBodyless(status) || this.method === 'HEAD' || body.length === 0) this.#connection.write(head)
    else if (typeof body === 'string') this.#connection.write(head + body)
    else this.#connection.writeAll([head, body])
    this.#connection.answered(!this.closing)
  }

  /** Sends an answer that was made before, with status 200. */
  replyFinished({ text, bodyAt }: FinishedAnswer): void {
    if (this.#stage !== 'open') return
    this.#stage = 'complete'
    this.#status = 200
    const start = this.#start(200)
    if (this.closing || this.method === 'HEAD') {
      const body = this.method === 'HEAD' ? '' : text.slice(bodyAt)
      this.#connection.write(`${start}${text.slice(0, bodyAt - 2)}${this.closing ? CLOSE : ''}\r\n${body}`)
    } else this.#connection.write(start + text)
    this.#connection.answered(!this.closing)
  }

  #head(status: number, lines: string, framing: string): string {
    return `${this.#start(status)}${lines}${framing}${this.closing ? CLOSE : ''}\r\n`
  }

  /** The first lines of an answer. Decides whether the connection ends with it. */
  #start(status: number): string {
    // Nobody can tell whether a caller that was not told to go on sends its body or the next request.
    if (this.#connection.stopping || (this.#awaitsContinue && this.body === undefined)) this.closing = true
    return this.dated ? statusLine(status) : statusLine(status) + dateLine(Date.now())
  }

  /** Begins an answer whose body follows by `write` and `end`. `length` where it is known, else -1. */
  begin(status: number, lines: string, length: number): void {
    if (this.#stage !== 'open') return
    this.#stage = 'streaming'
    this.#status = status
    let framing = ''
    if (isBodyless(status) || this.method === 'HEAD') {
      // The length that a GET would have had may be told; no byte of it follows.
      if (length >= 0 && status !== 204 && status >= 200) framing = `content-length: ${length}\r\n`
      this.#owed = 0
    } else if (length >= 0) {
      framing = `content-length: ${length}\r\n`
      this.#owed = length
    } else if (this.#minor === 1) {
      framing = 'transfer-encoding: chunked\r\n'
      this.#owed = -1
    } else {
      this.closing = true
      this.#owed = -2
    }
    this.#connection.write(this.#head(status, lines, framing))
  }

  /** Sends a part of the body. False: wait for `onDrain`. */
  write(chunk: Buffer): boolean {
    if (this.#stage !== 'streaming' || chunk.length === 0) return true
    if (this.#owed === -1) {
      return this.#connection.writeAll([`${chunk.length.toString(16)}\r\n`, chunk, '\r\n'])
    }
    if (this.#owed === -2) return this.#connection.write(chunk)
    if (this.method === 'HEAD' || isBodyless(this.#status)) return true
    if (chunk.length > this.#owed) {
      // More than was announced would be read as the next answer.
      this.destroy()
      return true
    }
    this.#owed -= chunk.length
    return this.#connection.write(chunk)
  }

  end(): void {
    if (this.#stage !== 'streaming') return
    if (this.#owed > 0) {
      // Less than was announced: only a broken connection tells the truth.
      this.destroy()
      return
    }
    this.#stage = 'complete'
    if (this.#owed === -1) this.#connection.write('0\r\n\r\n')
    this.#connection.answered(!this.closing)
  }

  /** Breaks the connection: the only honest sign of failure once a part of the answer is sent. */
  destroy(): void {
    this.#connection.destroy()
  }

  /** Called by the connection when the caller sends no more. */
  halfClosed(): void {
    if (!this.over) this.onHalfClosed?.()
  }

  /** Called by the connection when it has ended. */
  gone(): void {
    if (this.over) return
    this.#stage = 'gone'
    const tell = this.onGone
    this.onGone = undefined
    tell?.()
  }
}

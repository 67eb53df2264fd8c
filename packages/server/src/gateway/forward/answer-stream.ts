import type { ServerExchange } from '../../lib/http/server-exchange.ts'
import type { AppCall } from '../../outbound/app/app-call.ts'
import { answerLines } from './answer-lines.ts'

/** Passes an answer on to the caller as it comes; the instance waits while the caller does not take it. */
export class AnswerStream {
  /** Bytes of the body so far. */
  size = 0
  readonly #http: ServerExchange
  readonly #sharedOrigin: boolean
  readonly #requestId: string
  readonly #onPart: ((chunk: Buffer) => void) | undefined
  #waiting = false

  constructor(
    http: ServerExchange,
    facts: { sharedOrigin: boolean; requestId: string },
    onPart?: (chunk: Buffer) => void,
  ) {
    this.#http = http
    this.#sharedOrigin = facts.sharedOrigin
    this.#requestId = facts.requestId
    this.#onPart = onPart
  }

  /** `whole` is the body, a character for each byte, where no data follows. */
  begin(status: number, headers: readonly string[], whole: string | undefined): void {
    const http = this.#http
    const { lines, length, dated } = answerLines(headers, this.#sharedOrigin)
    const all = `${lines}x-request-id: ${this.#requestId}\r\n`
    http.dated = dated
    if (whole === undefined) {
      http.begin(status, all, length)
    } else if (whole === '') {
      // An answer to HEAD, or 304, tells a length without having a body.
      http.begin(status, all, http.method === 'HEAD' || status === 304 ? length : 0)
      http.end()
    } else {
      this.size = whole.length
      if (this.#onPart !== undefined) this.#onPart(Buffer.from(whole, 'latin1'))
      http.reply(status, all, whole)
    }
  }

  write(chunk: Buffer, call: Pick<AppCall, 'pause' | 'resume'> | undefined): void {
    this.size += chunk.length
    this.#onPart?.(chunk)
    // The bytes are the connection's, and the caller may be slow: a copy waits for it.
    if (this.#http.write(Buffer.from(chunk)) || this.#waiting) return
    this.#waiting = true
    call?.pause()
    this.#http.onDrain = () => {
      this.#waiting = false
      this.#http.onDrain = undefined
      call?.resume()
    }
  }

  end(): void {
    this.#http.end()
  }
}

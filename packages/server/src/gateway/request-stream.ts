import type { Failure } from '@mkt/contract/errors'
import type { BodySink, ServerExchange } from '../lib/http/server-exchange.ts'
import type { AppCall } from '../outbound/app-call.ts'
import { tooLarge } from './read-body.ts'

/** Passes a body on to an instance as it comes; the caller waits while the instance does not take it. */
export class RequestStream implements BodySink {
  readonly #http: Pick<ServerExchange, 'pauseBody'>
  readonly #call: Pick<AppCall, 'write' | 'finish'>
  readonly #limit: number
  readonly #onPart: (chunk: Buffer) => void
  readonly #onTooLarge: (failure: Failure) => void
  #size = 0

  constructor(
    http: Pick<ServerExchange, 'pauseBody'>,
    call: Pick<AppCall, 'write' | 'finish'>,
    limit: number,
    told: { onPart(chunk: Buffer): void; onTooLarge(failure: Failure): void },
  ) {
    this.#http = http
    this.#call = call
    this.#limit = limit
    this.#onPart = told.onPart
    this.#onTooLarge = told.onTooLarge
  }

  onData(chunk: Buffer): void {
    if (this.#size > this.#limit) return
    this.#size += chunk.length
    this.#onPart(chunk)
    if (this.#size > this.#limit) this.#onTooLarge(tooLarge(this.#limit))
    else if (!this.#call.write(chunk)) this.#http.pauseBody()
  }

  onEnd(): void {
    if (this.#size <= this.#limit) this.#call.finish()
  }
}

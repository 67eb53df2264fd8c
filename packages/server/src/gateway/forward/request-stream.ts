import type { Failure } from '@mkt/contract/errors'
import type { BodySink, ServerExchange } from '../../lib/http/server-exchange.ts'
import type { AppCall } from '../../outbound/app/app-call.ts'
import { tooLarge } from '../receive/read-body.ts'

/** Who hears of a body that flows. */
export interface StreamEvents {
  /** The first bytes are here; they wait until it is known where they go. */
  onFlow(): void
  /** The body has ended without a byte. */
  onEmpty(): void
  onPart(chunk: Buffer): void
  onTooLarge(failure: Failure): void
}

/** Passes a body on to an instance as it comes; the caller waits while there is no instance yet, or while it does not take the body. */
export class RequestStream implements BodySink {
  readonly #http: Pick<ServerExchange, 'pauseBody' | 'resumeBody'>
  readonly #limit: number
  readonly #events: StreamEvents
  #call: Pick<AppCall, 'write' | 'finish'> | undefined
  /** What came before it was known where it goes: at most one read of the connection. */
  #held: Buffer[] = []
  #size = 0
  #waiting = false
  #ended = false

  constructor(http: Pick<ServerExchange, 'pauseBody' | 'resumeBody'>, limit: number, events: StreamEvents) {
    this.#http = http
    this.#limit = limit
    this.#events = events
  }

  onData(chunk: Buffer): void {
    if (this.#size > this.#limit) return
    this.#size += chunk.length
    this.#events.onPart(chunk)
    if (this.#size > this.#limit) this.#events.onTooLarge(tooLarge(this.#limit))
    else if (this.#call !== undefined) this.#pass(this.#call, chunk)
    else this.#hold(chunk)
  }

  onEnd(): void {
    this.#ended = true
    if (this.#size === 0) this.#events.onEmpty()
    else if (this.#size <= this.#limit) this.#call?.finish()
  }

  /** Sends what is here and what follows to the instance. */
  to(call: Pick<AppCall, 'write' | 'finish'>): void {
    this.#call = call
    for (const chunk of this.#held.splice(0)) this.#pass(call, chunk)
    if (this.#ended) call.finish()
    else if (!this.#waiting) this.#http.resumeBody()
  }

  /** The instance took what it could not take before. */
  drained(): void {
    this.#waiting = false
    this.#http.resumeBody()
  }

  #hold(chunk: Buffer): void {
    this.#http.pauseBody()
    this.#held.push(chunk)
    if (this.#held.length === 1) this.#events.onFlow()
  }

  #pass(call: Pick<AppCall, 'write'>, chunk: Buffer): void {
    if (call.write(chunk)) return
    this.#waiting = true
    this.#http.pauseBody()
  }
}

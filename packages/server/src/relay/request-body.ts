import { Readable } from 'node:stream'
import type { LinkRewriter } from '../domain/relay/link-rewriter.ts'
import type { BodySink, ServerExchange } from '../lib/http/server-exchange.ts'

/** The body of a request as a stream: it is read as fast as the policy system takes it. */
export class RequestBody extends Readable implements BodySink {
  size = 0
  readonly #exchange: ServerExchange
  readonly #rewriter: LinkRewriter | undefined
  readonly #moved: () => void
  #begun = false

  /** `moved` is told whenever a part of the body arrives. */
  constructor(exchange: ServerExchange, rewriter: LinkRewriter | undefined, moved: () => void) {
    super()
    this.#exchange = exchange
    this.#rewriter = rewriter
    this.#moved = moved
  }

  override _read(): void {
    if (this.#begun) this.#exchange.resumeBody()
    else {
      this.#begun = true
      this.#exchange.readBody(this)
    }
  }

  onData(chunk: Buffer): void {
    this.size += chunk.length
    this.#moved()
    const part = this.#rewriter ? Buffer.from(this.#rewriter.feed(chunk.toString('latin1')), 'latin1') : chunk
    if (part.length > 0 && !this.push(part)) this.#exchange.pauseBody()
  }

  onEnd(): void {
    const rest = this.#rewriter?.end()
    if (rest) this.push(Buffer.from(rest, 'latin1'))
    this.push(null)
  }
}

import type { IncomingHttpHeaders } from 'node:http'
import { type LinkPairs, LinkRewriter } from '../domain/relay/link-rewriter.ts'
import { isBodyless } from '../lib/http/answer-text.ts'
import type { ServerExchange } from '../lib/http/server-exchange.ts'
import { answerLines, isText } from './relayed-headers.ts'

/** Parts of the exchange with the application that the answer needs. */
type Answering = Pick<ServerExchange, 'method' | 'begin' | 'write' | 'end'>

/** The answer of the policy system on its way to the application: errors included, with only its links rewritten. */
export class RelayedAnswer {
  status = 0
  /** Bytes that the policy system sent. */
  size = 0
  readonly #exchange: Answering
  readonly #links: () => LinkPairs
  #rewriter: LinkRewriter | undefined

  constructor(exchange: Answering, links: () => LinkPairs) {
    this.#exchange = exchange
    this.#links = links
  }

  begin(status: number, headers: IncomingHttpHeaders): void {
    const links = this.#links()
    const isRewritten = isText(headers['content-type'], headers['content-encoding']?.toString())
    const announced = /^\d{1,15}$/.test(headers['content-length'] ?? '') ? Number(headers['content-length']) : -1
    if (isRewritten && this.#exchange.method !== 'HEAD' && !isBodyless(status)) this.#rewriter = new LinkRewriter(links)
    this.status = status
    this.#exchange.begin(status, answerLines(headers, links), isRewritten ? -1 : announced)
  }

  /** False where the application takes no more for now. */
  write(chunk: Buffer): boolean {
    this.size += chunk.length
    return this.#exchange.write(
      this.#rewriter ? Buffer.from(this.#rewriter.feed(chunk.toString('latin1')), 'latin1') : chunk,
    )
  }

  end(): void {
    const rest = this.#rewriter?.end()
    if (rest) this.#exchange.write(Buffer.from(rest, 'latin1'))
    this.#exchange.end()
  }
}

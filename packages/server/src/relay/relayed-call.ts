import type { IncomingHttpHeaders } from 'node:http'
import { Failure } from '@mkt/contract/errors'
import { LinkRewriter, rewriteLinks, towardsPolicySystem, towardsRelay } from '../domain/relay/link-rewriter.ts'
import type { Token } from '../domain/tenant/token.ts'
import { guarded } from '../lib/guarded.ts'
import { isBodyless } from '../lib/http/answer-text.ts'
import { replyProblem } from '../lib/http/reply-problem.ts'
import type { Waiter } from '../lib/schedule/deadlines.ts'
import type { OutboundError } from '../outbound/outbound-error.ts'
import type { TenantCall, TenantCaller } from '../outbound/tenant-client.ts'
import { type RelayedExchange, type RelayParts, relayLimits } from './parts.ts'
import { recordTenantCall } from './record-tenant-call.ts'
import { noToken, ourFault, stalled, unreachable } from './relay-failures.ts'
import { answerLines, isText, requestHeaders } from './relayed-headers.ts'
import { RequestBody } from './request-body.ts'

/**
 * Passes one request on with the customer's token, and the answer back, each slowed down by the slower side. What the policy system answers is the
 * answer, errors included; only its links are rewritten. `done` is called once, in any case.
 */
export class RelayedCall implements TenantCaller, Waiter {
  dueAt = 0
  earlier: Waiter | undefined
  later: Waiter | undefined
  readonly #parts: RelayParts
  readonly #relayed: RelayedExchange
  readonly #done: () => void
  #body: Buffer | RequestBody | null = null
  #length: number | undefined
  #token: Token | undefined
  #call: TenantCall | undefined
  #retried = false
  /** A refusal of the token that is not the answer yet: another token may be had. */
  #refusal: { headers: IncomingHttpHeaders; chunks: Buffer[]; isWhole: boolean } | undefined
  #rewriter: LinkRewriter | undefined
  #answerSize = 0
  #heldSize = 0
  #status = 0
  #ended = false

  constructor(parts: RelayParts, relayed: RelayedExchange, done: () => void) {
    this.#parts = parts
    this.#relayed = relayed
    this.#done = done
  }

  begin(): void {
    const { exchange, route } = this.#relayed
    exchange.onGone = this.#guard(() => this.#abort('gone'))
    // Work in the policy system that nobody waits for is ended there too.
    exchange.onHalfClosed = () => exchange.destroy()
    exchange.onDrain = this.#guard(() => {
      this.#moved()
      this.#call?.resume()
    })
    this.#moved()
    this.#parts
      .tenantToken(route.installationId)
      .then((outcome) => {
        if (outcome.kind !== 'token') return this.#abort(noToken(outcome))
        this.#token = outcome
        this.#readBody()
      })
      .catch((error: unknown) => this.#fault(error))
  }

  /** A small body is held, so that it can be sent again; a larger one flows. */
  #readBody(): void {
    const { exchange } = this.#relayed
    if (this.#ended) return
    const { body, length, chunked } = exchange
    if (exchange.expect !== undefined) exchange.sendContinue()
    if (body !== undefined) this.#hold(body)
    else if (!chunked && length <= relayLimits.heldBodyBytes) this.#gather()
    else this.#stream()
  }

  #gather(): void {
    const chunks: Buffer[] = []
    this.#relayed.exchange.readBody({
      onData: (chunk) => {
        this.#moved()
        chunks.push(chunk)
      },
      onEnd: this.#guard(() => this.#hold(Buffer.concat(chunks))),
    })
  }

  #hold(given: Buffer): void {
    this.#heldSize = given.length
    const text = given.length > 0 && this.#isTextRequest()
    const body = text ? Buffer.from(rewriteLinks(given.toString('latin1'), this.#outward()), 'latin1') : given
    this.#body = body.length > 0 ? body : null
    this.#length = body.length > 0 ? body.length : undefined
    this.#send()
  }

  #stream(): void {
    const { exchange } = this.#relayed
    const rewriter = this.#isTextRequest() ? new LinkRewriter(this.#outward()) : undefined
    const body = new RequestBody(exchange, rewriter, () => this.#moved())
    // What breaks the stream is told by the call itself.
    body.on('error', () => {})
    this.#body = body
    // What is rewritten may become longer or shorter.
    this.#length = rewriter === undefined && exchange.length >= 0 ? exchange.length : undefined
    this.#send()
  }

  #send(): void {
    if (this.#ended || this.#token === undefined) return
    const { exchange, address, target, trace, bare } = this.#relayed
    const secret = this.#token.token.reveal()
    const authorization = bare ? secret : `Bearer ${secret}`
    const headers = requestHeaders(exchange.headers, { authorization, traceparent: trace.traceparent })
    if (this.#length !== undefined) headers.push('content-length', String(this.#length))
    const request = { origin: address.origin, method: exchange.method, path: target, headers, body: this.#body }
    this.#call = this.#parts.client.call(request, this)
  }

  onHead(status: number, headers: IncomingHttpHeaders): void {
    this.#moved()
    if (status === 401 && !this.#retried && !(this.#body instanceof RequestBody)) this.#renew(headers)
    else this.#answer(status, headers)
  }

  /** The token may have been revoked, or have expired early: with another one the application notices nothing. */
  #renew(headers: IncomingHttpHeaders): void {
    const call = this.#call
    const token = this.#token
    this.#retried = true
    if (token === undefined) return
    this.#refusal = { headers, chunks: [], isWhole: false }
    call?.pause()
    this.#parts
      .renewToken(this.#relayed.route.installationId, token)
      .then((renewed) => {
        if (this.#ended) return
        if (renewed === undefined) return this.#passRefusal(call)
        call?.abandon()
        this.#refusal = undefined
        this.#token = renewed
        this.#send()
      })
      .catch((error: unknown) => this.#fault(error))
  }

  /** There is no better token, so the refusal is the answer. */
  #passRefusal(call: TenantCall | undefined): void {
    const refusal = this.#refusal
    this.#refusal = undefined
    if (refusal === undefined) return
    this.#answer(401, refusal.headers)
    for (const chunk of refusal.chunks) this.onData(chunk)
    if (refusal.isWhole) this.onEnd()
    else call?.resume()
  }

  #answer(status: number, headers: IncomingHttpHeaders): void {
    const { exchange, address, route } = this.#relayed
    if (this.#ended || exchange.begun) return
    const links = towardsRelay(address, this.#parts.relayUrl(), route.installationId)
    const isRewritten = isText(headers['content-type'], headers['content-encoding']?.toString())
    const announced = /^\d{1,15}$/.test(headers['content-length'] ?? '') ? Number(headers['content-length']) : -1
    if (isRewritten && exchange.method !== 'HEAD' && !isBodyless(status)) this.#rewriter = new LinkRewriter(links)
    this.#status = status
    exchange.begin(status, answerLines(headers, links), isRewritten ? -1 : announced)
  }

  onData(chunk: Buffer): void {
    this.#moved()
    if (this.#refusal !== undefined) {
      this.#refusal.chunks.push(chunk)
      return
    }
    this.#answerSize += chunk.length
    const { exchange } = this.#relayed
    const part = this.#rewriter ? Buffer.from(this.#rewriter.feed(chunk.toString('latin1')), 'latin1') : chunk
    if (!exchange.write(part)) this.#call?.pause()
  }

  onEnd(): void {
    if (this.#refusal !== undefined) {
      this.#refusal.isWhole = true
      return
    }
    const { exchange } = this.#relayed
    const rest = this.#rewriter?.end()
    if (rest) exchange.write(Buffer.from(rest, 'latin1'))
    exchange.end()
    this.#finish(this.#status)
  }

  onError(error: OutboundError): void {
    this.#fail(unreachable(error))
  }

  onDeadline(): void {
    this.#abort(stalled())
  }

  /** Something moved: the time in which nothing does begins again. */
  #moved(): void {
    if (this.#ended) return
    this.#parts.deadlines.delete(this)
    this.#parts.deadlines.add(this, performance.now())
  }

  #isTextRequest(): boolean {
    const { exchange } = this.#relayed
    return isText(exchange.header('content-type'), exchange.header('content-encoding'))
  }

  #outward() {
    const { address, route } = this.#relayed
    return towardsPolicySystem(address, this.#parts.relayUrl(), route.installationId)
  }

  #guard<Args extends unknown[]>(callback: (...args: Args) => void): (...args: Args) => void {
    return guarded((error) => this.#fault(error), callback)
  }

  #fault(error: unknown): void {
    if (!(error instanceof Failure))
      this.#parts.log.error({ err: error, requestId: `req_${this.#relayed.id}` }, 'The relay met a bug')
    this.#abort(error instanceof Failure ? error : ourFault())
  }

  #abort(reason: Failure | 'gone'): void {
    if (this.#ended) return
    this.#call?.abandon()
    this.#fail(reason)
  }

  #fail(reason: Failure | 'gone'): void {
    if (this.#ended) return
    const { exchange, id } = this.#relayed
    if (this.#body instanceof RequestBody) this.#body.destroy()
    if (reason === 'gone') {
      this.#finish(499)
      return
    }
    replyProblem(exchange, reason, `req_${id}`)
    this.#finish(reason.status, reason)
  }

  #finish(status: number, failure?: Failure): void {
    if (this.#ended) return
    this.#ended = true
    this.#parts.deadlines.delete(this)
    const requestSize = this.#body instanceof RequestBody ? this.#body.size : this.#heldSize
    const sizes = { requestSize, answerSize: this.#answerSize }
    try {
      recordTenantCall(this.#parts, this.#relayed, { status, code: failure?.code ?? null, ...sizes })
    } finally {
      this.#done()
    }
  }
}

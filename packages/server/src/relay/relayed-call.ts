import type { IncomingHttpHeaders } from 'node:http'
import type { Failure } from '@mkt/contract/errors'
import { towardsPolicySystem, towardsRelay } from '../domain/relay/link-rewriter.ts'
import type { Token } from '../domain/tenant/token.ts'
import { guarded } from '../lib/guarded.ts'
import { replyProblem } from '../lib/http/reply-problem.ts'
import type { Waiter } from '../lib/schedule/deadlines.ts'
import type { OutboundError } from '../outbound/outbound-error.ts'
import type { TenantCall, TenantCaller } from '../outbound/tenant-client.ts'
import { isRepeatable, type OutgoingBody, readOutgoingBody } from './outgoing-body.ts'
import type { RelayedExchange, RelayParts } from './parts.ts'
import { recordTenantCall } from './record-tenant-call.ts'
import { failureOf, logFault, noToken, stalled, unreachable } from './relay-failures.ts'
import { RelayedAnswer } from './relayed-answer.ts'
import { requestHeaders } from './relayed-headers.ts'
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
  readonly #answer: RelayedAnswer
  #body: OutgoingBody | undefined
  #token: Token | undefined
  #call: TenantCall | undefined
  #retried = false
  /** A refusal of the token that is not the answer yet: another token may be had. */
  #refusal: { headers: IncomingHttpHeaders; chunks: Buffer[]; isWhole: boolean } | undefined
  #ended = false

  constructor(parts: RelayParts, relayed: RelayedExchange, done: () => void) {
    this.#parts = parts
    this.#relayed = relayed
    this.#done = done
    const { exchange, address, route } = relayed
    this.#answer = new RelayedAnswer(exchange, () => towardsRelay(address, parts.relayUrl(), route.installationId))
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

  #readBody(): void {
    if (this.#ended) return
    const { exchange, address, route } = this.#relayed
    const links = () => towardsPolicySystem(address, this.#parts.relayUrl(), route.installationId)
    readOutgoingBody(exchange, links, {
      moved: () => this.#moved(),
      guard: (callback) => this.#guard(callback),
      ready: (body) => {
        this.#body = body
        this.#send()
      },
    })
  }

  #send(): void {
    if (this.#ended || this.#token === undefined || this.#body === undefined) return
    const { exchange, address, target, trace, bare } = this.#relayed
    const { content, length } = this.#body
    const secret = this.#token.token.reveal()
    const authorization = bare ? secret : `Bearer ${secret}`
    const headers = requestHeaders(exchange.headers, { authorization, traceparent: trace.traceparent })
    if (length !== undefined) headers.push('content-length', String(length))
    const request = { origin: address.origin, method: exchange.method, path: target, headers, body: content }
    this.#call = this.#parts.client.call(request, this)
  }

  onHead(status: number, headers: IncomingHttpHeaders): void {
    this.#moved()
    if (status === 401 && !this.#retried && this.#body !== undefined && isRepeatable(this.#body)) this.#renew(headers)
    else this.#begin(status, headers)
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
    this.#begin(401, refusal.headers)
    for (const chunk of refusal.chunks) this.onData(chunk)
    if (refusal.isWhole) this.onEnd()
    else call?.resume()
  }

  #begin(status: number, headers: IncomingHttpHeaders): void {
    if (!this.#ended && !this.#relayed.exchange.begun) this.#answer.begin(status, headers)
  }

  onData(chunk: Buffer): void {
    this.#moved()
    if (this.#refusal !== undefined) this.#refusal.chunks.push(chunk)
    else if (!this.#answer.write(chunk)) this.#call?.pause()
  }

  onEnd(): void {
    if (this.#refusal !== undefined) {
      this.#refusal.isWhole = true
      return
    }
    this.#answer.end()
    this.#finish(this.#answer.status)
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

  #guard<Args extends unknown[]>(callback: (...args: Args) => void): (...args: Args) => void {
    return guarded((error) => this.#fault(error), callback)
  }

  #fault(error: unknown): void {
    const failure = failureOf(error)
    logFault(this.#parts.log, { error, failure, requestId: `req_${this.#relayed.id}` })
    this.#abort(failure)
  }

  #abort(reason: Failure | 'gone'): void {
    if (this.#ended) return
    this.#call?.abandon()
    this.#fail(reason)
  }

  #fail(reason: Failure | 'gone'): void {
    if (this.#ended) return
    const { exchange, id } = this.#relayed
    if (this.#body?.content instanceof RequestBody) this.#body.content.destroy()
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
    const sizes = { requestSize: this.#body?.size() ?? 0, answerSize: this.#answer.size }
    try {
      recordTenantCall(this.#parts, this.#relayed, { status, code: failure?.code ?? null, ...sizes })
    } finally {
      this.#done()
    }
  }
}

import { Failure } from '@mkt/contract/errors'
import { guarded } from '../../lib/guarded.ts'
import { replyProblem } from '../../lib/http/reply-problem.ts'
import type { Deadlines, Waiter } from '../../lib/schedule/deadlines.ts'
import type { AppCaller } from '../../outbound/app/app-call.ts'
import type { StreamedBody } from '../../outbound/app/app-client.ts'
import type { AppSilence } from '../../outbound/app/app-silence.ts'
import { type Exchange, recordCall, upstreamLines } from '../exchange.ts'
import type { ByteShare } from '../limit/byte-budget.ts'
import type { Place } from '../limit/concurrency.ts'
import { type GatewayParts, gatewayLimits } from '../parts.ts'
import { checkAnnouncedSize, gatherBody } from '../receive/read-body.ts'
import { ourFault, tooBusy, unavailable } from '../refusals.ts'
import { AnswerStream } from './answer-stream.ts'
import { planBody } from './body-plan.ts'
import { CallCopy } from './call-copy.ts'
import { InstanceRequest } from './instance-request.ts'
import { RequestStream } from './request-stream.ts'

const NOTHING = Buffer.alloc(0)

/**
 * Every other path: request and answer flow through as they come, each slowed down by the slower side. When the caller goes away the
 * application's request is cancelled; the application may answer before it has read the whole body. The place is taken when the body has come, or
 * begins to flow, and left once, in any case.
 */
export function forwardStream(parts: GatewayParts, deadlines: Deadlines, exchange: Exchange, place: Place): void {
  new StreamedCall(parts, deadlines, exchange, place).begin()
}

/** A call is `reading` until the body of its request is gathered or flows, `asking` until it is answered or given up, then `over`. */
class StreamedCall implements AppCaller, Waiter {
  dueAt = 0
  earlier: Waiter | undefined
  later: Waiter | undefined
  #stage: 'reading' | 'asking' | 'over' = 'reading'
  readonly #parts: GatewayParts
  readonly #deadlines: Deadlines
  readonly #exchange: Exchange
  readonly #place: Place
  /** Of a body that is gathered. */
  #share: ByteShare | undefined
  readonly #copy: CallCopy
  readonly #answer: AnswerStream
  #flow: RequestStream | undefined
  #request: InstanceRequest | undefined

  constructor(parts: GatewayParts, deadlines: Deadlines, exchange: Exchange, place: Place) {
    this.#parts = parts
    this.#deadlines = deadlines
    this.#exchange = exchange
    this.#place = place
    const keeps = exchange.route.recording && parts.payloads !== undefined
    this.#copy = new CallCopy(keeps)
    // Bytes are made of an answer only for a copy that is kept.
    const onPart = keeps ? (chunk: Buffer) => this.#copy.addAnswer(chunk) : undefined
    this.#answer = new AnswerStream(exchange.http, exchange, onPart)
  }

  begin(): void {
    const { http, startedAt } = this.#exchange
    this.#deadlines.add(this, startedAt)
    http.onGone = this.#guard(() => this.#giveUp('gone'))
    http.onHalfClosed = () => http.destroy()
    this.#guard(() => this.#read())()
  }

  #read(): void {
    const { http } = this.#exchange
    checkAnnouncedSize(http, gatewayLimits.bodyBytes)
    const plan = planBody(http)
    if (plan.kind === 'stream') this.#awaitFlow(plan.length)
    else if (plan.kind === 'whole') this.#askWith(plan.body)
    else this.#gather(plan.length)
  }

  #gather(limit: number): void {
    const share = this.#parts.memory.calls.share(this.#exchange.route)
    if (share === undefined) throw tooBusy()
    this.#share = share
    const whole = this.#guard((body: Buffer) => this.#askWith(body))
    gatherBody(this.#exchange.http, { limit, share, crowded: tooBusy }, whole, (failure) => this.#giveUp(failure))
  }

  /** A large body goes on as it comes, but not before its first bytes are there. */
  #awaitFlow(length: number | undefined): void {
    const { http } = this.#exchange
    this.#flow = new RequestStream(http, gatewayLimits.bodyBytes, {
      onFlow: this.#guard(() => this.#ask({ length })),
      onEmpty: this.#guard(() => this.#ask(NOTHING)),
      onPart: (chunk) => this.#copy.addRequest(chunk),
      onTooLarge: (failure) => this.#giveUp(failure),
    })
    http.readBody(this.#flow)
  }

  #askWith(body: Buffer | null): void {
    if (body !== null) this.#copy.addRequest(body)
    this.#ask(body)
  }

  #ask(body: Buffer | null | StreamedBody): void {
    if (this.#stage !== 'reading') return
    if (!this.#place.enter()) {
      this.#fail(tooBusy())
      return
    }
    this.#stage = 'asking'
    const { method, path, query, route } = this.#exchange
    const written = { method, target: path + query, lines: upstreamLines(this.#parts, this.#exchange) }
    this.#request = new InstanceRequest(this.#parts.client, route.instances, written, body)
    this.#start(this.#request)
  }

  #start(request: InstanceRequest): void {
    if (!request.start(this)) this.#fail(unavailable())
    // The connection was there at once, so the request was sent before the call was known.
    else if (request.isSent) this.#stream(request)
  }

  onSent(): void {
    const request = this.#request
    request?.sent()
    if (request?.call !== undefined) this.#stream(request)
  }

  /** Passes on a body that is still coming. */
  #stream({ call }: InstanceRequest): void {
    if (call !== undefined) this.#flow?.to(call)
  }

  onDrain(): void {
    this.#flow?.drained()
  }

  onHead(status: number, headers: readonly string[], whole: string | undefined): void {
    this.#answer.begin(status, headers, whole)
  }

  onData(chunk: Buffer): void {
    this.#answer.write(chunk, this.#request?.call)
  }

  onEnd(): void {
    this.#answer.end()
    this.#finish(this.#exchange.http.status)
  }

  onSilence(silence: AppSilence): void {
    const request = this.#request
    if (request?.isUnsent(silence) && request.start(this)) {
      if (request.isSent) this.#stream(request)
    } else this.#fail(failureOf(silence))
  }

  onDeadline(): void {
    const waited = Math.round(performance.now() - this.#exchange.startedAt)
    this.#giveUp(new Failure('app_timeout', `The application did not answer within ${waited} ms.`))
  }

  /** Whatever goes wrong in a callback of this call fails this call and nothing else. */
  #guard<Args extends unknown[]>(callback: (...args: Args) => void): (...args: Args) => void {
    return guarded((error) => this.#fault(error), callback)
  }

  #fault(error: unknown): void {
    if (!(error instanceof Failure))
      this.#parts.log.error({ error, requestId: this.#exchange.requestId }, 'The gateway met a bug')
    this.#giveUp(error instanceof Failure ? error : ourFault())
  }

  #giveUp(reason: Failure | 'gone'): void {
    if (this.#stage === 'over') return
    this.#request?.abandon()
    this.#fail(reason)
  }

  #fail(reason: Failure | 'gone'): void {
    if (reason === 'gone') {
      this.#finish(499)
      return
    }
    replyProblem(this.#exchange.http, reason, this.#exchange.requestId)
    this.#finish(reason.status, reason)
  }

  #finish(status: number, failure?: Failure): void {
    if (this.#stage === 'over') return
    this.#stage = 'over'
    this.#deadlines.delete(this)
    this.#request?.leave()
    const { requestSize } = this.#copy
    const result = { status, code: failure?.code, requestSize, answerSize: this.#answer.size }
    const instance = this.#request?.instance
    try {
      recordCall(this.#parts, this.#exchange, { ...result, instance }, this.#copy.payload(this.#answer.size))
    } finally {
      this.#place.leave()
      this.#share?.leave()
    }
  }
}

function failureOf(silence: AppSilence): Failure {
  if (silence.error === 'internal') return ourFault()
  if (silence.error === 'refused' || silence.error === 'connect') return unavailable()
  return new Failure('app_bad_answer', 'The application closed the connection before its answer was complete.')
}

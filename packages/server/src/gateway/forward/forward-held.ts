import { fallbackHeader } from '@mkt/contract/app'
import { Failure } from '@mkt/contract/errors'
import { isJsonObjectInTurns } from '../../lib/json/is-json-object.ts'
import type { AppSilence } from '../../outbound/app/app-silence.ts'
import { Departure } from '../../outbound/app/departure.ts'
import type { AppAnswer } from '../../outbound/app/held-answer.ts'
import { type Exchange, recordCall } from '../exchange.ts'
import type { Place } from '../limit/concurrency.ts'
import type { HeldCall } from '../observe/held-call.ts'
import { type GatewayParts, gatewayLimits } from '../parts.ts'
import { checkAnnouncedSize, readBody, wholeBody } from '../receive/read-body.ts'
import { checkSignature } from '../receive/signature.ts'
import { ourFault, tooBusy, unavailable } from '../refusals.ts'
import { answerLines } from './answer-lines.ts'
import { appFailureMessage, withCause } from './app-failure-message.ts'
import { type Asked, askInTime } from './ask-in-time.ts'
import { substituteAnswer } from './substitute-answer.ts'

/**
 * Autofill and rater: one try with a deadline. The whole answer is held and checked before a byte of it reaches the policy system, because
 * half a price or a page of HTML would be taken for data.
 */
export async function forwardHeld(
  parts: GatewayParts,
  exchange: Exchange,
  timeoutMs: number,
  place: Place,
): Promise<void> {
  const share = parts.memory.calls.share(exchange.route)
  try {
    if (share === undefined) throw refused(parts, exchange, tooBusy(), 0)
    const { http } = exchange
    const room = { limit: gatewayLimits.bodyBytes, share, crowded: () => refused(parts, exchange, tooBusy(), 0) }
    checkAnnouncedSize(http, gatewayLimits.bodyBytes)
    // No promise for a body that is already here.
    const body = wholeBody(http, room) ?? (await readBody(http, room))
    const departure = new Departure()
    http.onGone = () => departure.leave()
    http.onHalfClosed = () => http.destroy()
    if (parts.signingSecret !== undefined) await checkSignature(parts, exchange, body)
    // Only now: a slow sender holds its own connection and nobody's slot.
    if (!place.enter()) throw refused(parts, exchange, tooBusy(), body.length)
    const { outcome, target } = exchange.nobodyThere
      ? NOBODY
      : await askInTime(parts, exchange, body, { timeoutMs, departure, share })
    const judged = judge(outcome, timeoutMs)
    // No promise for an answer that is short.
    const failure = judged instanceof Promise ? await judged : judged
    const call = { body, timeoutMs, outcome, target }
    if (failure !== undefined) await answerFailed(parts, exchange, call, failure)
    else if (outcome?.kind === 'answer') answerWhole(parts, exchange, call, outcome)
  } finally {
    share?.leave()
    place.leave()
  }
}

const NOBODY: Asked = { outcome: undefined, target: undefined }

/** The outcome of a held call, with its request. */
interface HeldResult extends Asked {
  body: Buffer
  timeoutMs: number
}

function factsOf({ body, outcome, target }: HeldResult) {
  const answerSize = outcome?.kind === 'answer' ? outcome.size : 0
  const answer = outcome?.kind === 'answer' ? outcome.body : NOTHING
  // A refusal for lack of memory says nothing about the instance.
  const instance = outcome?.kind === 'silence' && outcome.error === 'crowded' ? undefined : target
  const sizes = { requestSize: body.length, answerSize, instance }
  return { sizes, payload: { request: body, requestSize: body.length, answer, answerSize } }
}

function answerWhole(parts: GatewayParts, exchange: Exchange, call: HeldResult, outcome: AppAnswer): void {
  const { http, route } = exchange
  const { body, timeoutMs } = call
  const { sizes, payload } = factsOf(call)
  recordCall(parts, exchange, { status: outcome.status, ...sizes }, payload)
  const { lines, dated } = answerLines(outcome.headers, exchange.sharedOrigin)
  http.dated = dated
  http.reply(outcome.status, `${lines}x-request-id: ${exchange.requestId}\r\n`, outcome.text ?? outcome.body)
  if (exchange.kind === 'rater' && !exchange.isTest && route.onFailure.rater === 'last')
    parts.lastAnswers?.keep(route, exchange.path + exchange.query, body, outcome.body)
  if (parts.observers === undefined) return
  const told = { answer: outcome.body, status: outcome.status, code: null, fallback: null }
  tellObservers(parts, exchange, { request: body, timeoutMs, ...told })
}

/** Answers with the fallback that the customer chose, or with the failure. */
async function answerFailed(
  parts: GatewayParts,
  exchange: Exchange,
  call: HeldResult,
  failure: Failure,
): Promise<void> {
  const { http } = exchange
  const { body, timeoutMs, outcome } = call
  const { sizes, payload } = factsOf(call)
  const given = { request: body, timeoutMs }
  const said = await appFailureMessage(parts, exchange, outcome)
  const told = said.refusal ?? (exchange.isTest ? withCause(failure, said.shown) : failure)
  const { appStatus, appMessage } = said
  const { status, code } = told
  // A test call shows the failure, not the fallback.
  const substitute = exchange.isTest ? undefined : await substituteAnswer(parts, exchange, told, body)
  if (substitute === undefined) {
    recordCall(parts, exchange, { status, code, ...sizes, appStatus, appMessage }, payload)
    tellObservers(parts, exchange, { ...given, answer: NOTHING, status, code, fallback: null })
    throw told
  }
  const { fallback, body: answer } = substitute
  recordCall(parts, exchange, { status: 200, code, fallback, ...sizes, appStatus, appMessage }, payload)
  const { lines } = answerLines(jsonHeaders, exchange.sharedOrigin)
  const named = `${fallbackHeader}: ${fallback}\r\nx-request-id: ${exchange.requestId}\r\n`
  http.reply(200, lines + named, answer)
  tellObservers(parts, exchange, { ...given, answer, status: 200, code, fallback })
}

/** An authorised caller was turned away before anybody was asked. */
function refused(parts: GatewayParts, exchange: Exchange, failure: Failure, requestSize: number): Failure {
  const { status, code } = failure
  recordCall(parts, exchange, { status, code, requestSize, answerSize: 0 })
  return failure
}

const NOTHING: Buffer = Buffer.alloc(0)
const jsonHeaders = ['content-type', 'application/json']

type Told = Pick<HeldCall, 'request' | 'timeoutMs' | 'answer' | 'status' | 'code' | 'fallback'>

function tellObservers(parts: GatewayParts, exchange: Exchange, told: Told): void {
  const { route, kind, path, query } = exchange
  if (parts.observers === undefined || exchange.isTest || (kind !== 'autofill' && kind !== 'rater')) return
  const durationMs = Math.round(performance.now() - exchange.startedAt)
  const call = { id: `cal_${exchange.id}`, route, kind, path, query, at: parts.clock.now(), durationMs, ...told }
  for (const observer of parts.observers) observer.observe(call)
}

/** The problem of an outcome, if any: only a 2xx with a JSON object is forwarded. */
export function judge(
  outcome: AppAnswer | AppSilence | undefined,
  timeoutMs: number,
): Failure | undefined | Promise<Failure | undefined> {
  if (outcome === undefined) return unavailable()
  if (outcome.kind === 'silence') {
    if (outcome.error === 'internal') return ourFault()
    if (outcome.error === 'crowded') return tooBusy()
    if (outcome.error === 'timeout')
      return new Failure('app_timeout', `The application did not answer within ${timeoutMs} ms.`)
    if (outcome.error === 'refused' || outcome.error === 'connect') return unavailable()
    return new Failure('app_bad_answer', 'The application closed the connection before its answer was complete.')
  }
  if (outcome.tooLong) return new Failure('app_bad_answer', 'The answer of the application is longer than 5 MB.')
  if (outcome.status < 200 || outcome.status > 299) {
    return new Failure(
      'app_bad_answer',
      `The application answered with status ${outcome.status}; only 2xx is a result.`,
    )
  }
  const isObject = isJsonObjectInTurns(outcome.body)
  return typeof isObject === 'boolean' ? judgeBody(isObject) : isObject.then(judgeBody)
}

function judgeBody(isObject: boolean): Failure | undefined {
  return isObject ? undefined : new Failure('app_bad_answer', 'The answer of the application is not a JSON object.')
}

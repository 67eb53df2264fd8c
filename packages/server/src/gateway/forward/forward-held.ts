import { fallbackHeader } from '@mkt/contract/app'
import { Failure } from '@mkt/contract/errors'
import { isJsonObject } from '../../lib/json/is-json-object.ts'
import type { AppSilence } from '../../outbound/app/app-silence.ts'
import { Departure } from '../../outbound/app/departure.ts'
import type { AppAnswer } from '../../outbound/app/held-answer.ts'
import { type Exchange, recordCall } from '../exchange.ts'
import type { ByteShare } from '../limit/byte-budget.ts'
import type { Place } from '../limit/concurrency.ts'
import type { HeldCall } from '../observe/held-call.ts'
import { type GatewayParts, gatewayLimits } from '../parts.ts'
import { checkAnnouncedSize, readBody } from '../receive/read-body.ts'
import { checkSignature } from '../receive/signature.ts'
import { ourFault, tooBusy, unavailable } from '../refusals.ts'
import { answerLines } from './answer-lines.ts'
import { appFailureMessage, withCause } from './app-failure-message.ts'
import { askInTime } from './ask-in-time.ts'
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
  if (share === undefined) throw refused(parts, exchange, tooBusy(), 0)
  try {
    await carryHeld(parts, exchange, timeoutMs, { place, share })
  } finally {
    share.leave()
  }
}

async function carryHeld(
  parts: GatewayParts,
  exchange: Exchange,
  timeoutMs: number,
  { place, share }: { place: Place; share: ByteShare },
): Promise<void> {
  const { http } = exchange
  checkAnnouncedSize(http, gatewayLimits.bodyBytes)
  const body = await readBody(http, { limit: gatewayLimits.bodyBytes, share, crowded: tooBusy }).catch((error) => {
    throw error instanceof Failure && error.code === 'too_busy' ? refused(parts, exchange, error, 0) : error
  })
  const departure = new Departure()
  http.onGone = () => departure.leave()
  http.onHalfClosed = () => http.destroy()
  await checkSignature(parts, exchange, body)
  // Only now: a slow sender holds its own connection and nobody's slot.
  if (!place.enter()) throw refused(parts, exchange, tooBusy(), body.length)
  const { outcome, target } = exchange.nobodyThere
    ? { outcome: undefined, target: undefined }
    : await askInTime(parts, exchange, body, { timeoutMs, departure, share })
  const sizes = {
    requestSize: body.length,
    answerSize: outcome?.kind === 'answer' ? outcome.size : 0,
    // A refusal for lack of memory says nothing about the instance.
    instance: outcome?.kind === 'silence' && outcome.error === 'crowded' ? undefined : target,
  }
  const answer = outcome?.kind === 'answer' ? outcome.body : Buffer.alloc(0)
  const payload = { request: body, requestSize: body.length, answer, answerSize: sizes.answerSize }
  const failure = judge(outcome, timeoutMs)
  const given = { request: body, timeoutMs }
  if (failure !== undefined) {
    const said = await appFailureMessage(parts, exchange, outcome)
    const told = said.refusal ?? (exchange.isTest ? withCause(failure, said.shown) : failure)
    const { appStatus, appMessage } = said
    const { status, code } = told
    // A test call shows the failure, not the fallback.
    const substitute = exchange.isTest ? undefined : await substituteAnswer(parts, exchange, told, body)
    if (substitute === undefined) {
      recordCall(parts, exchange, { status, code, ...sizes, appStatus, appMessage }, payload)
      tellObservers(parts, exchange, { ...given, answer: Buffer.alloc(0), status, code, fallback: null })
      throw told
    }
    const { fallback, body: answer } = substitute
    recordCall(parts, exchange, { status: 200, code, fallback, ...sizes, appStatus, appMessage }, payload)
    const { lines } = answerLines(jsonHeaders, exchange.sharedOrigin)
    const named = `${fallbackHeader}: ${fallback}\r\nx-request-id: ${exchange.requestId}\r\n`
    http.reply(200, lines + named, answer)
    return tellObservers(parts, exchange, { ...given, answer, status: 200, code, fallback })
  }
  if (outcome?.kind !== 'answer') return
  recordCall(parts, exchange, { status: outcome.status, ...sizes }, payload)
  const { lines, dated } = answerLines(outcome.headers, exchange.sharedOrigin)
  http.dated = dated
  http.reply(outcome.status, `${lines}x-request-id: ${exchange.requestId}\r\n`, outcome.body)
  const { route: answered } = exchange
  if (exchange.kind === 'rater' && !exchange.isTest && answered.onFailure.rater === 'last')
    parts.lastAnswers?.keep(answered, exchange.path + exchange.query, body, outcome.body)
  tellObservers(parts, exchange, { ...given, answer: outcome.body, status: outcome.status, code: null, fallback: null })
}

/** An authorised caller was turned away before anybody was asked. */
function refused(parts: GatewayParts, exchange: Exchange, failure: Failure, requestSize: number): Failure {
  const { status, code } = failure
  recordCall(parts, exchange, { status, code, requestSize, answerSize: 0 })
  return failure
}

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
export function judge(outcome: AppAnswer | AppSilence | undefined, timeoutMs: number): Failure | undefined {
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
  if (!isJsonObject(outcome.body)) {
    return new Failure('app_bad_answer', 'The answer of the application is not a JSON object.')
  }
  return undefined
}

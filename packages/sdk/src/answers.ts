import type { RaterAnswer, RaterRequest } from '@mkt/contract/app'
import type { Context } from './context.ts'
import { GiveUp, SdkError } from './errors.ts'
import type { AppResponse } from './http.ts'

/** What an exception means to the platform: never again (4xx), later (503), or a bug (500, which is retried too). */
export function answerError(error: unknown, context: Context): AppResponse {
  if (error instanceof GiveUp) return problem(error.status, error.code, error.message, context)
  if (!(error instanceof SdkError)) {
    return problem(500, 'internal_error', 'The application failed on this request.', context)
  }
  if (!error.retryable) return problem(422, error.code, error.message, context)
  return {
    ...problem(503, error.code, error.message, context),
    headers: { 'retry-after': String(Math.max(1, Math.ceil(error.retryAfterSeconds ?? 30))) },
  }
}

export function problem(status: number, code: string, message: string, context: Context): AppResponse {
  return { status, body: { error: { code, message, requestId: context.requestId } } }
}

/** The policy system needs a price for every peril it listed: an incomplete answer is found here, not there. */
export function checkPrices(request: RaterRequest, answer: RaterAnswer): RaterAnswer {
  const priced = answer?.pricedPerilCharacteristics ?? {}
  const missing = request.policyExposurePerils
    .map((peril) => peril.perilCharacteristicsLocator)
    .filter((locator) => !Object.hasOwn(priced, locator))
  if (missing.length === 0) return answer
  throw new SdkError('answer_incomplete', `No price was given for the peril characteristics ${missing.join(', ')}.`)
}

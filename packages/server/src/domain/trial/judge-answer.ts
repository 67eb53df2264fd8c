import { isJsonObject } from '../../lib/json/is-json-object.ts'
import type { Answered } from './compared-call.ts'

export type Outcome =
  | { kind: 'answer'; status: number; body: Buffer; tooLong: boolean }
  | { kind: 'silence'; error: string }

/** Answer of an application in a trial. As at the gateway, only a 2xx with a JSON object is valid. */
export function judgeAnswer(outcome: Outcome, durationMs: number): Answered {
  const failed = (failure: string): Answered => ({ answer: null, failure, durationMs })
  if (outcome.kind === 'silence') {
    if (outcome.error === 'timeout') return failed('app_timeout')
    return failed(outcome.error === 'refused' || outcome.error === 'connect' ? 'app_unavailable' : 'app_bad_answer')
  }
  if (outcome.status < 200 || outcome.status > 299) return failed(`status ${outcome.status}`)
  if (outcome.tooLong || !isJsonObject(outcome.body)) return failed('app_bad_answer')
  return { answer: outcome.body, failure: null, durationMs }
}

import { Failure } from '@mkt/contract/errors'
import { isRefusal, readAppMessage } from '../../domain/call/app-message.ts'
import type { AppSilence } from '../../outbound/app/app-silence.ts'
import type { AppAnswer } from '../../outbound/app/held-answer.ts'
import type { Exchange } from '../exchange.ts'
import type { GatewayParts } from '../parts.ts'

/** The failure with the words of the application, for a person who tries it. */
export function withCause(failure: Failure, shown: string | undefined): Failure {
  return shown === undefined ? failure : new Failure(failure.code, `${failure.message} It said: ${shown}`)
}

interface Said {
  appStatus?: number
  appMessage?: Buffer
  /** The same as it may be shown. */
  shown?: string
  /** What the caller is told instead, where the application refused the request and said why. */
  refusal?: Failure
}

/** What the application itself answered to a call that failed. Without a mask nothing of it is shown. */
export async function appFailureMessage(
  parts: GatewayParts,
  exchange: Exchange,
  outcome: AppAnswer | AppSilence | undefined,
): Promise<Said> {
  if (outcome?.kind !== 'answer') return {}
  const message = readAppMessage(outcome.body)
  const id = `cal_${exchange.id}`
  const prepared = message.text === '' ? null : await parts.messages?.prepare(exchange.route, id, message)
  const kept = prepared && { appMessage: prepared.sealed, shown: prepared.shown }
  const said: Said = { appStatus: outcome.status, ...kept }
  if (!isRefusal(outcome.status, message)) return said
  return { ...said, refusal: new Failure('app_refused', prepared?.shown ?? 'The application refused the request.') }
}

import type { AttemptOutcome } from '../../domain/delivery/retry.ts'
import { answerHeader } from '../../outbound/app/held-answer.ts'
import type { DeliveryParts } from './delivery-parts.ts'
import type { Sent } from './send-delivery.ts'

/** Outcome of an answer. A broken connection counts as a crash if the instance then fails its health check. */
export async function judgeAttempt(
  { doubts }: Pick<DeliveryParts, 'doubts'>,
  { answer, instance }: Sent,
): Promise<AttemptOutcome> {
  if (answer.kind === 'answer') {
    return { kind: 'answer', status: answer.status, retryAfter: answerHeader(answer, 'retry-after') }
  }
  const { message } = answer
  if (answer.error === 'timeout') return { kind: 'failed', error: 'timeout', message }
  if (answer.error === 'connect') return { kind: 'failed', error: 'connect', message }
  doubts.doubt(instance)
  return (await doubts.isWell(instance))
    ? { kind: 'failed', error: 'broken', message }
    : { kind: 'failed', error: 'crash', message: 'the instance ended while it handled this delivery' }
}

/** Whether the application took the delivery. */
export function succeeded({ answer }: Sent): boolean {
  return answer.kind === 'answer' && answer.status >= 200 && answer.status < 300
}

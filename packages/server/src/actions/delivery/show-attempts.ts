import { type Attempt, attemptsOf } from '../../store/delivery/deliveries.ts'
import { installationMask } from '../installation/installation-mask.ts'
import type { Platform } from '../platform/platform.ts'
import { answerIdentity } from './delivery-parts.ts'

export interface ShownAttempt {
  at: string
  status: number | null
  durationMs: number
  error: string | null
  answer: string | null
  answerSize: number
  probe: boolean
}

/**
 * The attempts of each delivery as they may be shown. An application's answer may repeat a secret of its customer, so the installation's own
 * secrets are hidden in it, and keys and tokens; without the right to see payloads there is no answer at all.
 */
export async function showAttempts(
  platform: Pick<Platform, 'db' | 'vault'>,
  owner: { installationId: string; organizationId: string },
  eventIds: readonly string[],
  show: { answers: boolean; bytes: number },
): Promise<(eventId: string) => Promise<ShownAttempt[]>> {
  const attempts = await attemptsOf(platform.db, eventIds)
  const someAnswer = show.answers && attempts.some((attempt) => attempt.sealedAnswer !== null)
  const mask = someAnswer ? await installationMask(platform, owner) : undefined
  const byEvent = Map.groupBy(attempts, ({ eventId }) => eventId)
  const shown = async (attempt: Attempt): Promise<ShownAttempt> => {
    const answer = mask === undefined ? null : await openAnswer(platform, owner.organizationId, attempt)
    return {
      at: attempt.at.toISOString(),
      status: attempt.status,
      durationMs: attempt.durationMs,
      error: attempt.error,
      answer: answer === null || mask === undefined ? null : mask(answer, show.bytes),
      answerSize: attempt.answerSize,
      probe: attempt.probe,
    }
  }
  return (eventId) => Promise.all((byEvent.get(eventId) ?? []).map(shown))
}

async function openAnswer(
  platform: Pick<Platform, 'vault'>,
  organizationId: string,
  attempt: Attempt,
): Promise<string | null> {
  if (attempt.sealedAnswer === null) return attempt.answerSize === 0 && attempt.status !== null ? '' : null
  return (await platform.vault.open(organizationId, answerIdentity(attempt.id), attempt.sealedAnswer)).toString('utf8')
}

import { actorOf } from '../../domain/accounts/caller.ts'
import { newId } from '../../lib/ids.ts'
import type { Trx } from '../../store/database/transaction.ts'
import { insertAudit } from '../../store/platform/audits.ts'
import type { Platform } from './platform.ts'
import { type Keyed, takeEffect } from './take-effect.ts'

/** Who asked, from where: what every changing action takes along for its audit row. */
export interface Origin extends Keyed {
  address: string | null
}

/** The platform itself, for changes that no request asked for. */
export const ownDoing: Origin = { caller: { kind: 'nobody' }, requestId: null, address: null, idempotencyKey: null }

/**
 * Adds the audit row of a change, in the transaction that makes the change, and tells those who look at such rows or at the
 * members of the organization. Details never hold a secret. What is on record has taken effect: a repeat of the request, by its
 * idempotency key, does it no second time.
 */
export async function recordAudit(
  platform: Pick<Platform, 'clock' | 'random'> & { changes?: Platform['changes'] },
  trx: Trx,
  origin: Origin,
  entry: {
    organizationId: string | null
    action: string
    subject: { kind: string; id: string }
    details?: Record<string, unknown>
  },
): Promise<void> {
  await takeEffect(trx, origin, entry.subject)
  const at = platform.clock.now()
  await insertAudit(trx, {
    id: newId('aud', at, platform.random),
    at,
    organizationId: entry.organizationId,
    actor: actorOf(origin.caller),
    address: origin.address,
    requestId: origin.requestId,
    action: entry.action,
    subject: entry.subject,
    details: entry.details ?? {},
  })
  const { organizationId } = entry
  if (platform.changes === undefined) return
  if (organizationId === null) return platform.changes.publish(trx, 'platform', entry.subject.id)
  await platform.changes.publish(trx, 'audit', organizationId)
  if (/^(member|organization)\./.test(entry.action)) await platform.changes.publish(trx, 'member', organizationId)
}

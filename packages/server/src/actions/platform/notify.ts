import type { Role } from '@mkt/contract/api'
import { newId } from '../../lib/ids.ts'
import { peopleWithRole } from '../../store/accounts/members.ts'
import { peopleWithPlatformRole } from '../../store/accounts/people.ts'
import type { Trx } from '../../store/database/transaction.ts'
import { insertNotifications } from '../../store/platform/notifications.ts'
import type { Platform } from './platform.ts'

export type NotificationKind =
  | 'review.opened'
  | 'review.answered'
  | 'review.message'
  | 'release.waiting'
  | 'release.failed'
  | 'installation.error'
  | 'installation.offer'
  | 'installation.stopped'
  | 'installation.uninstalled'
  | 'credentials.refused'
  | 'deliveries.failing'
  | 'deliveries.paused'
  | 'listing.suspended'
  | 'publisher.disabled'
  | 'publisher.enabled'

/**
 * Tells the people who wait for something, in the same transaction as what happened. A worker mails it from there, so a
 * mail never tells of something that was rolled back, and none is lost with a process.
 */
export async function notify(
  platform: Pick<Platform, 'clock' | 'random' | 'changes'>,
  trx: Trx,
  to: { organizationId: string; roles: readonly Role[] } | { platformRole: 'moderator' | 'operator' },
  what: { kind: NotificationKind; title: string; text: string; link: string },
): Promise<void> {
  const organizationId = 'organizationId' in to ? to.organizationId : null
  const people =
    'organizationId' in to
      ? (await peopleWithRole(trx, to.organizationId, to.roles)).map((row) => row.personId)
      : (await peopleWithPlatformRole(trx, to.platformRole)).map((row) => row.id)
  const createdAt = platform.clock.now()
  const rows = people.map((personId) => ({
    ...what,
    id: newId('ntf', createdAt, platform.random),
    personId,
    organizationId,
    createdAt,
  }))
  await insertNotifications(trx, rows)
  for (const personId of people) await platform.changes.publish(trx, 'notification', personId)
}

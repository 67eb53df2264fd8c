import type { Role } from '@mkt/contract/api'
import { newId } from '../lib/ids.ts'
import { peopleWithRole } from '../store/members.ts'
import { insertNotifications } from '../store/notifications.ts'
import { peopleWithPlatformRole } from '../store/people.ts'
import type { Trx } from '../store/transaction.ts'
import type { Platform } from './platform.ts'

export type NotificationKind =
  | 'review.opened'
  | 'review.answered'
  | 'release.waiting'
  | 'release.failed'
  | 'installation.error'
  | 'installation.offer'
  | 'installation.uninstalled'
  | 'credentials.refused'
  | 'deliveries.failing'
  | 'deliveries.paused'
  | 'listing.suspended'

/**
 * Tells the people who wait for something: inside the platform in the same transaction as what happened, and by mail once
 * it is sure (mail is sent without waiting for it, and never the only word).
 */
export async function notify(
  platform: Pick<Platform, 'clock' | 'random' | 'mailer' | 'changes' | 'addresses'>,
  trx: Trx,
  to: { organizationId: string; roles: readonly Role[] } | { platformRole: 'moderator' | 'operator' },
  what: { kind: NotificationKind; title: string; text: string; link: string },
): Promise<void> {
  const organizationId = 'organizationId' in to ? to.organizationId : null
  const people =
    'organizationId' in to
      ? (await peopleWithRole(trx, to.organizationId, to.roles)).map((row) => ({ id: row.personId, email: row.email }))
      : await peopleWithPlatformRole(trx, to.platformRole)
  const createdAt = platform.clock.now()
  const rows = people.map((person) => ({
    ...what,
    id: newId('ntf', createdAt, platform.random),
    personId: person.id,
    organizationId,
    createdAt,
  }))
  await insertNotifications(trx, rows)
  for (const person of people) {
    await platform.changes.publish(trx, 'notification', person.id)
    void platform.mailer.send({
      to: person.email,
      subject: what.title,
      text: `${what.text}\n\n${platform.addresses.publicUrl}${what.link}\n`,
    })
  }
}

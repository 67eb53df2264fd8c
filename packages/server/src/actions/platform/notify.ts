import type { NotificationKind, Role } from '@mkt/contract/api'
import { newId } from '../../lib/ids.ts'
import { peopleWithRole } from '../../store/accounts/members.ts'
import { peopleWithPlatformRole } from '../../store/accounts/people.ts'
import { insertNotifications } from '../../store/platform/notifications.ts'
import type { Published, Unit } from './unit.ts'

/**
 * Notifies the people who wait for something, as part of the change that made it happen. A worker mails it from there, so a
 * mail never tells of something that was rolled back, and none is lost with a process.
 */
export async function notify(
  unit: Unit,
  to: { organizationId: string; roles: readonly Role[] } | { platformRole: 'moderator' | 'operator' },
  what: { kind: NotificationKind; title: string; text: string; link: string },
): Promise<Published> {
  const { trx, now, random } = unit
  const organizationId = 'organizationId' in to ? to.organizationId : null
  const people =
    'organizationId' in to
      ? (await peopleWithRole(trx, to.organizationId, to.roles)).map((row) => row.personId)
      : (await peopleWithPlatformRole(trx, to.platformRole)).map((row) => row.id)
  const rows = people.map((personId) => ({
    ...what,
    id: newId('ntf', now, random),
    personId,
    organizationId,
    createdAt: now,
  }))
  await insertNotifications(trx, rows)
  return unit.changed('notification', ...people)
}

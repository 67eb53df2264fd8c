import type { AfterAttempt, DeadReason, Notice } from '../domain/delivery.ts'
import type { Route } from '../domain/route.ts'
import { withPrefix } from '../lib/ids.ts'
import type { ClaimedDelivery } from '../store/claims.ts'
import { transaction } from '../store/transaction.ts'
import { noteInstallation } from './note-installation.ts'
import { notify } from './notify.ts'
import type { Platform } from './platform.ts'

const notices: Readonly<Record<Notice, { level: 'info' | 'warning' | 'error'; message: string }>> = {
  failing: {
    level: 'warning',
    message: 'Deliveries of events have been failing for an hour. See the attempts for what the application answers.',
  },
  paused: {
    level: 'error',
    message:
      'Deliveries of events are paused. Nothing is lost: events are accepted and wait. Resume when the application works again.',
  },
  recovered: { level: 'info', message: 'Deliveries of events work again.' },
}

const reasons: Readonly<Record<DeadReason, string>> = {
  rejected: 'the application refused it',
  gone: 'the application answered 410, which also pauses the route',
  exhausted: 'every attempt of the schedule failed',
  suspected_poison: 'an instance ended each time it handled it',
  uninstalled: 'the installation was uninstalled',
  payload_gone: 'its payload is no longer kept',
}

/** Tells the customer what they should know of a delivery: a dead letter, and when the route's fortune changed. */
export async function noteDelivery(
  platform: Pick<Platform, 'db' | 'clock' | 'random' | 'log' | 'mailer' | 'changes' | 'addresses'>,
  route: Route,
  delivery: Pick<ClaimedDelivery, 'id'>,
  decision: AfterAttempt,
): Promise<void> {
  const deliveryId = withPrefix('dlv', delivery.id)
  try {
    if (decision.delivery.state === 'DEAD' && decision.delivery.reason !== null) {
      await noteInstallation(platform, platform.db, route.installationId, {
        kind: 'delivery',
        level: 'error',
        message: `Delivery ${deliveryId} is a dead letter: ${reasons[decision.delivery.reason]}.`,
        details: { deliveryId, reason: decision.delivery.reason },
      })
    }
    if (decision.notice !== undefined) {
      const notice = notices[decision.notice]
      await tellPeople(platform, route, decision.notice, notice.message)
      await noteInstallation(platform, platform.db, route.installationId, {
        kind: 'delivery',
        ...notice,
        details: { deliveryId },
      })
    }
  } catch (error) {
    platform.log.warn(
      { error: (error as Error).message, installationId: route.installationId },
      'A delivery could not be noted',
    )
  }
}

/** A route that fails or pauses is told to the customer's administrators. */
async function tellPeople(
  platform: Pick<Platform, 'db' | 'clock' | 'random' | 'mailer' | 'changes' | 'addresses'>,
  route: Route,
  notice: Notice,
  text: string,
): Promise<void> {
  if (notice === 'recovered') return
  const title =
    notice === 'paused' ? `Deliveries to ${route.appName} are paused` : `Deliveries to ${route.appName} fail`
  await transaction(platform.db, (trx) =>
    notify(
      platform,
      trx,
      { organizationId: route.organizationId, roles: ['owner', 'admin'] },
      {
        kind: `deliveries.${notice}`,
        title,
        text,
        link: `/manage/installations/${route.installationId}/deliveries`,
      },
    ),
  )
}

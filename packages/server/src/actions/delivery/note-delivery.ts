import type { AfterAttempt, DeadReason, Notice } from '../../domain/delivery/delivery.ts'
import { runnersOf } from '../../domain/installation/installation-runners.ts'
import type { Route } from '../../domain/route/route.ts'
import { withPrefix } from '../../lib/ids.ts'
import type { ClaimedDelivery } from '../../store/delivery/claims.ts'
import { installationById } from '../../store/installation/installations.ts'
import { noteInstallation } from '../installation/note-installation.ts'
import { notify } from '../platform/notify.ts'
import type { Platform } from '../platform/platform.ts'
import type { Unit } from '../platform/unit.ts'

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

/** Why deliveries are dead letters, in words; the documentation is made from it. */
export const deadReasons: Readonly<Record<DeadReason, string>> = {
  rejected: 'the application refused it',
  gone: 'the application answered 410, which also pauses the route',
  exhausted: 'every attempt of the schedule failed',
  suspected_poison: 'an instance ended each time it handled it',
  uninstalled: 'the installation was uninstalled',
  payload_gone: 'its payload is no longer kept',
}

/** Notes for the customer what became of a delivery: a dead letter, and when the route's fortune changed. */
export async function noteDelivery(
  platform: Pick<Platform, 'db' | 'clock' | 'random' | 'log'>,
  route: Route,
  delivery: Pick<ClaimedDelivery, 'id'>,
  { delivery: next, notice }: Pick<AfterAttempt, 'delivery' | 'notice'>,
): Promise<void> {
  const deliveryId = withPrefix('dlv', delivery.id)
  const note = (entry: Pick<Parameters<typeof noteInstallation>[3], 'level' | 'message' | 'details'>) =>
    noteInstallation(platform, platform.db, route.installationId, { kind: 'delivery', ...entry })
  try {
    if (next.state === 'DEAD' && next.reason !== null) {
      const message = `Delivery ${deliveryId} is a dead letter: ${deadReasons[next.reason]}.`
      await note({ level: 'error', message, details: { deliveryId, reason: next.reason } })
    }
    if (notice !== undefined) await note({ ...notices[notice], details: { deliveryId } })
  } catch (error) {
    platform.log.warn(
      { error: (error as Error).message, installationId: route.installationId },
      'A delivery could not be noted',
    )
  }
}

/**
 * Notifies those who run an installation that its deliveries fail or are paused, in the transaction that notices it: nobody
 * should find out by missing something, also when the process is killed right after.
 */
export async function notifyTurn(
  unit: Unit,
  route: Pick<Route, 'installationId' | 'organizationId' | 'appName'>,
  turn: Notice,
): Promise<void> {
  if (turn === 'recovered') return
  const { installationId, organizationId, appName } = route
  const installation = await installationById(unit.trx, installationId)
  const name = installation?.name ?? appName
  await notify(
    unit,
    { organizationId, roles: runnersOf(installation) },
    {
      kind: `deliveries.${turn}`,
      title: turn === 'paused' ? `Deliveries to ${name} are paused` : `Deliveries to ${name} fail`,
      text: notices[turn].message,
      link: `/manage/installations/${installationId}/deliveries`,
    },
  )
}

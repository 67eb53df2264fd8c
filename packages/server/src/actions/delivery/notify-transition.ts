import type { Notice } from '../../domain/delivery/route-health.ts'
import { runnersOf } from '../../domain/installation/installation-runners.ts'
import { installationById } from '../../store/installation/installations.ts'
import { noteInstallation } from '../installation/note-installation.ts'
import { notify } from '../platform/notify.ts'
import type { Unit } from '../platform/unit.ts'

export interface NoticedRoute {
  installationId: string
  organizationId: string
  /** Where the attempt went that made the difference; a turn by the clock has none. */
  path?: string
}

interface Turn {
  level: 'info' | 'warning' | 'error'
  message(path: string): string
  title?(name: string): string
}

const turns: Readonly<Record<Notice, Turn>> = {
  failing: {
    level: 'warning',
    message: () =>
      'Deliveries of events have been failing for an hour. See the attempts for what the application answers.',
    title: (name) => `Deliveries to ${name} fail`,
  },
  paused: {
    level: 'error',
    message: () =>
      'Deliveries of events are paused. Nothing is lost: events are accepted and wait. Resume when the application works again.',
    title: (name) => `Deliveries to ${name} are paused`,
  },
  gone: {
    level: 'error',
    message: (path) =>
      `The application answered 410 at ${path}, so deliveries to this path are paused. Its events are accepted and wait. Resume when the application takes them again.`,
    title: (name) => `Deliveries to ${name} are paused for one path`,
  },
  recovered: { level: 'info', message: () => 'Deliveries of events work again.' },
}

/** Tells the customer that the deliveries of a route took a turn: in the installation's log, and where it needs somebody by a notification. */
export async function notifyTransition(unit: Unit, route: NoticedRoute, turn: Notice): Promise<void> {
  const { installationId, organizationId, path = '' } = route
  const { level, message, title } = turns[turn]
  const installation = await installationById(unit.trx, installationId)
  if (installation === undefined) return
  const details = path === '' ? {} : { path }
  await noteInstallation(unit, unit.trx, installationId, { kind: 'delivery', level, message: message(path), details })
  if (title === undefined) return
  await notify(
    unit,
    { organizationId, roles: runnersOf(installation) },
    {
      kind: turn === 'failing' ? 'deliveries.failing' : 'deliveries.paused',
      title: title(installation.name),
      text: message(path),
      link: `/manage/installations/${installationId}/deliveries`,
    },
  )
}

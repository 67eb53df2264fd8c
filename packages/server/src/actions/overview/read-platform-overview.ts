import { toItems } from '../../domain/platform/items.ts'
import { presence } from '../../domain/platform/process.ts'
import { latencyQuantile } from '../../domain/traffic/latency.ts'
import { addTo, noRequests, type RequestCount } from '../../domain/traffic/request-count.ts'
import { SLOT_MS, slotOf } from '../../domain/traffic/traffic.ts'
import { platformTraffic, worstInstallations } from '../../store/overview/platform-traffic.ts'
import { sickDeployments } from '../../store/overview/sick-deployments.ts'
import { type PlatformFigures, readPlatformFigures } from '../../store/platform/platform-figures.ts'
import { listProcesses } from '../../store/platform/processes.ts'
import type { Platform } from '../platform/platform.ts'

const SLOTS = 12
const WORST = 10
const SICK = 10

/** The figures of the whole platform that an operator looks at first. */
export async function readPlatformOverview({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  const now = clock.now()
  const from = new Date(slotOf(now).getTime() - (SLOTS - 1) * SLOT_MS)
  const [figures, processes, slots, worst, sick] = await Promise.all([
    readPlatformFigures(db),
    listProcesses(db, presence.silentMs),
    platformTraffic(db, from),
    worstInstallations(db, from, WORST),
    sickDeployments(db, SICK),
  ])
  const hour = noRequests()
  for (const slot of slots) addTo(hour, slot)
  const bySlot = new Map(slots.map((slot) => [slot.slot.getTime(), slot]))
  const points = Array.from({ length: SLOTS }, (_, index) => {
    const at = from.getTime() + index * SLOT_MS
    return { at: new Date(at).toISOString(), ...signalsOf(bySlot.get(at) ?? noRequests()) }
  })
  const silent = processes.filter((process) => process.silent).length
  const { waiting, oldestSeconds, overdueSeconds, dead, apps, restarts } = figures
  return {
    at: now.toISOString(),
    lastHour: { ...signalsOf(hour), points },
    worst: toItems(
      worst,
      ({ installation }) => installation.id,
      (row) => row,
    ),
    events: { waiting, oldestSeconds, overdueSeconds, dead, apps },
    routes: { paused: figures.routesPaused, failing: figures.routesFailing },
    instances: byState(figures.instances),
    deployments: byState(figures.deployments),
    installations: byState(figures.installations),
    credentials: byState(figures.credentials),
    sick: toItems(
      sick,
      ({ id }) => id,
      ({ since, ...deployment }) => ({ ...deployment, since: since.toISOString() }),
    ),
    restarts,
    processes: { up: processes.length - silent, silent },
    database: {
      bytes: figures.databaseBytes,
      connections: figures.serverConnections,
      connectionsMax: figures.serverConnectionsMax,
    },
  }
}

function signalsOf({ requests, failed, classes, slowestMs }: RequestCount) {
  return { requests, failed, p95Ms: latencyQuantile(classes, 0.95, slowestMs) }
}

function byState(counts: PlatformFigures['instances']) {
  return toItems(
    counts,
    ({ label }) => label,
    ({ label, count }) => ({ state: label, count }),
  )
}

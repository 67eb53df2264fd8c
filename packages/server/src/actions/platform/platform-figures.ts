import { limits } from '@mkt/contract/limits'
import { parts } from '@mkt/contract/parts'
import { type FigureName, figure } from '../../domain/platform/figures.ts'
import { presence } from '../../domain/platform/process.ts'
import { type Sample, showFigure } from '../../lib/figures/show-figure.ts'
import { briefly } from '../../lib/log.ts'
import { within } from '../../lib/schedule/within.ts'
import { type PlatformFigures, readPlatformFigures } from '../../store/platform/platform-figures.ts'
import { listProcesses, type Process } from '../../store/platform/processes.ts'
import type { Platform } from './platform.ts'

type Read = PlatformFigures & { processes: Process[] }

/** Read at most this often, however many scrapers there are. */
const FRESH_MS = 15_000
/** A scraper gives up after some seconds, and would lose the figures of the process too. */
const LIMIT_MS = 2_500

const by = (label: string, counts: PlatformFigures['leases']): Sample[] =>
  counts.map((each) => ({ labels: { [label]: each.label }, value: each.count }))

/** Derives each figure from the rows. */
const views: Partial<Record<FigureName, (read: Read) => number | readonly Sample[]>> = {
  mkt_events_waiting: (read) => read.waiting,
  mkt_events_oldest_seconds: (read) => read.oldestSeconds,
  mkt_events_overdue_seconds: (read) => read.overdueSeconds,
  mkt_app_events_waiting: (read) => read.apps.map(({ app, waiting }) => ({ labels: { app }, value: waiting })),
  mkt_app_events_oldest_seconds: (read) =>
    read.apps.map(({ app, oldestSeconds }) => ({ labels: { app }, value: oldestSeconds })),
  mkt_backlog_quota_ratio: (read) => read.fullestRoute / limits.waitingEvents.value,
  mkt_dead_letters: (read) => read.dead,
  mkt_leases: (read) => by('kind', read.leases),
  mkt_instances: (read) => by('state', read.instances),
  mkt_deployments: (read) => by('state', read.deployments),
  mkt_installations: (read) => by('state', read.installations),
  mkt_restarts_total: (read) => read.restarts,
  mkt_routes_paused: (read) => read.routesPaused,
  mkt_routes_failing: (read) => read.routesFailing,
  mkt_egress_refused: (read) => read.egressRefused,
  mkt_credentials: (read) => by('state', read.credentials),
  mkt_credential_oldest_seconds: (read) => read.credentialOldestSeconds,
  mkt_processes: (read) => processSamples(read.processes),
  mkt_database_bytes: (read) => read.databaseBytes,
  mkt_database_server_connections: (read) => read.serverConnections,
  mkt_database_server_connections_max: (read) => read.serverConnectionsMax,
}

function processSamples(processes: readonly Process[]): Sample[] {
  const count = (part: string, silent: boolean) =>
    processes.filter((process) => process.silent === silent && process.roles.includes(part)).length
  return parts.flatMap((part) => [
    { labels: { part, state: 'up' }, value: count(part, false) },
    { labels: { part, state: 'silent' }, value: count(part, true) },
  ])
}

/**
 * Shows what the database tells about the whole platform. A database that does not answer takes these figures away and nothing else: a scrape
 * never fails for it.
 */
export function showPlatformFigures(
  platform: Pick<Platform, 'db' | 'metrics' | 'log'>,
  limitMs: number = LIMIT_MS,
): void {
  let last: { at: number; read: Promise<Read | undefined> } | undefined
  let pending = false

  async function read(): Promise<Read | undefined> {
    try {
      const processes = await listProcesses(platform.db, presence.silentMs)
      return { ...(await readPlatformFigures(platform.db)), processes }
    } catch (error) {
      platform.log.warn(briefly(error), 'The figures of the platform could not be read')
      return undefined
    } finally {
      pending = false
    }
  }

  /** A read that takes too long goes on for the next scrape, and no second one starts beside it. */
  async function readInTime(): Promise<Read | undefined> {
    pending = true
    const reading = read()
    const found = await within(reading, limitMs)
    if (found === undefined && pending)
      reading
        .then((late) => {
          last = { at: performance.now(), read: Promise.resolve(late) }
        })
        // It tells of its own failures.
        .catch(() => {})
    return found
  }

  function current(): Promise<Read | undefined> {
    const now = performance.now()
    if (last === undefined || (!pending && now - last.at >= FRESH_MS)) last = { at: now, read: readInTime() }
    return last.read
  }

  showFigure(platform.metrics, figure('mkt_platform_figures_up'), async () => ((await current()) === undefined ? 0 : 1))
  for (const [name, view] of Object.entries(views))
    showFigure(platform.metrics, figure(name as FigureName), async () => {
      const found = await current()
      return found === undefined ? [] : view(found)
    })
}

import type { DeliveryParts } from '../../actions/delivery/delivery-parts.ts'
import { endPause } from '../../actions/delivery/end-pause.ts'
import type { RouteTable } from '../../actions/route/route-table.ts'
import { healthWithRelease } from '../../domain/delivery/route-health.ts'
import { briefly } from '../../lib/log.ts'
import { buryWaiting, routesWithDue } from '../../store/delivery/claims.ts'
import { troubledRoutes } from '../../store/delivery/route-health.ts'
import { forgetEndedLeases } from '../../store/delivery/route-leases.ts'
import type { DeliveryQueue } from './delivery-queue.ts'

/** A route that begins to fail is heard of at once; this finds what was missed. */
const SCANS_PER_THOROUGH = 30

/**
 * Routes with waiting events that one scan looks at; the next scan goes on behind them. New events and retries within a minute are known
 * without a scan, and so are the routes of a worker that died, so with more routes only later retries wait for their turn. After a start
 * nothing is known: as long as half of the routes that a scan looked at can be served and are not yet, the next scan does not wait for its time.
 */
const ROUTES_PER_SCAN = 500

/** Finds what nobody was told of: due retries, leases that ended, routes in trouble, and events of uninstalled installations. */
export interface DeliveryScan {
  /** Begins a scan unless one runs. */
  now(): void
  /** Goes on at once where the last scan found much to send and left routes behind, unless enough are in line. */
  goOn(): void
  /** The health of a route changed: a scan that begins from now on reads it. Begins one unless one runs. */
  healthChanged(): void
  /** Resolves when no scan runs. */
  settled(): Promise<void>
  /** What waits for an uninstalled installation has nobody to go to. */
  bury(installationId: string): void
}

export function createDeliveryScan(
  { platform, pool }: Pick<DeliveryParts, 'platform' | 'pool'>,
  routes: Pick<RouteTable, 'byInstallation'>,
  { queue, holder }: { queue: DeliveryQueue; holder: string },
  done: () => void,
): DeliveryScan {
  const { log, clock, db } = platform
  let scans = 0
  let scannedTo = ''
  let scanning: Promise<void> | undefined
  let healthIsKnown = false
  let troubledKnown = 0
  let muchIsDue = false

  async function readHealth(): Promise<void> {
    healthIsKnown = true
    const troubled = await troubledRoutes(db)
    troubledKnown = troubled.size
    for (const [installationId, health] of troubled) {
      const route = routes.byInstallation(installationId)
      if (route === undefined || healthWithRelease(health, route.releaseId) === undefined) continue
      await endPause(platform, route)
      troubled.delete(installationId)
    }
    const releaseOf = (installationId: string) => routes.byInstallation(installationId)?.releaseId
    queue.setTroubled(troubled, releaseOf, clock.now())
  }

  async function scan(): Promise<void> {
    scans += 1
    const isThorough = scans % SCANS_PER_THOROUGH === 0
    // Only routes in trouble change by time: a pause comes to its next try, or ends with another release.
    if (isThorough || !healthIsKnown || troubledKnown > 0) await readHealth()
    await lookOn()
    if (isThorough) await forgetEndedLeases(pool)
  }

  async function lookOn(): Promise<void> {
    muchIsDue = false
    const { due, waiting, last } = await routesWithDue(pool, holder, scannedTo, ROUTES_PER_SCAN)
    for (const installationId of due) queue.add(installationId)
    scannedTo = last ?? ''
    const news = due.filter((id) => queue.isNews(id, routes.byInstallation(id), clock.now()))
    muchIsDue = last !== null && news.length >= ROUTES_PER_SCAN / 2
    done()
    for (const installationId of waiting) await buryUninstalled(installationId)
  }

  async function buryUninstalled(installationId: string): Promise<void> {
    if (routes.byInstallation(installationId)?.state !== 'UNINSTALLED') return
    while ((await buryWaiting(pool, installationId)) > 0) {}
  }

  function begin(work: () => Promise<void>): void {
    scanning ??= work()
      .catch((error: Error) => {
        healthIsKnown = false
        log.warn(briefly(error), 'Waiting events could not be looked for; trying again')
      })
      .finally(() => {
        scanning = undefined
      })
  }

  const now = () => begin(scan)

  return {
    now,
    goOn() {
      if (muchIsDue && queue.size < ROUTES_PER_SCAN) begin(lookOn)
    },
    healthChanged() {
      healthIsKnown = false
      now()
    },
    settled: async () => scanning,
    bury(installationId) {
      buryUninstalled(installationId).catch((error: Error) =>
        log.warn(briefly(error), 'Dead letters could not be made; trying again'),
      )
    },
  }
}

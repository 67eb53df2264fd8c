import { attemptDelivery } from '../actions/delivery/attempt-delivery.ts'
import type { DeliveryParts } from '../actions/delivery/delivery-parts.ts'
import { endPause } from '../actions/delivery/end-pause.ts'
import type { RouteTable } from '../actions/route/route-table.ts'
import { mustGoAlone } from '../domain/delivery/delivery.ts'
import { healthWithRelease, isGonePath } from '../domain/delivery/route-health.ts'
import { guarded } from '../lib/guarded.ts'
import { newId } from '../lib/ids.ts'
import {
  buryWaiting,
  type ClaimedDelivery,
  claimDeliveries,
  claimOldest,
  extendLeases,
  releaseLeases,
  routesWithDue,
  routesWithWaiting,
} from '../store/delivery/claims.ts'
import { troubledRoutes } from '../store/delivery/route-health.ts'
import { DeliveryQueue, type Pick, type QueueLimits } from './delivery-queue.ts'
import { type Loop, startLoop } from './loop.ts'
import { SendGate } from './send-gate.ts'

/** Uninstalling is heard of at once; this finds what was missed. */
const SCANS_PER_BURIAL = 30

/**
 * Routes with waiting events that one scan looks at; the next scan goes on behind them. New events and retries within a minute are known
 * without a scan, so with more routes only later retries and leases of a worker that died wait for their turn.
 */
const ROUTES_PER_SCAN = 500

/** What waits for a paused path is due when the pause ends, which makes everything due. */
const PARKED_MS = 100 * 365 * 86_400_000

interface Job {
  delivery: ClaimedDelivery
  probe: boolean
  deploymentId: string
}

export interface DeliveryWorkerOptions extends QueueLimits {
  /** Deliveries under way to one deployment. */
  atOnce: number
  concurrency: number
  batch: number
  /** A killed worker's deliveries are taken over after this and one scan. */
  leaseMs: number
  scanMs: number
  drainMs: number
}

export const deliveryDefaults: DeliveryWorkerOptions = {
  atOnce: 32,
  perRoute: 16,
  perDeployment: 128,
  concurrency: 512,
  batch: 128,
  leaseMs: 6_000,
  scanMs: 1_000,
  drainMs: 20_000,
}

export interface DeliveryWorker {
  /** An event of this installation was accepted. */
  accepted(installationId: string): void
  stop(): Promise<void>
}

/**
 * Sends waiting events to their applications.
 *
 * Invariant: an acknowledged event is WAITING, DELIVERED or DEAD, and only the outcome of an attempt, an uninstall or a person moves it. A
 * delivery leaves WAITING only together with the record of its outcome and only by the worker that holds its lease; a lease that ends gives it back.
 */
export function startDeliveryWorker(
  parts: DeliveryParts,
  routes: RouteTable,
  options: DeliveryWorkerOptions,
): DeliveryWorker {
  const { pool, platform } = parts
  const { log, clock, changes, db } = platform
  const workerId = newId('wrk')
  const queue = new DeliveryQueue(options)
  const gate = new SendGate(options.atOnce)
  const timers = new Set<NodeJS.Timeout>()
  let claims = 0
  let scans = 0
  let scannedTo = ''
  let scanning: Promise<void> | undefined

  async function claim(limit: number): Promise<Job[]> {
    const jobs: Job[] = []
    // A route that has nothing due leaves the line and a route that is full is passed over, so this ends.
    while (jobs.length < limit) {
      const picks = queue.pick(limit - jobs.length, routes.byInstallation, clock.now())
      if (picks.length === 0) break
      for (const job of await claimPicks(picks)) {
        queue.begin(job.delivery.installationId, job.deploymentId)
        jobs.push(job)
      }
    }
    return jobs
  }

  async function claimPicks(picks: Pick[]): Promise<Job[]> {
    claims += 1
    const leasedBy = `${workerId}:${claims}`
    const ordinary = picks.filter((pick) => !pick.probe)
    const byRoute = new Map(picks.map((pick) => [pick.installationId, pick]))
    try {
      const taken = ordinary.length === 0 ? [] : await claimDeliveries(pool, ordinary, options.leaseMs, leasedBy)
      for (const pick of picks.filter((candidate) => candidate.probe)) {
        const { installationId } = pick
        const exceptPaths = Object.keys(queue.healthOf(installationId).gonePaths)
        const oldest = await claimOldest(pool, { installationId, exceptPaths }, options.leaseMs, leasedBy)
        if (oldest !== undefined) taken.push(oldest)
      }
      const counts = new Map<string, number>()
      for (const { installationId } of taken) counts.set(installationId, (counts.get(installationId) ?? 0) + 1)
      for (const pick of picks) queue.picked(pick, counts.get(pick.installationId) ?? 0)
      return taken.map((delivery) => {
        const pick = byRoute.get(delivery.installationId)
        return { delivery, probe: pick?.probe ?? false, deploymentId: pick?.deploymentId ?? '' }
      })
    } catch (error) {
      for (const pick of picks) {
        queue.picked(pick, 0)
        queue.add(pick.installationId)
      }
      throw error
    }
  }

  function finish(job: Job): void {
    queue.end(job.delivery.installationId, job.deploymentId)
    if (job.probe) queue.endProbe(job.delivery.installationId)
    if (queue.size > 0) loop.wake()
  }

  async function run(job: Job, signal: AbortSignal): Promise<void> {
    const { delivery, probe, deploymentId } = job
    const { installationId } = delivery
    const known = routes.byInstallation(installationId)
    if (known !== undefined && isGonePath(queue.healthOf(installationId), delivery.path, known.releaseId)) {
      await releaseLeases(pool, [delivery], PARKED_MS).finally(() => finish(job))
      return
    }
    // Claimed ahead of its turn, so that the application never waits for the database.
    const answered = await gate.enter(deploymentId, mustGoAlone(delivery), signal)
    try {
      const route = routes.byInstallation(installationId)
      if (answered === undefined || route === undefined) {
        await releaseLeases(pool, [delivery], options.scanMs)
        return
      }
      const health = queue.healthOf(installationId)
      const result = await attemptDelivery(parts, delivery, route, { probe, health, signal, answered })
      if (result.kind === 'released') {
        later(installationId, options.scanMs)
        return
      }
      if (result.health !== undefined) queue.setHealth(installationId, result.health)
      const { state, dueAt } = result.decision.delivery
      if (state === 'WAITING' && !probe) later(installationId, dueAt.getTime() - clock.now().getTime())
    } finally {
      answered?.()
      finish(job)
    }
  }

  /** Looks again at a route when its next delivery is due; what is further off is found by the scan. */
  function later(installationId: string, milliseconds: number): void {
    if (milliseconds > 60_000) return
    const due = () => {
      timers.delete(timer)
      wake(installationId)
    }
    const failed = (error: unknown) =>
      log.error({ error, installationId }, 'Looking for due deliveries failed by a bug')
    const timer = setTimeout(guarded(failed, due), Math.max(0, milliseconds) + 5)
    timer.unref()
    timers.add(timer)
  }

  async function scan(): Promise<void> {
    const releaseOf = (installationId: string) => routes.byInstallation(installationId)?.releaseId
    const troubled = await troubledRoutes(db)
    for (const [installationId, health] of troubled) {
      const route = routes.byInstallation(installationId)
      if (route === undefined || healthWithRelease(health, route.releaseId) === undefined) continue
      await endPause(platform, route)
      troubled.delete(installationId)
    }
    queue.setTroubled(troubled, releaseOf, clock.now())
    const { due, last } = await routesWithDue(pool, scannedTo, ROUTES_PER_SCAN)
    for (const installationId of due) queue.add(installationId)
    scannedTo = last ?? ''
    if (scans % SCANS_PER_BURIAL === 0)
      for (const installationId of await routesWithWaiting(pool)) await buryUninstalled(installationId)
    scans += 1
    loop.wake()
  }

  /** What waits for an uninstalled installation has nobody to go to. */
  async function buryUninstalled(installationId: string): Promise<void> {
    if (routes.byInstallation(installationId)?.state !== 'UNINSTALLED') return
    while ((await buryWaiting(pool, installationId)) > 0) {}
  }

  function routeChanged(installationId: string): void {
    if (routes.byInstallation(installationId)?.state !== 'UNINSTALLED') wake(installationId)
    else
      buryUninstalled(installationId).catch((error: Error) =>
        log.warn({ error: error.message }, 'Dead letters could not be made; trying again'),
      )
  }

  function scanNow(): void {
    scanning ??= scan()
      .catch((error: Error) =>
        log.warn({ error: error.message }, 'Waiting events could not be looked for; trying again'),
      )
      .finally(() => {
        scanning = undefined
      })
  }

  function wake(installationId: string): void {
    queue.add(installationId)
    loop.wake()
  }

  const loop: Loop = startLoop<Job>(
    {
      claim,
      run,
      async extend(jobs) {
        const held = await extendLeases(
          pool,
          jobs.map((job) => job.delivery),
          options.leaseMs,
        )
        return jobs.filter((job) => held.has(job.delivery.id))
      },
      async release(jobs) {
        for (const job of jobs) finish(job)
        await releaseLeases(
          pool,
          jobs.map((job) => job.delivery),
          0,
        )
      },
    },
    {
      name: 'delivery',
      concurrency: options.concurrency,
      batch: options.batch,
      leaseMs: options.leaseMs,
      idleMs: 60_000,
      drainMs: options.drainMs,
      log,
    },
  )
  const ticking = setInterval(scanNow, options.scanMs)
  const unsubscribe = [
    changes.subscribe('event', { changed: wake, reset: scanNow }),
    changes.subscribe('route-health', scanNow),
    routes.onChange(routeChanged),
  ]
  scanNow()

  return {
    accepted: wake,
    async stop() {
      clearInterval(ticking)
      for (const off of unsubscribe) off()
      for (const timer of timers) clearTimeout(timer)
      await scanning
      await loop.stop()
      await parts.settlements.drain()
    },
  }
}

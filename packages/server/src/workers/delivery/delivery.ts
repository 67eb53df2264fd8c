import type { DeliveryParts } from '../../actions/delivery/delivery-parts.ts'
import type { RouteTable } from '../../actions/route/route-table.ts'
import { guarded } from '../../lib/guarded.ts'
import { newId } from '../../lib/ids.ts'
import { giveRoutesBack, takeRoutes } from '../../store/delivery/route-leases.ts'
import { type Loop, startLoop } from '../loop.ts'
import { createClaimSource } from './claim-source.ts'
import { DeliveryClaims, type DeliveryJob } from './delivery-claims.ts'
import { DeliveryQueue, type QueueLimits } from './delivery-queue.ts'
import { createDeliveryScan } from './delivery-scan.ts'
import { createDueTimers } from './due-timers.ts'
import { createRefill } from './refill.ts'
import { RouteLeases } from './route-leases.ts'
import { runDelivery } from './run-delivery.ts'
import { SendGate } from './send-gate.ts'

export interface DeliveryWorkerOptions extends QueueLimits {
  /** Deliveries in progress to one deployment. */
  atOnce: number
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
 * delivery leaves WAITING only together with the record of its outcome and only as the version of the row that was sent; whatever changed the row
 * meanwhile wins. A worker holds a route while it sends its events; a lease that ends gives the route to others.
 */
export function startDeliveryWorker(
  parts: DeliveryParts,
  routes: RouteTable,
  options: DeliveryWorkerOptions,
): DeliveryWorker {
  const { pool, platform } = parts
  const { log, clock, changes, random } = platform
  const { leaseMs, scanMs } = options
  const queue = new DeliveryQueue(options)
  const workerId = newId('wrk', clock.now(), random)
  const leases = new RouteLeases(
    {
      take: (ids) => takeRoutes(pool, ids, workerId, leaseMs),
      giveBack: (ids) => giveRoutesBack(pool, ids, workerId),
    },
    leaseMs,
    (error) => log.error({ error }, 'Giving routes back failed by a bug'),
  )
  const source = createClaimSource(pool, log)
  const claims = new DeliveryClaims(queue, leases, source, () => refill.ended(queue.held))
  const timers = createDueTimers(wake, (error, installationId) =>
    log.error({ error, installationId }, 'Looking for due deliveries failed by a bug'),
  )
  const gate = new SendGate(options.atOnce)
  const run = { parts, routes, queue, gate, timers, scanMs, answered: (job: DeliveryJob) => claims.answered(job) }
  const scan = createDeliveryScan(parts, routes, { queue, holder: workerId }, () => loop.wake())

  function wake(installationId: string): void {
    queue.add(installationId)
    loop.wake()
  }

  const refill = createRefill(
    () => {
      if (queue.size > 0) loop.wake()
    },
    (error) => log.error({ error }, 'Claiming deliveries failed by a bug'),
  )

  async function deliver(job: DeliveryJob, signal: AbortSignal): Promise<void> {
    try {
      await runDelivery(run, job, signal)
      claims.finish(job)
    } catch (error) {
      const forget = claims.fail(job)
      timers.after(job.delivery.installationId, leaseMs, forget)
      throw error
    }
  }

  function routeChanged(installationId: string): void {
    if (routes.byInstallation(installationId)?.state === 'UNINSTALLED') scan.bury(installationId)
    else wake(installationId)
  }

  const loop: Loop = startLoop<DeliveryJob>(
    {
      async claim(limit) {
        const jobs = await claims.claim(limit, (room) => queue.pick(room, routes.byInstallation, clock.now()))
        scan.goOn()
        return jobs
      },
      run: deliver,
      async extend(jobs) {
        const held = await leases.renew([...new Set(jobs.map((job) => job.delivery.installationId))])
        return jobs.filter((job) => held.has(job.delivery.installationId))
      },
      async release(jobs) {
        for (const job of jobs) claims.finish(job)
      },
    },
    {
      name: 'delivery',
      concurrency: options.concurrency,
      refill: Math.ceil(Math.min(options.batch, options.concurrency) / 4),
      batch: options.batch,
      leaseMs,
      idleMs: 60_000,
      drainMs: options.drainMs,
      log,
    },
  )
  const scanFailed = (error: unknown) => log.error({ error }, 'Scanning for due deliveries failed by a bug')
  const ticking = setInterval(guarded(scanFailed, scan.now), scanMs)
  const unsubscribe = [
    changes.subscribe('event', { changed: wake, reset: scan.now }),
    changes.subscribe('route-health', { changed: scan.healthChanged, reset: scan.healthChanged }),
    routes.onChange(routeChanged),
  ]
  scan.now()

  return {
    accepted(installationId) {
      source.accepted(installationId)
      wake(installationId)
    },
    async stop() {
      clearInterval(ticking)
      for (const off of unsubscribe) off()
      await loop.stop()
      await scan.settled()
      // Deliveries that ended meanwhile have set some of them.
      timers.clear()
      refill.clear()
      await parts.settlements.drain()
      await leases.stop()
    },
  }
}

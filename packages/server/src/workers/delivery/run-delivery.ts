import { attemptDelivery } from '../../actions/delivery/attempt-delivery.ts'
import type { DeliveryParts } from '../../actions/delivery/delivery-parts.ts'
import { postpone } from '../../actions/delivery/postponements.ts'
import type { RouteTable } from '../../actions/route/route-table.ts'
import { mustBeSentAlone } from '../../domain/delivery/delivery.ts'
import { isGonePath } from '../../domain/delivery/route-health.ts'
import { parkDelivery } from '../../store/delivery/claims.ts'
import type { DeliveryJob } from './delivery-claims.ts'
import type { DeliveryQueue } from './delivery-queue.ts'
import type { DueTimers } from './due-timers.ts'
import type { SendGate } from './send-gate.ts'

export interface DeliveryRun {
  parts: DeliveryParts
  routes: Pick<RouteTable, 'byInstallation'>
  queue: DeliveryQueue
  gate: SendGate
  timers: Pick<DueTimers, 'later'>
  scanMs: number
  /** The application answered, or did not in time. */
  answered(job: DeliveryJob): void
}

/** Sends one claimed delivery in its turn, or postpones it. */
export async function runDelivery(run: DeliveryRun, job: DeliveryJob, signal: AbortSignal): Promise<void> {
  const { parts, routes, queue, gate } = run
  const { delivery, deploymentId } = job
  const { installationId } = delivery
  const known = routes.byInstallation(installationId)
  if (known !== undefined && isGonePath(queue.healthOf(installationId), delivery.path, known.releaseId)) {
    // What this worker knows of the route may be a moment old.
    if (!(await parkDelivery(parts.pool, delivery))) await postpone(parts, delivery, run.scanMs)
    return
  }
  // Claimed ahead of its turn, so that the application never waits for the database.
  const answered = await gate.enter(deploymentId, mustBeSentAlone(delivery), signal)
  try {
    // Given up while it waited: this worker stops, or another one holds the route now.
    if (answered !== undefined) await send(run, job, answered, signal)
  } finally {
    answered?.()
  }
}

async function send(run: DeliveryRun, job: DeliveryJob, answered: () => void, signal: AbortSignal): Promise<void> {
  const { parts, routes, queue, timers, scanMs } = run
  const { delivery, probe } = job
  const { installationId } = delivery
  const route = routes.byInstallation(installationId)
  if (route === undefined) {
    await postpone(parts, delivery, scanMs)
    return
  }
  const health = queue.healthOf(installationId)
  const began = performance.now()
  const over = () => {
    queue.answered(job.deploymentId, performance.now() - began)
    answered()
    run.answered(job)
  }
  const result = await attemptDelivery(parts, delivery, route, { probe, health, signal, answered: over })
  if (result.kind === 'released') {
    timers.later(installationId, scanMs)
    return
  }
  if (result.health !== undefined) queue.setHealth(installationId, result.health)
  if (!result.kept) timers.later(installationId, 0)
  const { state, dueAt } = result.decision.delivery
  if (state === 'WAITING' && !probe)
    timers.later(installationId, dueAt.getTime() - parts.platform.clock.now().getTime())
}

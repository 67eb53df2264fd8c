import { setTimeout as pause } from 'node:timers/promises'
import { limits } from '@mkt/contract/limits'
import { type Care, careForDeployment } from '../actions/deployment/care-for-deployment.ts'
import type { Runner } from '../actions/deployment/runner.ts'
import { wakeDeployments } from '../actions/deployment/wake-deployments.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { outputLimits } from '../domain/deployment/output-rate.ts'
import { pruneContainerLines } from '../store/deployment/container-logs.ts'
import { extendDeploymentLeases, leaseDeployments, releaseDeploymentLeases } from '../store/deployment/deployments.ts'
import { pruneFigures } from '../store/deployment/figures.ts'
import { type Loop, startLoop } from './loop.ts'

const PRUNE_EVERY_MS = 3600_000
const KEPT_MS = limits.outputTimeKept.value

export interface RolloutOptions {
  leaseMs?: number
  /** How often to look for releases that must run, beside being told of changes. */
  sweepMs?: number
}

/**
 * Cares for every deployment: this process leases those that nobody cares for and steps each of them until it has
 * stopped. Invariant: a deployment has at most one carer at a time, and one that must run has a carer within a lease's
 * length after the former one died.
 */
export function startRollout(platform: Platform, runner: Runner, options: RolloutOptions = {}): Loop {
  const leaseMs = options.leaseMs ?? 10_000
  const sweepMs = options.sweepMs ?? 10_000
  const { db, clock, log, changes } = platform
  const cares = new Map<string, { care: Care; wake: () => void }>()
  const until = () => new Date(clock.now().getTime() + leaseMs)

  const loop = startLoop<string>(
    {
      claim: (limit) => leaseDeployments(db, runner.holder, until(), clock.now(), limit),
      extend: (ids) => extendDeploymentLeases(db, runner.holder, ids, until()),
      release: (ids) => releaseDeploymentLeases(db, runner.holder, ids),
      run: (id, signal) => careUntilOver(id, signal),
    },
    { name: 'rollout', concurrency: 1_000, batch: 50, leaseMs, idleMs: Math.min(sweepMs, leaseMs), drainMs: 0, log },
  )

  async function careUntilOver(id: string, signal: AbortSignal): Promise<void> {
    const care = careForDeployment(platform, runner, id)
    let wake = () => {}
    cares.set(id, { care, wake: () => wake() })
    try {
      while (!signal.aborted) {
        const wait = await stepSafely(care, id)
        if (wait === null) break
        const woken = new AbortController()
        wake = () => woken.abort()
        await pause(wait, undefined, { signal: AbortSignal.any([signal, woken.signal]) }).catch(() => {})
      }
    } finally {
      cares.delete(id)
      await releaseDeploymentLeases(db, runner.holder, [id])
      // It may have been asked for again while the lease was still held.
      loop.wake()
    }
  }

  /** An engine or a database that is away for a moment must not end the care. */
  async function stepSafely(care: Care, id: string): Promise<number | null> {
    try {
      return await care.step()
    } catch (error) {
      log.warn({ error, deployment: id }, 'a step of a deployment failed; trying again')
      care.refresh()
      return 1_000
    }
  }

  function refresh(id: string): void {
    const entry = cares.get(id)
    entry?.care.refresh()
    entry?.wake()
    if (entry === undefined) loop.wake()
  }

  function refreshAll(): void {
    for (const { care } of cares.values()) care.refresh()
  }

  let sweeping = false
  let again = false
  async function sweep(): Promise<void> {
    again = true
    if (sweeping) return
    sweeping = true
    try {
      while (again) {
        again = false
        if ((await wakeDeployments(platform)) > 0) loop.wake()
      }
      await prune()
    } catch (error) {
      log.warn({ error }, 'looking for releases that must run failed; trying again')
    } finally {
      sweeping = false
    }
  }

  let prunedAt = 0
  async function prune(): Promise<void> {
    const now = clock.now().getTime()
    if (now - prunedAt < PRUNE_EVERY_MS) return
    prunedAt = now
    await pruneContainerLines(db, new Date(now - KEPT_MS), outputLimits.bytesPerApp)
    await pruneFigures(db, new Date(now - KEPT_MS))
  }

  function referenceChanged(releaseId?: string): void {
    for (const { care } of cares.values()) care.referenceChanged(releaseId)
    void sweep()
  }

  const onReset = () => {
    refreshAll()
    void sweep()
  }
  const unsubscribe = [
    changes.subscribe('deployment', { changed: refresh, reset: refreshAll }),
    changes.subscribe('release', { changed: referenceChanged, reset: onReset }),
    changes.subscribe('installation', { changed: () => referenceChanged(), reset: onReset }),
  ]
  const timer = setInterval(() => void sweep(), sweepMs)
  void sweep()

  return {
    wake: () => loop.wake(),
    get running() {
      return loop.running
    },
    async stop() {
      clearInterval(timer)
      for (const end of unsubscribe) end()
      await loop.stop()
    },
  }
}

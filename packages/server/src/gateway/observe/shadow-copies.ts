import { shadowHeader } from '@mkt/contract/app'
import type { Platform } from '../../actions/platform/platform.ts'
import { askIsolated } from '../../actions/trial/ask-isolated.ts'
import { shadowBatchIdentity } from '../../actions/trial/shadow-identity.ts'
import { figure } from '../../domain/platform/figures.ts'
import type { Route } from '../../domain/route/route.ts'
import { type ComparedCall, compareCall } from '../../domain/trial/compared-call.ts'
import { createTally } from '../../lib/figures/tally.ts'
import { guarded } from '../../lib/guarded.ts'
import { newId } from '../../lib/ids.ts'
import { briefly } from '../../lib/log.ts'
import { createDelayedFlush } from '../../lib/schedule/delayed-flush.ts'
import { createHalfShare } from '../../lib/sharing/half-share.ts'
import type { AppClient } from '../../outbound/app/app-client.ts'
import type { Pool } from '../../store/database/pool.ts'
import { insertShadowBatch } from '../../store/trial/shadows.ts'
import type { HeldCall, HeldCallObserver } from './held-call.ts'

/**
 * What copies may cost at most. Reading and comparing a call takes about a millisecond of this process, so 50 a second are a
 * twentieth of it; what is more is left out and counted. A sample of a busy route tells as much as all of it.
 */
const limits = {
  perSecond: 50,
  atOnce: 8,
  bytes: 32 * 1024 * 1024,
  /** A larger call would take too long to compare. */
  callBytes: 1024 * 1024,
  batch: 100,
  flushMs: 5_000,
  drainMs: 2_000,
}
/** A shadow that hangs leaves room for those of others. */
const SHARE_OF_ONE = 0.5

interface Pending {
  route: Route
  releaseId: string
  calls: ComparedCall[]
  dropped: number
}

/** Sends copies of live calls to the shadow of their installation after they were answered, and keeps what differs. */
export function createShadowCopies(
  platform: Platform,
  pool: Pool,
  client: AppClient,
  change: Partial<typeof limits> = {},
): HeldCallObserver & { readonly dropped: number } {
  const { perSecond, atOnce, bytes: mostBytes, callBytes, batch, flushMs, drainMs } = { ...limits, ...change }
  const { log } = platform
  const pending = new Map<string, Pending>()
  const running = new Map<Promise<void>, string>()
  const ending = new AbortController()
  const bytes = createHalfShare(mostBytes)
  let dropped = 0
  let second = 0
  let sent = createHalfShare(perSecond)
  const copies = createTally(platform.metrics, figure('mkt_shadow_copies_total'))

  function pendingOf(route: Route, releaseId: string): Pending {
    const key = `${route.installationId} ${releaseId}`
    const known = pending.get(key) ?? { route, releaseId, calls: [], dropped: 0 }
    pending.set(key, known)
    flushing.noted()
    return known
  }

  /** Whether there is room for one more copy to this release now. */
  function hasRoom(releaseId: string, installationId: string, size: number): boolean {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) {
      second = now
      sent = createHalfShare(perSecond)
    }
    const own = [...running.values()].filter((id) => id === releaseId).length
    if (running.size >= atOnce || own >= Math.ceil(atOnce * SHARE_OF_ONE)) return false
    // What is too much for the memory counts for this second, too.
    return size <= callBytes && sent.take(installationId) && bytes.take(installationId, size)
  }

  async function copy(call: HeldCall, shadow: NonNullable<Route['shadow']>): Promise<void> {
    const { installationId, routeId, keyEpoch, tenant } = call.route
    const to = {
      target: shadow,
      releaseId: shadow.releaseId,
      installation: { installationId, routeId, keyEpoch, tenant },
      headers: [shadowHeader, '1'],
    }
    const after = await askIsolated(platform, client, to, call, ending.signal)
    // What was broken off at the end of the process says nothing about the release.
    if (ending.signal.aborted) return
    const answered = call.code === null
    const before = { answer: answered ? call.answer : null, failure: call.code, durationMs: call.durationMs }
    const waiting = pendingOf(call.route, shadow.releaseId)
    waiting.calls.push(compareCall(call, { before, again: null, after }))
    if (waiting.calls.length >= batch) await flush(waiting)
  }

  async function flush(waiting: Pending): Promise<void> {
    const { route, releaseId, calls } = waiting
    if (calls.length === 0 && waiting.dropped === 0) return
    const rows = { calls: calls.length, dropped: waiting.dropped }
    waiting.calls = []
    waiting.dropped = 0
    const at = platform.clock.now()
    const id = newId('shb', at, platform.random)
    const { installationId, organizationId } = route
    const sealed = await platform.vault.seal(organizationId, shadowBatchIdentity(id), JSON.stringify(calls))
    await insertShadowBatch(pool, { id, installationId, releaseId, organizationId, ...rows, sealed, at })
  }

  async function flushAll(): Promise<void> {
    const all = [...pending.values()]
    pending.clear()
    for (const waiting of all)
      await flush(waiting).catch((error: Error) =>
        log.warn(briefly(error), 'Compared calls of a shadow could not be kept'),
      )
  }

  const failed = (error: unknown) => log.error({ error }, 'Shadows failed by a bug')
  const flushing = createDelayedFlush(flushAll, flushMs, failed)

  return {
    observe(call) {
      const { shadow } = call.route
      // What was given instead of an answer is not the release's own.
      if (shadow === null || call.fallback !== null) return
      const size = call.request.length + call.answer.length
      const { installationId } = call.route
      if (!hasRoom(shadow.releaseId, installationId, size)) {
        dropped += 1
        pendingOf(call.route, shadow.releaseId).dropped += 1
        copies.add(['dropped'])
        return
      }
      copies.add(['sent'])
      const job = copy(call, shadow)
        .catch((error: Error) => log.warn(briefly(error), 'A copy for a shadow failed'))
        .finally(() => {
          bytes.give(installationId, size)
          running.delete(job)
        })
      running.set(job, shadow.releaseId)
    },
    get dropped() {
      return dropped
    },
    async drain() {
      const late = setTimeout(
        guarded(failed, () => ending.abort()),
        drainMs,
      )
      await Promise.all(running.keys())
      clearTimeout(late)
      await flushing.stop()
    },
  }
}

import { vi } from 'vitest'
import { type Care, careForDeployment } from '../../actions/deployment/care-for-deployment.ts'
import { rollbackRelease } from '../../actions/deployment/rollback-release.ts'
import type { Runner } from '../../actions/deployment/runner.ts'
import { wakeDeployments } from '../../actions/deployment/wake-deployments.ts'
import { createOutputMasks } from '../../actions/installation/output-mask.ts'
import { byPlatform } from '../../actions/platform/origin.ts'
import { type CareTimes, careTimes } from '../../domain/deployment/health.ts'
import { deploymentOfRelease, leaseDeployments, releaseDeploymentLeases } from '../../store/deployment/deployments.ts'
import { type Release, releaseById } from '../../store/release/releases.ts'
import { newId } from '../platform/new-id.ts'
import { testPlatform } from '../platform/platform.ts'
import { type FakeEngine, fakeEngine } from './fake-engine.ts'
import { rolloutRows } from './rollout-rows.ts'

/** The usual times, shorter: a run of minutes takes few steps. */
export const shortTimes: CareTimes = {
  ...careTimes,
  probeStartingMs: 250,
  probeEveryMs: 2_000,
  startLimitMs: 12_000,
  drainMs: 6_000,
  steadyMs: 6_000,
  lingerMs: 30_000,
  backoffMaxMs: 4_000,
}

/** Deployments with their carers on a clock that the test moves: everything real but the engine. */
export async function rolloutWorld() {
  const { platform, clock } = await testPlatform()
  const { db } = platform
  const engine = fakeEngine()
  /** Versions whose new instances never become healthy. */
  const broken = new Set<string>()
  const asked = new Set<string>()
  let gate: Promise<void> | null = null
  const start: FakeEngine['start'] = async (spec) => {
    asked.add(spec.instanceId)
    if (gate !== null) await gate
    engine.next.healthy = !broken.has(spec.version)
    return engine.start(spec)
  }
  const runner: Runner = {
    engine: { ...engine, start },
    probeHealth: (address) => engine.probeHealth(address),
    times: shortTimes,
    holder: newId('wrk'),
    refusal: null,
    imageOf: async () => ({ digest: 'sha256:x', reference: 'x', credential: null, unpack: () => Promise.reject() }),
    outputMask: createOutputMasks(platform),
  }
  const cares = new Map<string, { care: Care; pause: number }>()

  /** One look at everything, as the worker takes it. Returns the pause before the next one. */
  async function step(): Promise<number> {
    await wakeDeployments(platform)
    const until = new Date(clock.now().getTime() + 1_000_000)
    for (const id of await leaseDeployments(db, runner.holder, until, clock.now(), 100))
      cares.set(id, { care: careForDeployment(platform, runner, id), pause: 0 })
    let pause = 1_000
    for (const [id, entry] of cares) {
      const next = await entry.care.step()
      if (next === null) {
        cares.delete(id)
        await releaseDeploymentLeases(db, runner.holder, [id])
        continue
      }
      // Instances are started by the step after the one that decided so, which asked to be followed at once.
      if (entry.pause === 0) await started(id)
      entry.pause = next
      pause = Math.min(pause, next)
    }
    return pause
  }

  /** The engine is asked in the background; simulated time goes on once it was. */
  async function started(deploymentId: string): Promise<void> {
    await vi.waitFor(
      async () => {
        const rows = await db
          .selectFrom('instance')
          .innerJoin('deployment', 'deployment.id', 'deployment_id')
          .select('instance.id as id')
          .where('deployment.id', '=', deploymentId)
          .where('deployment.state', 'not in', ['STOPPED', 'FAILED'])
          .where('instance.state', '=', 'STARTING')
          .where('since', '<', clock.now())
          .execute()
        if (!rows.every(({ id }) => asked.has(id)))
          throw new Error('The engine was not asked to start an instance yet.')
      },
      { timeout: 60_000, interval: 1 },
    )
  }

  /** Lets time pass, with a look as often as the worker looks; `after` is called after each. */
  async function pass(ms: number, after: () => Promise<void> = async () => {}): Promise<void> {
    const until = clock.now().getTime() + ms
    for (;;) {
      const pause = await step()
      await after()
      const left = until - clock.now().getTime()
      if (left <= 0) return
      clock.advance(Math.min(left, pause === 0 ? 50 : Math.max(pause, shortTimes.probeStartingMs)))
    }
  }

  /** Another process takes over: what was only in memory is lost. */
  async function takeOver(): Promise<void> {
    await releaseDeploymentLeases(db, runner.holder, [...cares.keys()])
    cares.clear()
    runner.holder = newId('wrk')
  }

  /** Forgets everything that ran, so that tests share the database and nothing else. */
  async function clear(): Promise<void> {
    await takeOver()
    engine.instances.clear()
    broken.clear()
    await db.updateTable('installation').set({ state: 'UNINSTALLED' }).execute()
    await db.updateTable('instance').set({ forgotten: true }).execute()
    await db
      .updateTable('release')
      .set({ state: 'SUPERSEDED', rollback_state: null })
      .where('state', '!=', 'FAILED')
      .execute()
    await db.updateTable('deployment').set({ state: 'STOPPED' }).execute()
  }

  const releaseOf = async (id: string) => (await releaseById(db, id)) as Release
  return {
    platform,
    db,
    clock,
    engine,
    broken,
    runner,
    step,
    pass,
    takeOver,
    clear,
    ...(await rolloutRows(platform)),
    /** Starts take until the returned function is called. */
    holdStarts() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return () => {
        gate = null
        resolve()
      }
    },
    /** The change feed tells every carer. */
    announce() {
      for (const { care } of cares.values()) care.refresh()
    },
    releaseOf,
    deploymentOf: (releaseId: string) => deploymentOfRelease(db, releaseId),
    rollback: async (id: string) => rollbackRelease(platform, await releaseOf(id), byPlatform),
    listingOf: (id: string) => db.selectFrom('listing').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    /** The containers of a version that the engine runs. */
    containers: (version: string) => [...engine.instances.values()].filter(({ spec }) => spec.version === version),
  }
}

export type RolloutWorld = Awaited<ReturnType<typeof rolloutWorld>>

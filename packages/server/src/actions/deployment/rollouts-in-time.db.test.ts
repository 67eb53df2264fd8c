import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { rollbackOf } from '../../domain/release/release.ts'
import { type RolloutWorld, rolloutWorld, shortTimes as times } from '../../testing/rollout/rollout-world.ts'

const RUNS = 12

let world: RolloutWorld
beforeAll(async () => {
  world = await rolloutWorld()
})

/** Objects that a run has created so far. */
interface Run {
  listing: string
  releases: { id: string; version: string }[]
  installations: { id: string; releaseId: string }[]
  /** Releases that were LIVE at the last look. */
  live: Set<string>
}

type Act = (run: Run) => Promise<unknown>

const wait = fc.oneof(
  fc.nat(2_000),
  fc.nat(times.startLimitMs + 2_000),
  fc.integer({ min: times.lingerMs - 1_000, max: times.lingerMs + times.drainMs + 2_000 }),
)

function act<T>(name: string, given: fc.Arbitrary<T>, build: (value: T) => Act): fc.Arbitrary<Act> {
  return given.map((value) => Object.assign(build(value), { [fc.toStringMethod]: () => `${name} ${value}` }))
}

const pick = <T>(items: readonly T[], index: number): T | undefined => items[index % Math.max(1, items.length)]

const action = fc.oneof(
  { weight: 4, arbitrary: act('wait', wait, (ms) => (run) => world.pass(ms, () => check(run))) },
  { weight: 2, arbitrary: act('deploy, broken', fc.boolean(), deploy) },
  { weight: 3, arbitrary: act('launch', fc.nat(9), launch) },
  { weight: 3, arbitrary: act('uninstall', fc.nat(9), uninstall) },
  { weight: 3, arbitrary: act('rollback to', fc.nat(9), rollback) },
  act('crash', fc.nat(9), (index) => async () => {
    const container = pick([...world.engine.instances.values()], index)
    if (container) Object.assign(container, { status: 'stopped', reason: 'It ended by itself.' })
  }),
  act('hang', fc.nat(9), (index) => async () => {
    const container = pick([...world.engine.instances.values()], index)
    if (container) container.healthy = false
  }),
  act('break', fc.nat(9), (index) => async (run) => world.broken.add(pick(run.releases, index)?.version ?? '')),
  act('fix', fc.nat(9), (index) => async (run) => world.broken.delete(pick(run.releases, index)?.version ?? '')),
  act('outage', fc.nat(60_000), (ms) => async () => {
    await world.takeOver()
    world.clock.advance(ms)
  }),
  act('announce', fc.constant(''), () => async () => world.announce()),
)

function deploy(broken: boolean): Act {
  return async (run) => {
    world.clock.advance(1)
    const release = await world.deploy(run.listing, true)
    if (broken) world.broken.add(release.version)
    run.releases.push(release)
  }
}

function launch(index: number): Act {
  return async (run) => {
    const release = pick(run.releases, index)
    const { state } = release ? await world.releaseOf(release.id) : { state: 'CHECKED' }
    if (!release || (state !== 'LIVE' && state !== 'SUPERSEDED')) return
    run.installations.push({ id: await world.launch(run.listing, release.id), releaseId: release.id })
  }
}

function uninstall(index: number): Act {
  return async (run) => {
    const [gone] = run.installations.splice(index % Math.max(1, run.installations.length), 1)
    if (gone) await world.uninstall(gone.id)
  }
}

function rollback(index: number): Act {
  return async (run) => {
    const release = pick(run.releases, index)
    if (!release || (await world.releaseOf(release.id)).state !== 'SUPERSEDED') return
    const asked = await world.rollback(release.id)
    expect(asked.state === 'LIVE' || rollbackOf(asked)?.state === 'PENDING').toBe(true)
    await check(run)
  }
}

/** Invariants. */
async function check(run: Run): Promise<void> {
  const rows = await world.db
    .selectFrom('release')
    .innerJoin('listing', 'listing.id', 'release.listing_id')
    .leftJoin('deployment', 'deployment.release_id', 'release.id')
    .select(['release.id', 'release.rollback_at', 'current_release_id', 'promoted_release_id'])
    .select('deployment.state as deployment')
    .where('release.listing_id', '=', run.listing)
    .where('release.state', '=', 'LIVE')
    .execute()
  for (const row of rows) {
    expect(row.current_release_id).toBe(row.id)
    if (run.live.has(row.id)) continue
    expect(row.deployment).toBe('RUNNING')
    if (row.rollback_at !== null) expect(row.promoted_release_id).toBe(row.id)
  }
  run.live = new Set(rows.map(({ id }) => id))
}

it('whatever happened: LIVE means a healthy deployment, what is needed runs, and every rollback comes to a true end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 15 }), async (actions) => {
      await world.clear()
      const run: Run = { listing: await world.listing(), releases: [], installations: [], live: new Set() }
      await deploy(false)(run)
      await world.pass(2_000, () => check(run))
      for (const perform of actions) await perform(run)
      // A rollback or a start that was asked for has ended one way or the other by now.
      await world.pass(times.startLimitMs + 5_000, () => check(run))
      for (const { id } of run.releases) {
        const release = await world.releaseOf(id)
        expect(release.state).not.toBe('CHECKED')
        expect(rollbackOf(release)?.state).not.toBe('PENDING')
      }
      // With everything fixed, what is asked for again succeeds.
      for (const { version } of run.releases) world.broken.delete(version)
      for (const container of world.engine.instances.values()) container.healthy = true
      for (const { releaseId } of [...run.installations]) await world.launch(run.listing, releaseId)
      const former = (await Promise.all(run.releases.map(({ id }) => world.releaseOf(id)))).filter(
        ({ state }) => state === 'SUPERSEDED',
      )
      const [target] = former
      if (target) await world.rollback(target.id)
      await world.pass(2 * times.startLimitMs, () => check(run))
      for (const { releaseId } of run.installations)
        expect((await world.deploymentOf(releaseId))?.state).toBe('RUNNING')
      if (target) expect((await world.releaseOf(target.id)).state).toBe('LIVE')
    }),
    // Each run takes a second or more: the first counterexample must do.
    { numRuns: RUNS, endOnFailure: true },
  )
})

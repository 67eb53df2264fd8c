import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rollbackOf } from '../../domain/release/release.ts'
import { type RolloutWorld, rolloutWorld, shortTimes as times } from '../../testing/rollout/rollout-world.ts'

let world: RolloutWorld
beforeAll(async () => {
  world = await rolloutWorld()
})
beforeEach(() => world.clear())

const UNTIL_STOPPED = times.lingerMs + times.drainMs + 5_000

/** Two promoted releases one after the other; customers follow the second, which serves. The first one's deployment is as told. */
async function twoReleases(firstIs: 'RUNNING' | 'STOPPING' | 'STOPPED') {
  const listing = await world.listing()
  const first = await world.deploy(listing, true)
  await world.pass(5_000)
  const second = await world.deploy(listing, true)
  await world.pass(5_000)
  await world.launch(listing, second.id)
  await world.db.updateTable('listing').set({ promoted_release_id: second.id }).where('id', '=', listing).execute()
  if (firstIs !== 'RUNNING') await world.pass(firstIs === 'STOPPED' ? UNTIL_STOPPED : times.lingerMs - 4_000)
  expect((await world.deploymentOf(first.id))?.state).toBe(firstIs)
  return { listing, first, second }
}

async function shown(listing: string, id: string) {
  const release = await world.releaseOf(id)
  const row = await world.listingOf(listing)
  return {
    state: release.state,
    rollback: rollbackOf(release)?.state ?? null,
    current: row.current_release_id === id,
    followed: row.promoted_release_id === id,
  }
}

const live = { state: 'LIVE', rollback: null, current: true, followed: true }
const pending = { state: 'SUPERSEDED', rollback: 'PENDING', current: false, followed: false }
const failed = { state: 'SUPERSEDED', rollback: 'FAILED', current: false, followed: false }
const superseded = { state: 'SUPERSEDED', rollback: null, current: false, followed: false }

describe('a return to a release', () => {
  it('is LIVE at once, and followed, when its deployment is healthy', async () => {
    const { listing, first, second } = await twoReleases('RUNNING')
    expect(await world.rollback(first.id)).toMatchObject({ state: 'LIVE' })
    expect(await shown(listing, first.id)).toEqual(live)
    expect(await shown(listing, second.id)).toEqual(superseded)
    await expect(world.rollback(first.id)).rejects.toMatchObject({ code: 'illegal_move' })
  })

  it.each(['STOPPING', 'STOPPED'] as const)(
    'whose deployment is %s is LIVE once that is healthy; until then the other one stays current and followed',
    async (state) => {
      const { listing, first, second } = await twoReleases(state)
      expect(await world.rollback(first.id)).toMatchObject({ state: 'SUPERSEDED' })
      expect(await shown(listing, first.id)).toEqual(pending)
      expect(await shown(listing, second.id)).toEqual(live)
      world.announce()
      await world.pass(3_000, async () => {
        if ((await world.releaseOf(first.id)).state === 'LIVE')
          expect((await world.deploymentOf(first.id))?.state).toBe('RUNNING')
      })
      expect(await shown(listing, first.id)).toEqual(live)
      expect(await shown(listing, second.id)).toEqual(superseded)
    },
  )

  it('that never becomes healthy fails with the reason, changes nothing, tells the publisher, and can be asked for again', async () => {
    const { listing, first, second } = await twoReleases('STOPPED')
    world.broken.add(first.version)
    await world.rollback(first.id)
    await world.pass(times.startLimitMs + 1_000)
    expect(await shown(listing, first.id)).toEqual(failed)
    expect(await shown(listing, second.id)).toEqual(live)
    expect(await world.deploymentOf(first.id)).toMatchObject({ state: 'FAILED' })
    expect((await world.releaseOf(first.id)).rollbackFailure).toMatch(
      // One line of the one instance of this start; what the release wrote when it ran well is no explanation.
      new RegExp(`did not answer GET /health.*\nLast lines of its output:\nhello from ${first.version}$`),
    )
    world.broken.delete(first.version)
    expect(rollbackOf(await world.rollback(first.id))).toMatchObject({ state: 'PENDING', reason: null })
    await world.pass(3_000)
    expect(await shown(listing, first.id)).toEqual(live)
  })

  it('that is asked for twice while it is pending begins one start', async () => {
    const { listing, first } = await twoReleases('STOPPED')
    world.broken.add(first.version)
    await world.rollback(first.id)
    await world.pass(times.startLimitMs - 2_000)
    const { startingAt } = (await world.deploymentOf(first.id)) ?? {}
    await world.rollback(first.id)
    await world.step()
    expect((await world.deploymentOf(first.id))?.startingAt).toEqual(startingAt)
    await world.pass(3_000)
    expect(await shown(listing, first.id)).toEqual(failed)
  })

  it('to a deployment that is being repaired fails when it is not healthy within the time of a start', async () => {
    const { listing, first } = await twoReleases('RUNNING')
    await world.launch(listing, first.id)
    world.broken.add(first.version)
    for (const container of world.containers(first.version)) container.healthy = false
    await world.pass(4 * times.probeEveryMs)
    expect((await world.deploymentOf(first.id))?.state).toBe('SICK')
    await world.rollback(first.id)
    world.announce()
    await world.pass(times.startLimitMs - 1_000)
    expect(await shown(listing, first.id)).toEqual(pending)
    await world.pass(2_000)
    expect(await shown(listing, first.id)).toEqual(failed)
  })

  it('that is pending when the listing is suspended fails', async () => {
    const { listing, first } = await twoReleases('STOPPED')
    await world.rollback(first.id)
    await world.db.updateTable('listing').set({ state: 'SUSPENDED' }).where('id', '=', listing).execute()
    await world.pass(3_000)
    expect(await shown(listing, first.id)).toEqual(failed)
    expect((await world.releaseOf(first.id)).rollbackFailure).toContain('suspended')
  })
})

describe('of two wishes the later one counts', () => {
  it('a release deployed after a return was asked for ends that return', async () => {
    const { listing, first } = await twoReleases('STOPPED')
    world.broken.add(first.version)
    await world.rollback(first.id)
    await world.step()
    world.clock.advance(1_000)
    const third = await world.deploy(listing)
    await world.pass(3_000)
    expect(await shown(listing, third.id)).toMatchObject({ state: 'LIVE', current: true })
    expect(await shown(listing, first.id)).toEqual(superseded)
  })

  it('a release deployed before a return was asked for does not undo it by becoming healthy later', async () => {
    const { listing, first } = await twoReleases('RUNNING')
    const slow = await world.deploy(listing)
    world.broken.add(slow.version)
    await world.pass(2_000)
    await world.rollback(first.id)
    for (const container of world.containers(slow.version)) container.healthy = true
    await world.pass(3_000)
    expect(await shown(listing, slow.id)).toEqual(superseded)
    expect(await shown(listing, first.id)).toEqual(live)
  })

  it('a return to another release ends the former one', async () => {
    const { listing, first, second } = await twoReleases('STOPPED')
    const third = await world.deploy(listing)
    await world.pass(3_000)
    world.broken.add(first.version)
    await world.rollback(first.id)
    await world.step()
    await world.rollback(second.id)
    expect(await shown(listing, second.id)).toEqual(live)
    expect(await shown(listing, first.id)).toEqual(superseded)
    expect(await shown(listing, third.id)).toEqual(superseded)
  })
})

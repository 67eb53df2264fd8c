import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { joinsWave } from '../../domain/promotion/promotion.ts'
import { eventually } from '../../testing/run/eventually.ts'
import { type LaunchWorld, launchWorld } from '../../testing/world/launch-world.ts'
import { advancePromotions } from './advance-promotions.ts'

let world: LaunchWorld
beforeAll(async () => {
  world = await launchWorld()
})

/** An app with some customers' installations, and a release that is not promoted yet. */
async function scene(count: number) {
  const listing = await world.listing()
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const body = { listingId: listing.id, tenantId: world.tenantId, settings: {} }
    const { id } = await world.admin.launchApp({ params: { org: 'northwind' }, body })
    ids.push(id)
  }
  for (const id of ids) await world.reach(id, 'RUNNING')
  const releaseId = await world.release(listing.id, { version: '1.1.0' }, false)
  return { listing, ids, releaseId }
}

const versionOf = async (id: string) => (await world.admin.getInstallation({ params: { id } })).release.version
const versions = (ids: string[]) => Promise.all(ids.map(versionOf))

async function figure(releaseId: string, requests: number, failed: number) {
  const { db } = world.platform
  const { id } = await db
    .selectFrom('deployment')
    .select('id')
    .where('release_id', '=', releaseId)
    .executeTakeFirstOrThrow()
  const at = new Date(world.clock.now().getTime() + 60_000)
  const nothing = { cpu_seconds: 0, memory_bytes: 0, processes: 0, instances: 1, restarts: 0 }
  await db
    .insertInto('figure')
    .values({ deployment_id: id, at, ...nothing, requests, failed })
    .execute()
}

describe('a promotion in waves', () => {
  it('gives the release to a share, then to everybody, and ends as an ordinary promotion', async () => {
    const { listing, ids, releaseId } = await scene(4)
    const body = { waves: [30, 100], everyHours: 1 }
    await world.developer.promoteRelease({ params: { id: releaseId }, body })
    const first = joinsWave(ids, new Set(), 30)
    expect(first).toHaveLength(2)
    await eventually(async () => expect(await versions(first)).toEqual(first.map(() => '1.1.0')))
    expect(await versions(ids.filter((id) => !first.includes(id)))).toEqual(['1.0.0', '1.0.0'])
    expect(await world.developer.getPromotion({ params: { id: releaseId } })).toMatchObject({
      state: 'RUNNING',
      wave: 0,
      installations: { total: 4, given: first.length, taken: first.length },
    })
    await expect(world.developer.promoteRelease({ params: { id: releaseId } })).rejects.toMatchObject({
      code: 'promotion_running',
    })
    await advancePromotions(world.platform)
    expect((await world.developer.getPromotion({ params: { id: releaseId } })).wave).toBe(0)
    world.clock.advance(3_600_000)
    await advancePromotions(world.platform)
    await eventually(async () => expect(await versions(ids)).toEqual(ids.map(() => '1.1.0')))
    world.clock.advance(3_600_000)
    await advancePromotions(world.platform)
    expect((await world.developer.getPromotion({ params: { id: releaseId } })).state).toBe('DONE')
    expect((await world.developer.getListing({ params: { id: listing.id } })).promotedReleaseId).toBe(releaseId)
  })

  it('is halted when the new release fails more than twice as often, and returns the wave with its configuration', async () => {
    const { listing, ids, releaseId } = await scene(2)
    await world.developer.promoteRelease({ params: { id: releaseId }, body: { waves: [100], everyHours: 1 } })
    await eventually(async () => expect(await versions(ids)).toEqual(['1.1.0', '1.1.0']))
    const before = await Promise.all(ids.map((id) => world.admin.getConfiguration({ params: { id } })))
    await figure(listing.releaseId, 1_000, 10)
    await figure(releaseId, 100, 3)
    await advancePromotions(world.platform)
    expect(await world.developer.getPromotion({ params: { id: releaseId } })).toMatchObject({
      state: 'HALTED',
      reason: expect.stringContaining('3 of 100'),
      health: { before: { requests: 1_000, failed: 10 }, after: { requests: 100, failed: 3 } },
    })
    await eventually(async () => expect(await versions(ids)).toEqual(['1.0.0', '1.0.0']))
    const after = await Promise.all(ids.map((id) => world.admin.getConfiguration({ params: { id } })))
    expect(after).toEqual(before)
    expect((await world.developer.getListing({ params: { id: listing.id } })).promotedReleaseId).toBe(listing.releaseId)
    const told = await world.platform.db
      .selectFrom('notification')
      .select('title')
      .where('kind', '=', 'release.halted')
      .execute()
    expect(told.map(({ title }) => title).toSorted()).toEqual(
      expect.arrayContaining([expect.stringContaining('was halted'), expect.stringContaining('is taken back')]),
    )
  })

  it('counts no installation whose customer pinned it: a wave of those would prove nothing', async () => {
    const { ids, releaseId } = await scene(3)
    const [first] = joinsWave(ids, new Set(), 1)
    await world.admin.changeInstallation({ params: { id: first ?? '' }, body: { pinned: true } })
    await world.developer.promoteRelease({ params: { id: releaseId }, body: { waves: [1, 100], everyHours: 1 } })
    const free = ids.filter((id) => id !== first)
    const [second] = joinsWave(free, new Set(), 1)
    await eventually(async () => expect(await versionOf(second ?? '')).toBe('1.1.0'))
    expect(await world.developer.getPromotion({ params: { id: releaseId } })).toMatchObject({
      installations: { total: 2, given: 1, taken: 1 },
    })
    await world.developer.stopPromotion({ params: { id: releaseId } })
  })

  it('goes on when another promotion cannot be looked at', async () => {
    const [broken, sound] = [await scene(1), await scene(1)]
    const body = { waves: [50, 100], everyHours: 1 }
    for (const { releaseId } of [broken, sound])
      await world.developer.promoteRelease({ params: { id: releaseId }, body })
    const { db } = world.platform
    await sql`create function refuse_update() returns trigger language plpgsql as $$
      begin if new.release_id = ${sql.lit(broken.releaseId)} then raise exception 'unreadable'; end if; return new; end $$`.execute(
      db,
    )
    await sql`create trigger refuse before update on promotion for each row execute function refuse_update()`.execute(
      db,
    )
    world.clock.advance(3_600_000)
    await advancePromotions(world.platform)
    const waveOf = async (releaseId: string) => (await world.developer.getPromotion({ params: { id: releaseId } })).wave
    expect([await waveOf(broken.releaseId), await waveOf(sound.releaseId)]).toEqual([0, 1])
    await sql`drop trigger refuse on promotion`.execute(db)
  })

  it('is stopped by one request of its publisher', async () => {
    const { ids, releaseId } = await scene(1)
    await world.developer.promoteRelease({ params: { id: releaseId }, body: { waves: [100], everyHours: 1 } })
    await eventually(async () => expect(await versions(ids)).toEqual(['1.1.0']))
    expect((await world.developer.stopPromotion({ params: { id: releaseId } })).state).toBe('HALTED')
    await eventually(async () => expect(await versions(ids)).toEqual(['1.0.0']))
    await expect(world.developer.stopPromotion({ params: { id: releaseId } })).rejects.toMatchObject({
      code: 'illegal_move',
    })
  })

  it('that is halted takes a release back that was still on its way', async () => {
    const { ids, releaseId } = await scene(1)
    const [id = ''] = ids
    await world.admin.stopInstallation({ params: { id } })
    await world.reach(id, 'STOPPED')
    await world.developer.promoteRelease({ params: { id: releaseId }, body: { waves: [100], everyHours: 1 } })
    const target = () =>
      world.platform.db
        .selectFrom('installation')
        .select('target_release_id as id')
        .where('id', '=', id)
        .executeTakeFirst()
    await expect.poll(target).toEqual({ id: releaseId })
    await world.developer.stopPromotion({ params: { id: releaseId } })
    await expect.poll(target).toEqual({ id: null })
    await world.admin.startInstallation({ params: { id } })
    await world.reach(id, 'RUNNING')
    expect(await versionOf(id)).toBe('1.0.0')
  })

  it('ends when its publisher returns to another release, and is not made everybody’s by a return to its own', async () => {
    const { listing, ids, releaseId } = await scene(3)
    await world.developer.promoteRelease({ params: { id: releaseId }, body: { waves: [1, 100], everyHours: 1 } })
    const later = await world.release(listing.id, { version: '1.2.0' }, false)
    await world.developer.rollbackRelease({ params: { id: releaseId } })
    const followed = async () => (await world.developer.getListing({ params: { id: listing.id } })).promotedReleaseId
    expect(await followed()).toBe(listing.releaseId)
    await advancePromotions(world.platform)
    expect((await world.developer.getPromotion({ params: { id: releaseId } })).state).toBe('RUNNING')
    await world.developer.rollbackRelease({ params: { id: later } })
    await advancePromotions(world.platform)
    expect(await world.developer.getPromotion({ params: { id: releaseId } })).toMatchObject({
      state: 'HALTED',
      reason: 'Its publisher returned to release 1.2.0.',
    })
    expect(await followed()).toBe(listing.releaseId)
    await eventually(async () => expect(new Set(await versions(ids))).toEqual(new Set(['1.0.0'])))
  })

  it('keeps its release from being withdrawn; halted, it is not what customers follow instead of a later one', async () => {
    const { listing, releaseId } = await scene(0)
    await world.developer.promoteRelease({ params: { id: releaseId }, body: { waves: [50, 100], everyHours: 1 } })
    await expect(world.developer.withdrawRelease({ params: { id: releaseId } })).rejects.toMatchObject({
      code: 'illegal_move',
      message: expect.stringContaining('promoted in waves'),
    })
    await world.developer.stopPromotion({ params: { id: releaseId } })
    const later = await world.release(listing.id, { version: '1.2.0' })
    await world.developer.withdrawRelease({ params: { id: later } })
    expect(await world.developer.getListing({ params: { id: listing.id } })).toMatchObject({
      currentReleaseId: releaseId,
      promotedReleaseId: listing.releaseId,
    })
  })

  it('offers its release to an installation of the wave that upgrades without naming one', async () => {
    const { listing, ids } = await scene(1)
    const [id = ''] = ids
    const major = await world.release(listing.id, { version: '2.0.0' }, false)
    await world.developer.promoteRelease({ params: { id: major }, body: { waves: [100], everyHours: 1 } })
    await expect
      .poll(async () => (await world.admin.getInstallation({ params: { id } })).offer)
      .toMatchObject({ releaseId: major })
    await world.admin.upgradeInstallation({ params: { id }, body: {} })
    await eventually(async () => expect(await versionOf(id)).toBe('2.0.0'))
    await world.developer.stopPromotion({ params: { id: major } })
  })

  it('that is halted leaves the release to a customer who took it by hand, and tells them', async () => {
    const { ids, releaseId } = await scene(2)
    const [given = ''] = joinsWave(ids, new Set(), 1)
    const other = ids.find((id) => id !== given) ?? ''
    await world.developer.promoteRelease({ params: { id: releaseId }, body: { waves: [1, 100], everyHours: 1 } })
    await world.admin.upgradeInstallation({ params: { id: other }, body: { releaseId } })
    await eventually(async () => expect(await versions(ids)).toEqual(['1.1.0', '1.1.0']))
    await world.admin.uninstallInstallation({ params: { id: given } })
    await world.reach(given, 'UNINSTALLED')
    await world.developer.stopPromotion({ params: { id: releaseId } })
    const told = await world.platform.db
      .selectFrom('notification')
      .select('text')
      .where('kind', '=', 'release.halted')
      .where('link', '=', `/manage/installations/${other}`)
      .execute()
    expect(told.map(({ text }) => text)).toContainEqual(expect.stringContaining('stays on it'))
    expect(await versionOf(other)).toBe('1.1.0')
  })
})

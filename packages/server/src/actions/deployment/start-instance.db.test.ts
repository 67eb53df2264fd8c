import { limits } from '@mkt/contract/limits'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Release, releaseById } from '../../store/release/releases.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { fakeEngine } from '../../testing/rollout/fake-engine.ts'
import { rollouts, wait } from '../../testing/rollout/rollouts.ts'
import { NotHealthyError, startIsolated } from '../trial/isolated-instance.ts'

const SIZE = 7_900_000_000
/** How many images of this size an organization may have unpacked. */
const FIT = Math.floor(limits.unpackedBytes.value / SIZE)

const world = await rollouts()
const { db } = world
const engine = fakeEngine()
let organization = ''

beforeEach(async () => {
  engine.instances.clear()
  organization = newId('org')
  await db.insertInto('organization').values({ id: organization, name: organization, title: 'Acme' }).execute()
  world.rollout(engine)
})

let images = 0

/** A release with an image of its own; `size` is what is known of it. */
async function release(size: number | null = SIZE): Promise<string> {
  const listing = await world.listing()
  images += 1
  const key = { listing_id: listing, image_digest: `sha256:${images}` }
  const image = { digest: key.image_digest, media_type: 'x', bytes: Buffer.alloc(0), annotations: '{}' }
  await db
    .insertInto('image')
    .values({ listing_id: listing, ...image })
    .execute()
  const sbom = { document: '{}', failure: null, unread: '[]', made_at: new Date(), unpacked_bytes: size }
  await db
    .insertInto('sbom')
    .values({ ...key, ...sbom })
    .execute()
  await db
    .updateTable('listing')
    .set({ organization_id: organization, app_name: listing })
    .where('id', '=', listing)
    .execute()
  const id = await world.release(listing, images, key.image_digest)
  await world.install(listing, id)
  return id
}

async function releases(count: number): Promise<string[]> {
  const made: string[] = []
  for (let number = 0; number < count; number += 1) made.push(await release())
  return made
}

const statesOf = async (ids: string[]) => (await Promise.all(ids.map(world.stateOf))).sort()
const reach = (id: string, state: string) => expect.poll(() => world.stateOf(id), wait).toBe(state)
/** How many images the engine got. */
const unpacked = () => new Set([...engine.instances.values()].map(({ spec }) => spec.version)).size
/** Nobody needs a release any more, and its container is gone. */
async function end(id: string) {
  await db.updateTable('installation').set({ state: 'UNINSTALLED' }).where('release_id', '=', id).execute()
  await db.updateTable('release').set({ state: 'SUPERSEDED' }).where('id', '=', id).execute()
  await expect.poll(async () => (await world.deploymentOf(id))?.state, wait).toBe('STOPPED')
}

describe('an engine gets no more images of an organization than its share of unpacked bytes', () => {
  it('however many are released while nothing runs: the others fail, and say why', async () => {
    const made = await releases(FIT + 3)
    const expected = [...Array(3).fill('FAILED'), ...Array(FIT).fill('LIVE')]
    await expect.poll(() => statesOf(made), wait).toEqual(expected)
    expect(unpacked()).toBe(FIT)
    for (const id of made) {
      const found = await releaseById(db, id)
      if (found?.state === 'FAILED') expect(found.failure).toContain('at most 60 GB are taken')
    }
  })

  it('also in a trial or as a shadow', async () => {
    const [first = ''] = await releases(FIT)
    await expect.poll(unpacked, wait).toBe(FIT)
    const more = await release()
    await reach(more, 'FAILED')
    const isolated = async (id: string) => {
      const found = (await releaseById(db, id)) as Release
      const options = { instanceId: newId('trib'), signal: new AbortController().signal }
      return startIsolated(world.platform, world.runnerOf(engine), found, options)
    }
    await expect(isolated(more)).rejects.toThrow(NotHealthyError)
    await expect(isolated(more)).rejects.toThrow('at most 60 GB are taken')
    expect(unpacked()).toBe(FIT)
    await (await isolated(first)).stop()
  })

  it('and what stopped counts until engines have removed it', async () => {
    const [first = ''] = await releases(FIT)
    await reach(first, 'LIVE')
    await end(first)
    const early = await release()
    await reach(early, 'FAILED')
    const unpackedAt = new Date(Date.now() - 3_600_001)
    await db.updateTable('release').set({ unpacked_at: unpackedAt }).where('id', '=', first).execute()
    await reach(await release(), 'LIVE')
  })

  it('and one whose size nobody knows counts as the largest there may be', async () => {
    const made = await releases(FIT - 1)
    await expect.poll(() => statesOf(made), wait).toEqual(Array(FIT - 1).fill('LIVE'))
    const left = limits.unpackedBytes.value - (FIT - 1) * SIZE
    await reach(await release(left - 1), 'LIVE')
    await reach(await release(1), 'LIVE')
    await reach(await release(null), 'FAILED')
  })

  it('one whose contents are only being read waits until they are', async () => {
    const made = await releases(FIT)
    await expect.poll(() => statesOf(made), wait).toEqual(Array(FIT).fill('LIVE'))
    const { image_digest, listing_id } = await db
      .selectFrom('sbom')
      .select(['image_digest', 'listing_id'])
      .orderBy('made_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const known = await db.deleteFrom('sbom').where('image_digest', '=', image_digest).returningAll().executeTakeFirst()
    const more = await release(1)
    await expect.poll(async () => (await world.deploymentOf(more))?.state, wait).toBe('STARTING')
    const row = { ...known, image_digest, listing_id, unpacked_bytes: 1, unread: '[]', made_at: new Date() }
    await db
      .insertInto('sbom')
      .values({ ...row, document: '{}', failure: null })
      .execute()
    await reach(more, 'LIVE')
  })

  it('but an image that is there is started again, however full the share is', async () => {
    const [one = ''] = await releases(FIT)
    await expect.poll(unpacked, wait).toBe(FIT)
    await reach(one, 'LIVE')
    await reach(await release(), 'FAILED')
    const { version } = (await releaseById(db, one)) as Release
    const containers = () => [...engine.instances.values()].filter(({ spec }) => spec.version === version)
    for (const container of containers()) container.status = 'stopped'
    await expect.poll(() => containers().filter(({ status }) => status === 'running').length, wait).toBe(1)
  })
})

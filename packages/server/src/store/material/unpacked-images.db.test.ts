import { defaultLimits } from '@mkt/oci'
import { beforeEach, expect, it } from 'vitest'
import { testApi } from '../../testing/platform/api.ts'
import { testWorld } from '../../testing/world/world.ts'
import { unpackedImages } from './unpacked-images.ts'

const api = await testApi()
const { db } = api.platform

const acme = await api.organization('acme')
const other = await api.organization('other')
const author = await api.person({ role: 'developer', organization: acme })
const { releases: releaseId = '' } = await testWorld(api, acme, author.id)
const release = await db
  .selectFrom('release')
  .select(['listing_id', 'image_digest'])
  .where('id', '=', releaseId)
  .executeTakeFirstOrThrow()

const now = new Date()
const bytesOf = async (organizationId: string) => (await unpackedImages(db, organizationId, now)).bytes
const set = (state: 'RUNNING' | 'STOPPED') =>
  db.updateTable('deployment').set({ state }).where('release_id', '=', releaseId).execute()

beforeEach(async () => {
  await db.deleteFrom('shadow_instance').execute()
  await db.updateTable('release').set({ unpacked_at: null }).execute()
  await db.updateTable('deployment').set({ state: 'STOPPED' }).execute()
  await db.deleteFrom('sbom').execute()
  const sbom = { document: null, failure: null, unread: '[]', made_at: now, unpacked_bytes: 5_000_000_000 }
  await db
    .insertInto('sbom')
    .values({ ...release, ...sbom })
    .execute()
})

it('counts what the running images of an organization take unpacked, each once, and nothing that was stopped', async () => {
  await set('RUNNING')
  expect(await bytesOf(acme.id)).toBe(5_000_000_000)
  expect(await bytesOf(other.id)).toBe(0)
  await set('STOPPED')
  expect(await bytesOf(acme.id)).toBe(0)
})

it('an image that an engine got counts for an hour, whatever became of it', async () => {
  const got = (before: number) =>
    db
      .updateTable('release')
      .set({ unpacked_at: new Date(now.getTime() - before) })
      .execute()
  await got(59 * 60_000)
  expect(await bytesOf(acme.id)).toBe(5_000_000_000)
  await got(61 * 60_000)
  expect(await bytesOf(acme.id)).toBe(0)
})

it('the image of a shadow counts as long as it runs', async () => {
  await db
    .insertInto('shadow_instance')
    .values({ release_id: releaseId, instance_id: 'shd_1', address: 'x', lease_owner: 'wrk', lease_until: now })
    .execute()
  expect(await bytesOf(acme.id)).toBe(5_000_000_000)
})

it('an image counts as the largest there may be while nobody knows what it takes', async () => {
  await set('RUNNING')
  await db.updateTable('sbom').set({ unpacked_bytes: null }).execute()
  expect(await bytesOf(acme.id)).toBe(defaultLimits.unpackedBytes)
  await db.deleteFrom('sbom').execute()
  expect(await bytesOf(acme.id)).toBe(defaultLimits.unpackedBytes)
})

it('an image that is asked about counts too, once', async () => {
  const asked = { imageDigest: release.image_digest }
  expect(await unpackedImages(db, acme.id, now, asked)).toEqual({
    bytes: 5_000_000_000,
    present: false,
    isUnread: false,
  })
  await set('RUNNING')
  expect(await unpackedImages(db, acme.id, now, asked)).toEqual({
    bytes: 5_000_000_000,
    present: true,
    isUnread: false,
  })
})

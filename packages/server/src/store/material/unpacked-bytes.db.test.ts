import { expect, it } from 'vitest'
import { testApi } from '../../testing/platform/api.ts'
import { testWorld } from '../../testing/world/world.ts'
import { unpackedBytesOf } from './sboms.ts'

const api = await testApi()
const { db } = api.platform

it('counts what the running images of an organization take unpacked, each once, and nothing that was stopped', async () => {
  const acme = await api.organization('acme')
  const other = await api.organization('other')
  const author = await api.person({ role: 'developer', organization: acme })
  const { releases: releaseId = '' } = await testWorld(api, acme, author.id)
  const release = await db
    .selectFrom('release')
    .select(['listing_id', 'image_digest'])
    .where('id', '=', releaseId)
    .executeTakeFirstOrThrow()
  const sbom = { document: null, failure: null, unread: '[]', made_at: new Date(), unpacked_bytes: 5_000_000_000 }
  await db.deleteFrom('sbom').execute()
  await db
    .insertInto('sbom')
    .values({ ...release, ...sbom })
    .execute()
  const set = (state: 'RUNNING' | 'STOPPED') =>
    db.updateTable('deployment').set({ state }).where('release_id', '=', releaseId).execute()
  await set('RUNNING')
  expect(await unpackedBytesOf(db, acme.id)).toBe(5_000_000_000)
  expect(await unpackedBytesOf(db, other.id)).toBe(0)
  await set('STOPPED')
  expect(await unpackedBytesOf(db, acme.id)).toBe(0)
})

import { digestOf } from '@mkt/oci'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { deleteListing } from '../store/listing/listings.ts'
import { askRegistry } from '../testing/http/ask-registry.ts'
import { testRegistry } from '../testing/images/registry.ts'
import { eventually } from '../testing/run/eventually.ts'

const test = await testRegistry()
const { db } = test.platform
const kept = await test.repository('acme', 'kept')
const { ask, begin, pushBlob, pushManifest } = askRegistry(test, kept)
const shared = await pushBlob('shared by two', 'acme/kept')
const mediaType = 'application/vnd.oci.image.manifest.v1+json'
const json = { 'content-type': mediaType }
let count = 0

type Act = (repository: string) => Promise<Awaited<ReturnType<typeof ask>>>

/** Deletes the listing while the request is on its way: it was found, and then waits for what becomes of it. */
async function whileBeingDeleted(prepare: (repository: string) => Promise<Act>) {
  count += 1
  const { listing } = await test.repository('acme', `gone-${count}`)
  const act = await prepare(listing.name)
  let answer: ReturnType<Act> | undefined
  await db.transaction().execute(async (trx) => {
    await deleteListing(trx, listing.id)
    answer = act(listing.name)
    await eventually(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      expect(rows).toHaveLength(1)
    })
  })
  return answer
}

const requests: Record<string, (repository: string) => Promise<Act>> = {
  'a manifest by its tag': async () => (repository) => putManifest(repository, 'latest', { config: described('{}') }),
  'a manifest that consists of nothing': async () => (repository) =>
    ask(`/v2/${repository}/manifests/latest`, {
      method: 'PUT',
      body: JSON.stringify({ schemaVersion: 2, mediaType: index, manifests: [] }),
      headers: { 'content-type': index },
    }),
  'the deletion of a manifest': async (repository) => {
    const { digest } = await pushManifest('old', {}, repository)
    return () => ask(`/v2/${repository}/manifests/${digest}`, { method: 'DELETE' })
  },
  'the beginning of an upload': async () => (repository) => ask(`/v2/${repository}/blobs/uploads/`, { method: 'POST' }),
  'the end of an upload': async (repository) => {
    const place = await begin(repository)
    return () => ask(`${place}?digest=${digestOf('late')}`, { method: 'PUT', body: 'late' })
  },
  'a blob mounted from another repository': async () => (repository) =>
    ask(`/v2/${repository}/blobs/uploads/?mount=${shared}&from=acme/kept`, { method: 'POST' }),
}
const index = 'application/vnd.oci.image.index.v1+json'

function described(content: string) {
  const type = 'application/vnd.oci.image.config.v1+json'
  return { mediaType: type, digest: digestOf(content), size: content.length }
}

function putManifest(repository: string, reference: string, change: object) {
  const body = JSON.stringify({ schemaVersion: 2, mediaType, layers: [], ...change })
  return ask(`/v2/${repository}/manifests/${reference}`, { method: 'PUT', body, headers: json })
}

it.each(Object.entries(requests))(
  'is told that there is no such listing, whose request meets its deletion: %s',
  async (_what, prepare) => {
    expect(await whileBeingDeleted(prepare)).toMatchObject({ status: 404, code: 'NAME_UNKNOWN' })
  },
)

it('leaves nothing of a listing that is deleted while something is pushed to it', async () => {
  await whileBeingDeleted(async (repository) => {
    await pushBlob('{}', repository)
    return () => putManifest(repository, '1.0.0', { config: described('{}') })
  })
  const left = await sql`select listing_id from image union select listing_id from blob_link
    union select listing_id from blob_upload`.execute(db)
  expect(left.rows).toEqual([{ listing_id: kept.listing.id }])
})

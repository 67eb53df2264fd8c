import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestOf } from '@mkt/oci'
import { expect, it } from 'vitest'
import { sealedThings } from '../../domain/platform/sealed-things.ts'
import { parseMasterKeys } from '../../lib/master-keys.ts'
import { testSimulator } from '../../testing/outside/simulator.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { testPlatform } from '../../testing/platform/platform.ts'
import { tenantWorld } from '../../testing/world/tenant-world.ts'
import { createListing } from '../listing/create-listing.ts'
import { byPlatform } from '../platform/origin.ts'
import { finishUpload } from './finish-upload.ts'
import { verifyStorage } from './verify-storage.ts'

const { platform, database } = await testPlatform({ allowAddresses: ['127.0.0.1'] })
const own = parseMasterKeys('ab'.repeat(32))
const sim = await testSimulator()
const world = await tenantWorld(platform)
const { organization } = world
const listing = await createListing(
  platform,
  { organization, appName: 'app', title: 'App', variant: 'connected', about: 'About', requirements: 'None' },
  byPlatform,
)

async function store(text: string): Promise<string> {
  const bytes = Buffer.from(text)
  const upload = newId('upl')
  await platform.blobs.append(upload, 0, [bytes].values() as never, bytes.length)
  const digest = digestOf(bytes)
  await finishUpload(platform, { listing, upload: { place: upload }, digest, organizationBytes: 1_000_000 })
  return digest
}

const fileOf = (digest: string) =>
  join(platform.policy.dataDir, 'registry/blobs/sha256', digest.slice(7, 9), digest.slice(7))

it('names the blobs that are missing or damaged', async () => {
  const [, missing, damaged] = [await store('kept'), await store('missing'), await store('damaged')]
  rmSync(fileOf(missing))
  writeFileSync(fileOf(damaged), 'demaged')
  expect(await verifyStorage(platform, own)).toMatchObject({
    blobs: 3,
    missing: [missing],
    damaged: [damaged],
    lost: [],
  })
})

it('says what the loss of the master key costs, by count, and what brings it back', async () => {
  await world.connect(sim.connected())
  const { lost, dataKeys } = await verifyStorage(platform, parseMasterKeys('cd'.repeat(32)))
  expect(dataKeys).toBe(2)
  expect(lost).toMatchObject([{ masterKeyId: own[0]?.id, organizations: [world.organization.name, 'platform'].sort() }])
  expect(lost[0]?.things).toContainEqual({
    what: 'credentials of tenants',
    remedy: 'customers replace them',
    count: expect.any(Number),
  })
  expect(lost[0]?.things).toContainEqual(expect.objectContaining({ what: 'keys that sign x-MKT-key', count: 1 }))
})

it('knows every sealed column of the database', async () => {
  const { rows } = await database.pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea' and column_name like 'sealed%'`,
  )
  const known = sealedThings.map(({ table, column }) => `${table}.${column}`)
  expect(rows.map(({ table, column }) => `${table}.${column}`).filter((each) => !known.includes(each))).toEqual([])
})

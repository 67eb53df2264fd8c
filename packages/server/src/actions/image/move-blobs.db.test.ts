import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { digestOf } from '@mkt/oci'
import { afterAll, expect, it } from 'vitest'
import { systemClock } from '../../lib/clock.ts'
import { systemRandom } from '../../lib/random.ts'
import { Secret } from '../../lib/secret.ts'
import { BlobMissing, type BlobStorage } from '../../store/image/blob-storage.ts'
import { openBlobs, openLayers } from '../../store/image/open-blobs.ts'
import { insertUpload } from '../../store/image/uploads.ts'
import { testRegistry } from '../../testing/images/registry.ts'
import { testS3 } from '../../testing/images/s3-server.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { atEnd } from '../../testing/run/at-end.ts'
import { finishUpload } from './finish-upload.ts'
import { holdUpload } from './hold-upload.ts'
import { moveBlobs } from './move-blobs.ts'

const server = await testS3()
const test = await testRegistry()
const { platform } = test
const { listing } = await test.repository('acme', 'rater')
const folder = mkdtempSync(join(tmpdir(), 'mkt-move-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const bucket = 's3://images/moved'
const config = {
  folder,
  places: [{ name: 'folder' }, { name: bucket, s3: { bucket: 'images', prefix: 'moved/' } }],
  storage: {
    endpoint: server.endpoint,
    region: server.region,
    pathStyle: true,
    redirect: undefined,
    credentials: {
      accessKeyId: server.key,
      secretAccessKey: Secret.of(server.key),
      sessionToken: undefined,
      file: '/nowhere',
      profile: 'default',
    },
  },
}
const layers = openLayers(config, { clock: systemClock, random: systemRandom })
const [disk, s3] = layers.map(({ blobs }) => blobs) as [BlobStorage, BlobStorage]
afterAll(() => s3.close())
/** No process of this platform has to notice a move. */
const order = { layers, to: bucket, keep: false, noticedMs: 0 }

async function store(blobs: BlobStorage, content: string): Promise<string> {
  const upload = newId('upl')
  await blobs.append(upload, 0, [Buffer.from(content)].values() as never, content.length)
  const digest = digestOf(content)
  const ground = { ...platform, blobs }
  await finishUpload(ground, { listing, upload: { place: upload }, digest, organizationBytes: 1_000_000 })
  return digest
}

it('blobs move while both places are read, and the move goes on where it was killed', async () => {
  const digests = await Promise.all(['one', 'two', 'three'].map((content) => store(disk, content)))
  const [first = '', second = ''] = digests
  const blobs = await openBlobs(config, platform)
  atEnd(() => blobs.close())
  // As a killed run leaves it: a blob copied, an upload begun.
  await s3.append(newId('upl'), 0, [Buffer.from('tw')].values() as never, 10)
  await store(s3, 'one')
  const kept = await moveBlobs(platform, { ...order, keep: true })
  expect(kept).toEqual({ copied: 2, present: 1, removed: 0, damaged: [], unfinished: 0 })
  for (const digest of digests) expect([await disk.size(digest), await s3.size(digest)]).not.toContain(undefined)

  const moved = await moveBlobs(platform, order)
  expect(moved).toMatchObject({ copied: 0, present: 3, removed: 3, damaged: [] })
  await expect(disk.open(first)).rejects.toThrow(BlobMissing)
  expect(await text(await blobs.open(second))).toBe('two')

  // A process that was started before the move writes to the new place within a second.
  await expect
    .poll(async () => {
      const digest = await store(blobs, `new ${performance.now()}`)
      return [await disk.size(digest), (await s3.size(digest)) === undefined]
    })
    .toEqual([undefined, false])
  await expect(openBlobs({ ...config, places: [{ name: 'folder' }] }, platform)).rejects.toThrow(
    /were moved to s3:\/\/images\/moved/,
  )
})

it('an upload that began in the former place ends there and can be read', async () => {
  await moveBlobs(platform, order)
  const blobs = await openBlobs(config, platform)
  atEnd(() => blobs.close())
  const upload = newId('upl')
  await disk.append(upload, 0, [Buffer.from('half ')].values() as never, 100)
  expect((await moveBlobs(platform, order)).unfinished).toBe(1)
  await blobs.append(upload, 5, [Buffer.from('done')].values() as never, 100)
  const digest = digestOf('half done')
  const ground = { ...platform, blobs }
  expect(
    await finishUpload(ground, { listing, upload: { place: upload }, digest, organizationBytes: 1_000_000 }),
  ).toMatchObject({
    outcome: 'stored',
  })
  expect(await text(await blobs.open(digest))).toBe('half done')
  expect(await moveBlobs(platform, order)).toMatchObject({
    ...{ copied: 1, damaged: [], unfinished: 0 },
  })
  expect(await disk.size(digest)).toBeUndefined()
})

it('a blob whose bytes are damaged is named and stays where it is', async () => {
  const digest = await store(disk, 'damaged')
  writeFileSync(join(folder, 'blobs/sha256', digest.slice(7, 9), digest.slice(7)), 'demaged')
  expect((await moveBlobs(platform, order)).damaged).toEqual([digest])
  expect([await disk.size(digest), await s3.size(digest)]).toEqual([7, undefined])
})

it('a copy with other bytes of the same length is replaced before the good one is removed', async () => {
  const digest = await store(disk, 'two copies')
  const hex = digest.slice(7)
  await server.client().put(`moved/blobs/sha256/${hex.slice(0, 2)}/${hex}`, Buffer.from('two c0pies'))
  await moveBlobs(platform, order)
  expect(await disk.size(digest)).toBeUndefined()
  expect(await text(await s3.open(digest))).toBe('two copies')
})

it('they move back to the folder in the same way', async () => {
  const moved = await moveBlobs(platform, { ...order, to: 'folder' })
  expect(moved.copied).toBeGreaterThanOrEqual(3)
  const blobs = await openBlobs({ ...config, places: [{ name: 'folder' }] }, platform)
  expect(await text(await blobs.open(digestOf('two')))).toBe('two')
})

it('a slow push that began in the former place and shows no bytes there counts as unfinished, and nothing of it is lost', async () => {
  await moveBlobs(platform, order)
  const blobs = await openBlobs(config, platform)
  atEnd(() => blobs.close())
  const ground = { ...platform, blobs }
  const id = newId('upl')
  await insertUpload(platform.db, { id, listingId: listing.id, now: platform.clock.now() })
  const [rest, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  async function* slowly() {
    yield Buffer.from('a slow ')
    begun.resolve()
    await rest.promise
    yield Buffer.from('push')
  }
  const digest = digestOf('a slow push')
  const pushed = holdUpload(ground, { listingId: listing.id, id }, async (upload) => {
    upload.size = await blobs.append(upload.place, 0, slowly(), 100)
    return finishUpload(ground, { listing, upload, digest, organizationBytes: 1_000_000 })
  })
  await begun.promise
  const back = { ...order, to: 'folder', shownMs: 0 }
  const others = (await s3.uploads()).length
  expect((await moveBlobs(platform, back)).unfinished).toBe(others + 1)
  rest.resolve()
  expect(await pushed).toMatchObject({ outcome: 'stored' })
  expect([await disk.size(digest), await s3.size(digest)]).toEqual([undefined, 11])
  expect(await text(await blobs.open(digest))).toBe('a slow push')
  expect(await moveBlobs(platform, back)).toMatchObject({ copied: 1, unfinished: others })
  expect([await disk.size(digest), await s3.size(digest)]).toEqual([11, undefined])
})

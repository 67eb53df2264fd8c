import { digestOf } from '@mkt/oci'
import { afterEach, expect, it } from 'vitest'
import { createReadiness } from '../actions/platform/readiness.ts'
import { createLog } from '../lib/log.ts'
import { systemRandom } from '../lib/random.ts'
import { diskBlobs } from '../store/image/disk-blobs.ts'
import { s3Blobs } from '../store/image/s3-blobs.ts'
import { releaseById } from '../store/release/releases.ts'
import { testRegistry } from '../testing/images/registry.ts'
import { testReleases } from '../testing/images/releases.ts'
import { testS3 } from '../testing/images/s3-server.ts'

const server = await testS3()
const test = await testRegistry()
const { platform } = test
const { publishedApp, push } = testReleases(test)
const storage = s3Blobs(server.client(), { prefix: 'mkt/', random: systemRandom })
platform.blobs = storage
const acme = await test.repository('acme', 'rater')

afterEach(() => {
  Object.assign(server, { failing: undefined, silent: false })
  platform.blobs = storage
})

const ask = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, test.origin), { ...init, headers: { authorization: acme.authorization } })
const said = async (answer: Response) =>
  ((await answer.json()) as { errors: { message: string }[] }).errors.map(({ message }) => message).join()
/** What a log says of the storage, as level and state. */
const tellsOf = (lines: readonly string[]) =>
  lines.map((line) => JSON.parse(line) as { level: string; storage?: string; msg: string })
/** A readiness of its own, so that no former answer counts. */
const readyz = async (expected: string) => {
  const readiness = createReadiness(platform)
  await expect.poll(async () => (await readiness.of('api')).body.storage).toBe(expected)
  return readiness.of('api')
}
const uploadOf = async (content: string) => {
  const begun = await ask('/v2/acme/rater/blobs/uploads/', { method: 'POST' })
  const location = begun.headers.get('location') ?? ''
  return {
    location,
    end: (body?: string) =>
      ask(`${location}?digest=${digestOf(content)}`, { method: 'PUT', ...(body ? { body } : {}) }),
  }
}

it('a full object storage answers 507, is said in /readyz, keeps nothing half, and the upload ends once there is room', async () => {
  const content = 'the whole layer'
  const upload = await uploadOf(content)
  await ask(upload.location, { method: 'PATCH', body: 'the whole ' })
  server.failing = { status: 507, code: 'XMinioStorageFull', method: 'PUT' }
  const refused = await ask(upload.location, { method: 'PATCH', body: 'layer' })
  expect(refused.status).toBe(507)
  expect(await said(refused)).toMatch(/is full\. Tell the operator/)
  const { status, body } = await readyz('full')
  expect([status, body.reasons]).toEqual([200, ['The image storage has no room left.']])
  server.failing = undefined
  expect(await storage.size(digestOf(content))).toBeUndefined()
  expect((await ask(upload.location)).headers.get('range')).toBe('0-9')
  expect((await upload.end('layer')).status).toBe(201)
  expect((await readyz('up')).body.reasons).toEqual([])
})

it('a full storage is one line in the log when it becomes full and one when there is room, before a push meets it', async () => {
  const lines: string[] = []
  const log = createLog({ destination: { write: (line: string) => void lines.push(line) } })
  let isFull = true
  const blobs = {
    ...storage,
    async check() {
      if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' })
    },
  }
  const moment = { now: 0 }
  const readiness = createReadiness(
    { ...platform, blobs, log },
    () => false,
    () => moment.now,
  )
  const look = async (expected: string) => {
    await expect.poll(async () => (await readiness.of('api')).body.storage).toBe(expected)
    for (let again = 0; again < 3; again += 1) {
      moment.now += 60_000
      await readiness.of('api')
    }
  }
  await look('full')
  const full = { level: 'error', storage: 'full', msg: 'The image storage has no room left' }
  expect(tellsOf(lines)).toMatchObject([full])
  isFull = false
  moment.now += 60_000
  await look('up')
  expect(tellsOf(lines)).toMatchObject([full, { level: 'info', storage: 'up' }])
})

it('a storage that refuses the platform answers 503 and says so, the same to those who pull', async () => {
  expect((await (await uploadOf('pulled')).end('pulled')).status).toBe(201)
  server.failing = { status: 403, code: 'AccessDenied' }
  for (const answer of [
    await (await uploadOf('x')).end('x'),
    await ask(`/v2/acme/rater/blobs/${digestOf('pulled')}`),
  ]) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await said(answer)).toMatch(/refuses the platform/)
  }
  await readyz('refused')
})

it('a request to a storage that never answers ends at its time limit', async () => {
  const impatient = server.client('S3RVER', { answerWithinMs: 300 })
  platform.blobs = s3Blobs(impatient, { prefix: 'mkt/', random: systemRandom })
  server.silent = true
  const answer = await (await uploadOf('slow')).end('slow')
  expect(answer.status).toBe(503)
})

it('a folder that is gone or no folder answers 503 and not as a bug', async () => {
  platform.blobs = diskBlobs('/dev/full/blobs')
  const answer = await (await uploadOf('x')).end('x')
  expect([answer.status, await said(answer)]).toEqual([503, expect.stringMatching(/does not answer/)])
  await readyz('away')
})

it('a release whose image cannot be read now is told to come again, and is not rejected', async () => {
  const app = await publishedApp()
  const body = await push(app)
  server.failing = { status: 503, code: 'SlowDown' }
  const create = () => test.as(app.authorization).createRelease({ params: { id: app.listing.id }, body: body as never })
  await expect(create()).rejects.toMatchObject({ status: 503, code: 'storage_unavailable' })
  server.failing = undefined
  const rows = await platform.db
    .selectFrom('release')
    .select(['id', 'state'])
    .where('listing_id', '=', app.listing.id)
    .execute()
  expect(rows.map(({ state }) => state)).not.toContain('REJECTED')
  const [kept] = rows
  if (kept === undefined) expect(await create()).toMatchObject({ state: 'CHECKED' })
  else expect(await releaseById(platform.db, kept.id)).toMatchObject({ state: 'UPLOADED' })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { digestOf } from '@mkt/oci'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { holdUpload, UPLOAD_LEASE_MS } from '../actions/image/hold-upload.ts'
import { diskBlobs } from '../store/image/disk-blobs.ts'
import { askRegistry } from '../testing/http/ask-registry.ts'
import { testRegistry } from '../testing/images/registry.ts'
import type { UploadPlan } from '../testing/images/upload-child.ts'
import { atEnd } from '../testing/run/at-end.ts'
import { registerRegistry } from './register-registry.ts'

const test = await testRegistry()
const { platform } = test
const acme = await test.repository('acme', 'rater')
const folder = join(platform.policy.dataDir, 'registry')

/** A second process of the role api over the same database and folder; it shares no memory with the first. */
const app = Fastify()
const blobs = diskBlobs(folder)
await registerRegistry(app, { ...platform, blobs })
await app.listen({ host: '127.0.0.1', port: 0 })
atEnd(async () => {
  await app.close()
  await blobs.close()
})
const first = askRegistry(test, acme)
const second = askRegistry({ ...test, origin: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` }, acme)
const both = [first, second] as const

const uploadOf = (location: string) => location.split('/').at(-1) ?? ''
const linked = async (text: string) => (await first.ask(`/v2/acme/rater/blobs/${digestOf(text)}`)).bytes.toString()
const stored = async () => (await blobs.uploads()).map(({ upload }) => upload).sort()
const heldUntil = async (location: string) => {
  const uploads = platform.db.selectFrom('blob_upload').select('lease_until').where('id', '=', uploadOf(location))
  return (await uploads.executeTakeFirstOrThrow()).lease_until
}
const endLease = () => test.clock.advance(UPLOAD_LEASE_MS + 1_000)

/** A process that writes to the upload, has written `first`, and waits to be told to write ` late`. */
async function startWriter(location: string) {
  const plan: UploadPlan = {
    address: test.database.address,
    folder,
    listing: acme.listing,
    id: uploadOf(location),
    first: 'first',
    late: ' late',
    digest: digestOf('first late'),
    now: test.clock.now().toISOString(),
  }
  const program = join(import.meta.dirname, '../testing/images/upload-child.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(plan)], { stdio: ['pipe', 'pipe', 'inherit'] })
  atEnd(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const says = async () => (await lines.next()).value as string | undefined
  expect(await says()).toBe('writing')
  return { child, says }
}

it('of requests at once at two processes one writes, and no byte that was acknowledged is lost', async () => {
  for (let round = 0; round < 12; round += 1) {
    const location = await first.begin()
    const chunk = 'x'.repeat(1_000 + round)
    const path = `${location}?digest=${digestOf(chunk.repeat(2))}`
    const sent = [0, 1, 2, 3].map((at) => both[at % 2]?.ask(location, { method: 'PATCH', body: chunk }))
    const ended = both.map(({ ask }) => ask(path, { method: 'PUT' }))
    const [chunks, ends] = await Promise.all([Promise.all(sent), Promise.all(ended)])
    const refused = [...chunks, ...ends].filter((answer) => answer?.status === 409)
    for (const answer of refused) expect(Number(answer?.headers.get('retry-after'))).toBeGreaterThan(0)
    const taken = chunks.filter((answer) => answer?.status === 202).length
    if (ends.some(({ status }) => status === 201)) {
      expect(taken).toBe(2)
      expect(await linked(chunk.repeat(2))).toBe(chunk.repeat(2))
    } else if (ends.every(({ status }) => status === 409)) {
      const range = (await second.ask(location)).headers.get('range')
      expect(range).toBe(`0-${Math.max(taken * chunk.length - 1, 0)}`)
    }
  }
})

it('an upload whose process was killed is taken over when its lease has ended, with all that was written', async () => {
  const before = await stored()
  const location = await first.begin()
  const { child } = await startWriter(location)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const next = () => second.ask(location, { method: 'PATCH', body: ' second', headers: { 'content-range': '5-11' } })
  const early = await next()
  expect([early.status, early.code]).toEqual([409, 'BLOB_UPLOAD_INVALID'])
  expect(Number(early.headers.get('retry-after'))).toBe(UPLOAD_LEASE_MS / 1_000)
  endLease()
  expect((await first.ask(location)).headers.get('range')).toBe('0-4')
  expect((await next()).status).toBe(202)
  const done = await first.ask(`${location}?digest=${digestOf('first second')}`, { method: 'PUT' })
  expect(done.status).toBe(201)
  expect(await linked('first second')).toBe('first second')
  expect(await stored()).toEqual(before)
})

it('a process that was stopped and goes on after another took over can neither add to the upload nor end it', async () => {
  const location = await first.begin()
  const { child, says } = await startWriter(location)
  child.kill('SIGSTOP')
  endLease()
  expect((await second.ask(location, { method: 'PATCH', body: ' second' })).status).toBe(202)
  child.kill('SIGCONT')
  child.stdin.write('go on\n')
  expect(await says()).toBe('lost')
  expect((await second.ask(location)).headers.get('range')).toBe('0-11')
  const done = await second.ask(`${location}?digest=${digestOf('first second')}`, { method: 'PUT' })
  expect(done.status).toBe(201)
  expect(await linked('first second')).toBe('first second')
  expect((await first.ask(`/v2/acme/rater/blobs/${digestOf('first late')}`)).status).toBe(404)
})

it('where what was written cannot be copied, the next request copies it: nobody writes where a stopped process may', async () => {
  const location = await first.begin()
  const { child, says } = await startWriter(location)
  child.kill('SIGSTOP')
  endLease()
  const full = { ...blobs, fork: () => Promise.reject(new Error('disk full')) }
  const upload = { listingId: acme.listing.id, id: uploadOf(location) }
  await expect(holdUpload({ ...platform, blobs: full }, upload, async () => {})).rejects.toThrow('disk full')
  expect((await second.ask(location, { method: 'PATCH', body: ' second' })).status).toBe(202)
  child.kill('SIGCONT')
  child.stdin.write('go on\n')
  expect(await says()).toBe('lost')
  const done = await second.ask(`${location}?digest=${digestOf('first second')}`, { method: 'PUT' })
  expect(done.status).toBe(201)
})

it('a request that lost its upload is told so, and where to go on', async () => {
  const location = await first.begin()
  let write: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from('slow'))
      write = controller
    },
  })
  const slow = fetch(new URL(location, test.origin), {
    method: 'PATCH',
    headers: { authorization: acme.authorization },
    body,
    duplex: 'half',
  } as RequestInit)
  await expect.poll(() => heldUntil(location)).not.toBeNull()
  expect((await second.ask(location, { method: 'PATCH' })).status).toBe(409)
  endLease()
  expect((await second.ask(location, { method: 'PATCH', body: 'quick' })).status).toBe(202)
  write?.enqueue(Buffer.from(' end'))
  write?.close()
  expect((await slow).status).toBe(409)
  const done = await first.ask(`${location}?digest=${digestOf('quick')}`, { method: 'PUT' })
  expect(done.status).toBe(201)
  expect(await linked('quick')).toBe('quick')
})

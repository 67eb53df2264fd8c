import type { AddressInfo } from 'node:net'
import { digestOf, openImage, pushImage, readFile } from '@mkt/oci'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { imageOf } from '../../../oci/src/testing/image-of.ts'
import { collectBlobs } from '../actions/image/collect-blobs.ts'
import { systemRandom } from '../lib/random.ts'
import { s3Blobs } from '../store/image/s3-blobs.ts'
import { testRegistry } from '../testing/images/registry.ts'
import { testS3 } from '../testing/images/s3-server.ts'
import { atEnd } from '../testing/run/at-end.ts'
import { registerRegistry } from './register-registry.ts'

const DAY = 86_400_000
const server = await testS3()
const test = await testRegistry()
const { platform } = test
const storage = () => s3Blobs(server.client(), { random: systemRandom, prefix: 'mkt/' })
platform.blobs = storage()
const acme = await test.repository('acme', 'rater')

/** A second process over the same database and bucket; it shares no folder and no memory of uploads. */
async function secondRegistry(blobs = storage()): Promise<string> {
  const app = Fastify()
  await registerRegistry(app, { ...platform, blobs })
  await app.listen({ host: '127.0.0.1', port: 0 })
  atEnd(() => app.close())
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}
const origins = [test.origin, await secondRegistry()]
let turn = 0

/** A balancer that sends each request to the other process. */
async function ask(path: string, init: RequestInit = {}) {
  turn += 1
  const headers = { authorization: acme.authorization, ...(init.headers as Record<string, string>) }
  return fetch(new URL(path, origins[turn % 2]), { ...init, headers })
}

it('a push whose every request meets another process arrives', async () => {
  const content = 'abcdefghij'.repeat(3_000)
  const begun = await ask('/v2/acme/rater/blobs/uploads/', { method: 'POST' })
  const location = begun.headers.get('location') ?? ''
  for (const [start, end] of [
    [0, 9_999],
    [10_000, 19_999],
    [20_000, 29_999],
  ] as const) {
    const sent = await ask(location, {
      method: 'PATCH',
      body: content.slice(start, end + 1),
      headers: { 'content-range': `${start}-${end}` },
    })
    expect([sent.status, sent.headers.get('range')]).toEqual([202, `0-${end}`])
  }
  expect((await ask(location)).headers.get('range')).toBe('0-29999')
  const wrong = await ask(location, { method: 'PATCH', body: 'x', headers: { 'content-range': '5-5' } })
  expect(wrong.status).toBe(416)
  const done = await ask(`${location}?digest=${digestOf(content)}`, { method: 'PUT' })
  expect(done.status).toBe(201)
  for (const _ of origins) expect(await (await ask(`/v2/acme/rater/blobs/${digestOf(content)}`)).text()).toBe(content)
  expect(await platform.blobs.uploads()).toEqual([])
})

it('bytes that are not what the digest says are never visible', async () => {
  const begun = await ask('/v2/acme/rater/blobs/uploads/', { method: 'POST' })
  const location = begun.headers.get('location') ?? ''
  await ask(location, { method: 'PATCH', body: 'one' })
  const refused = await ask(`${location}?digest=${digestOf('other')}`, { method: 'PUT', body: 'two' })
  expect(refused.status).toBe(400)
  expect(await platform.blobs.size(digestOf('other'))).toBeUndefined()
  expect(await platform.blobs.uploads()).toEqual([])
})

it('a pull is redirected to the origin where clients see the storage, and our own client follows without its credentials', async () => {
  const origin = await secondRegistry(
    s3Blobs(server.client(), {
      random: systemRandom,
      prefix: 'mkt/',
      redirect: { seconds: 60, endpoint: server.publicEndpoint },
    }),
  )
  const image = await imageOf([[{ path: 'file', content: 'from the bucket' }]])
  const at = (registry: string) => ({ registry, repository: 'acme/rater', credentials: acme.credentials })
  await pushImage(image, at(test.origin), { tag: 'moved' })
  const layer = image.layers[0]?.digest ?? ''
  const answer = await fetch(`${origin}/v2/acme/rater/blobs/${layer}`, {
    headers: { authorization: acme.authorization, range: 'bytes=0-3' },
    redirect: 'manual',
  })
  expect(answer.status).toBe(307)
  // The address ends within a minute: no cache may keep it, or take it for the blob.
  expect(['cache-control', 'etag', 'content-range'].map((name) => answer.headers.get(name))).toEqual([
    'no-store',
    null,
    null,
  ])
  const location = answer.headers.get('location') ?? ''
  expect(location).toMatch(new RegExp(`^${server.publicEndpoint}/images/mkt/blobs/sha256/`))
  // It was signed for that origin, which need not be ours.
  expect((await fetch(location)).status).toBe(200)
  expect((await fetch(location.replace(server.publicEndpoint, server.endpoint))).status).toBe(403)
  const head = await fetch(`${origin}/v2/acme/rater/blobs/${layer}`, {
    method: 'HEAD',
    headers: { authorization: acme.authorization },
    redirect: 'manual',
  })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(image.layers[0]?.size)])
  const pulled = await openImage({ repository: at(origin), reference: 'moved' })
  expect((await readFile(pulled, 'file', { maxBytes: 100 }))?.toString()).toBe('from the bucket')
  await pulled.close()
})

it('while the storage is away a push and a pull are told to come again', async () => {
  const digest = digestOf('waits')
  const push = () => ask(`/v2/acme/rater/blobs/uploads/?digest=${digest}`, { method: 'POST', body: 'waits' })
  server.failing = 503
  const [pushed, pulled] = await Promise.all([
    push(),
    ask(`/v2/acme/rater/blobs/${digestOf('abcdefghij'.repeat(3_000))}`),
  ])
  server.failing = undefined
  for (const answer of [pushed, pulled]) expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await push()).status).toBe(201)
})

it('what nothing refers to is collected from the bucket', async () => {
  const content = 'nobody needs this'
  await ask(`/v2/acme/rater/blobs/uploads/?digest=${digestOf(content)}`, { method: 'POST', body: content })
  expect(await platform.blobs.size(digestOf(content))).toBe(content.length)
  test.clock.advance(2 * DAY)
  expect((await collectBlobs(platform)).blobs).toBeGreaterThanOrEqual(1)
  expect(await platform.blobs.size(digestOf(content))).toBeUndefined()
})

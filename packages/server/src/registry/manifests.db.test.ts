import { type AddressInfo, connect } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { digestOf } from '@mkt/oci'
import { describe, expect, it } from 'vitest'
import { createApiServer } from '../api/http/server.ts'
import { defaultQuota } from '../domain/image/quota.ts'
import { askRegistry } from '../testing/http/ask-registry.ts'
import { testRegistry } from '../testing/images/registry.ts'
import { atEnd } from '../testing/run/at-end.ts'
import { registerRegistry } from './register-registry.ts'

const test = await testRegistry()
const acme = await test.repository('acme', 'rater')
await test.repository('acme', 'second')
await test.repository('other', 'rater')
const { ask, pushBlob, pushManifest } = askRegistry(test, acme)

describe('manifests', () => {
  it('are kept byte for byte and found by tag and digest', async () => {
    const put = await pushManifest('kept', { annotations: { z: '1', a: '2' } })
    expect([put.status, put.headers.get('docker-content-digest')]).toEqual([201, put.digest])
    for (const reference of ['kept', put.digest]) {
      const got = await ask(`/v2/acme/rater/manifests/${reference}`)
      expect([got.bytes.toString(), got.headers.get('content-type')]).toEqual([
        put.body,
        'application/vnd.oci.image.manifest.v1+json',
      ])
    }
    const head = await ask('/v2/acme/rater/manifests/kept', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(put.body.length)])
    expect(await ask('/v2/acme/rater/manifests/absent')).toMatchObject({ status: 404, code: 'MANIFEST_UNKNOWN' })
  })

  it('leave in the audit who pushed and deleted them, with which key and from where', async () => {
    const put = await pushManifest('audited', { annotations: { for: 'the audit' } })
    await ask('/v2/acme/rater/manifests/audited', { method: 'DELETE' })
    await ask(`/v2/acme/rater/manifests/${put.digest}`, { method: 'DELETE' })
    const owner = test.as((await test.person({ role: 'owner', organization: acme.organization })).authorization)
    const { items } = await owner.listAudit({ params: { org: 'acme' }, query: { action: 'image.', limit: 200 } })
    const of = (one: { tag?: string; digest?: string }) => items.find((row) => isDeepStrictEqual(row.details, one))
    const who = { actor: { kind: 'key', label: acme.credentials.username }, subject: { id: acme.listing.id } }
    const from = { address: '127.0.0.1', requestId: expect.stringMatching(/^req_/) }
    expect(of({ digest: put.digest, tag: 'audited' })).toMatchObject({ action: 'image.push', ...who, ...from })
    expect(of({ tag: 'audited' })).toMatchObject({ action: 'image.delete', ...who, ...from })
    expect(of({ digest: put.digest })).toMatchObject({ action: 'image.delete', ...who, ...from })
  })

  it('name only what was pushed, in its true size', async () => {
    const layer = { mediaType: 'application/vnd.oci.image.layer.v1.tar', digest: digestOf('never pushed'), size: 12 }
    expect(await pushManifest('x', { layers: [layer] })).toMatchObject({ status: 400, code: 'MANIFEST_BLOB_UNKNOWN' })
    const digest = await pushBlob('pushed')
    expect(await pushManifest('x', { layers: [{ ...layer, digest, size: 7 }] })).toMatchObject({
      status: 400,
      code: 'MANIFEST_INVALID',
    })
    expect((await pushManifest('x', { layers: [{ ...layer, digest, size: 6 }] })).status).toBe(201)
  })

  it.each([
    ['no JSON', 'hello'],
    ['an old schema', '{"schemaVersion":1}'],
    ['no config', '{"schemaVersion":2,"layers":[]}'],
    [
      'another type than announced',
      '{"schemaVersion":2,"mediaType":"application/vnd.oci.image.index.v1+json","manifests":[]}',
    ],
  ])('%s is refused', async (_what, body) => {
    const headers = { 'content-type': 'application/vnd.oci.image.manifest.v1+json' }
    expect(await ask('/v2/acme/rater/manifests/bad', { method: 'PUT', body, headers })).toMatchObject({
      status: 400,
      code: 'MANIFEST_INVALID',
    })
  })

  it('a digest that is not the manifest’s own is refused', async () => {
    expect(await pushManifest(digestOf('other'))).toMatchObject({ status: 400, code: 'DIGEST_INVALID' })
  })

  it('are deleted by tag or digest; an index keeps what it consists of', async () => {
    const put = await pushManifest('gone', { annotations: { which: 'gone' } })
    expect((await ask('/v2/acme/rater/manifests/gone', { method: 'DELETE' })).status).toBe(202)
    expect((await ask(`/v2/acme/rater/manifests/${put.digest}`)).status).toBe(200)
    expect((await ask(`/v2/acme/rater/manifests/${put.digest}`, { method: 'DELETE' })).status).toBe(202)
    expect((await ask(`/v2/acme/rater/manifests/${put.digest}`)).status).toBe(404)

    const part = await pushManifest('part', { annotations: { which: 'part' } })
    const mediaType = 'application/vnd.oci.image.index.v1+json'
    const manifests = [
      { mediaType: 'application/vnd.oci.image.manifest.v1+json', digest: part.digest, size: part.body.length },
    ]
    const body = JSON.stringify({ schemaVersion: 2, mediaType, manifests })
    const index = await ask('/v2/acme/rater/manifests/index', {
      method: 'PUT',
      body,
      headers: { 'content-type': mediaType },
    })
    expect(index.status).toBe(201)
    expect((await ask(`/v2/acme/rater/manifests/${part.digest}`, { method: 'DELETE' })).code).toBe('DENIED')
  })

  it('that are too large are refused, and the connection goes on', async () => {
    const headers = { 'content-type': 'application/vnd.oci.image.manifest.v1+json' }
    for (let time = 0; time < 5; time += 1) {
      const body = Buffer.alloc(6 * 1024 * 1024)
      expect(await ask('/v2/acme/rater/manifests/large', { method: 'PUT', body, headers })).toMatchObject({
        status: 413,
        code: 'MANIFEST_INVALID',
      })
    }
  })

  it('that speak of another image are its referrers', async () => {
    const subject = await pushManifest('subject', { annotations: { which: 'subject' } })
    const about = {
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      digest: subject.digest,
      size: subject.body.length,
    }
    const put = await pushManifest('signature', { subject: about, artifactType: 'application/x.signature' })
    expect(put.headers.get('oci-subject')).toBe(subject.digest)
    const list = await ask(`/v2/acme/rater/referrers/${subject.digest}`)
    expect(list.headers.get('content-type')).toBe('application/vnd.oci.image.index.v1+json')
    expect(JSON.parse(list.bytes.toString()).manifests).toMatchObject([
      { digest: put.digest, artifactType: 'application/x.signature' },
    ])
    const none = await ask(`/v2/acme/rater/referrers/${subject.digest}?artifactType=other`)
    expect([JSON.parse(none.bytes.toString()).manifests, none.headers.get('oci-filters-applied')]).toEqual([
      [],
      'artifactType',
    ])
  })
})

it('a manifest that is made to be deep, has too many parts, too long annotations or a NUL character is refused', async () => {
  const digest = await pushBlob('pushed')
  const layer = { mediaType: 'application/vnd.oci.image.layer.v1.tar', digest, size: 6 }
  const invalid = { status: 400, code: 'MANIFEST_INVALID' }
  expect(await pushManifest('x', { layers: Array(1_001).fill(layer) })).toMatchObject(invalid)
  expect((await pushManifest('x', { layers: Array(999).fill(layer) })).status).toBe(201)
  expect(await pushManifest('x', { annotations: { long: 'x'.repeat(70_000) } })).toMatchObject(invalid)
  const deep = `{"schemaVersion":2,"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  const put = await ask('/v2/acme/rater/manifests/x', { method: 'PUT', body: deep })
  expect(put).toMatchObject(invalid)
  expect(put.bytes.toString()).toContain('deeper')
  const unsupported = { status: 400, code: 'UNSUPPORTED' }
  expect(await pushManifest('x', { annotations: { nul: 'a\0b' } })).toMatchObject(unsupported)
  expect(await ask('/v2/_catalog?last=%00')).toMatchObject(unsupported)
  expect(await ask('/v2/acme/rater/tags/list?last=%00')).toMatchObject(unsupported)
})

it('an organization sends few manifests at once: more wait, too many are refused, and others are served', async () => {
  const refused = Promise.withResolvers<string>()
  const slow = Array.from({ length: 140 }, () => {
    const socket = connect(Number(new URL(test.origin).port), '127.0.0.1')
    socket.on('error', refused.reject)
    socket.on('data', (text) => refused.resolve(text.toString()))
    const head = [`PUT /v2/acme/rater/manifests/slow HTTP/1.1`, 'host: x', `authorization: ${acme.authorization}`]
    socket.write(`${head.join('\r\n')}\r\ncontent-length: 100\r\n\r\n{`)
    return socket
  })
  expect(await refused.promise).toMatch(/^HTTP\/1.1 429 /)
  const other = askRegistry(test, await test.repository('quick', 'rater'))
  expect((await other.pushManifest('quick', {}, 'quick/rater')).status).toBe(201)
  for (const socket of slow) socket.destroy()
  expect((await pushManifest('after')).status).toBe(201)
})

it('a manifest that does not arrive in time is refused, while a layer may be slow', async () => {
  const app = await createApiServer(test.platform, [], { version: 'test', trustedProxies: [], anyOwnHost: false })
  await registerRegistry(app, test.platform, defaultQuota, { bodyMs: 200 })
  atEnd(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const begun = await ask('/v2/acme/rater/blobs/uploads/', { method: 'POST' })
  const upload = begun.headers.get('location') ?? ''
  const send = (method: string, path: string) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    atEnd(() => socket.destroy())
    let heard = ''
    socket.on('data', (data) => {
      heard += String(data)
    })
    const lines = ['host: x', `authorization: ${acme.authorization}`, 'content-length: 5']
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\nlay`)
    return { socket, heard: () => heard }
  }
  const layer = send('PATCH', upload)
  const { heard } = send('PUT', '/v2/acme/rater/manifests/slow')
  await expect.poll(heard).toMatch(/^HTTP\/1.1 408/)
  layer.socket.write('er')
  await expect.poll(layer.heard).toContain('HTTP/1.1 202')
})

import { digestOf } from '@mkt/oci'
import { describe, expect, it } from 'vitest'
import { issuePullCredential } from '../actions/pull-credential.ts'
import { testRegistry } from '../testing/registry.ts'

const test = await testRegistry()
const acme = await test.repository('acme', 'rater')
await test.repository('acme', 'second')
const other = await test.repository('other', 'rater')

interface Sent {
  method?: string
  body?: string | Buffer
  headers?: Record<string, string>
  authorization?: string | null
}

async function ask(
  path: string,
  { method = 'GET', body, headers = {}, authorization = acme.authorization }: Sent = {},
) {
  const answer = await fetch(new URL(path, test.origin), {
    method,
    headers: { ...(authorization === null ? {} : { authorization }), ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, headers: answer.headers, bytes, code: codeOf(bytes) }
}

function codeOf(bytes: Buffer): string | undefined {
  try {
    return JSON.parse(bytes.toString()).errors?.[0]?.code
  } catch {
    return undefined
  }
}

async function begin(repository = 'acme/rater'): Promise<string> {
  const answer = await ask(`/v2/${repository}/blobs/uploads/`, { method: 'POST' })
  expect(answer.status).toBe(202)
  return answer.headers.get('location') ?? ''
}

async function pushBlob(
  content: string,
  repository = 'acme/rater',
  authorization = acme.authorization,
): Promise<string> {
  const digest = digestOf(content)
  const path = `/v2/${repository}/blobs/uploads/?digest=${digest}`
  const answer = await ask(path, { method: 'POST', body: Buffer.from(content), authorization })
  expect(answer.status).toBe(201)
  return digest
}

async function pushManifest(reference: string, change: object = {}, repository = 'acme/rater') {
  const config = '{}'
  const digest = await pushBlob(config, repository)
  const mediaType = 'application/vnd.oci.image.manifest.v1+json'
  const descriptor = { mediaType: 'application/vnd.oci.image.config.v1+json', digest, size: config.length }
  const body = JSON.stringify({ schemaVersion: 2, mediaType, config: descriptor, layers: [], ...change })
  const answer = await ask(`/v2/${repository}/manifests/${reference}`, {
    method: 'PUT',
    body,
    headers: { 'content-type': mediaType },
  })
  return { ...answer, digest: digestOf(body), body }
}

describe('signing in', () => {
  it('without credentials the client is told where to get a token', async () => {
    const answer = await ask('/v2/', { authorization: null })
    expect(answer).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
    expect(answer.headers.get('www-authenticate')).toBe(`Bearer realm="${test.origin}/v2/token",service="mkt"`)
    expect(answer.headers.get('docker-distribution-api-version')).toBe('registry/2.0')
  })

  it('client ID and API key work by Basic, and for a token', async () => {
    expect((await ask('/v2/')).status).toBe(200)
    const given = await ask('/v2/token?service=mkt&scope=repository:acme/rater:pull,push')
    const { token, expires_in } = JSON.parse(given.bytes.toString())
    expect(expires_in).toBeGreaterThan(60)
    expect((await ask('/v2/', { authorization: `Bearer ${token}` })).status).toBe(200)
  })

  it('a wrong key gets neither', async () => {
    const authorization = `Basic ${Buffer.from(`${acme.credentials.username}:wrong`).toString('base64')}`
    expect((await ask('/v2/', { authorization })).status).toBe(401)
    expect((await ask('/v2/token', { authorization })).status).toBe(401)
    expect((await ask('/v2/', { authorization: 'Bearer nonsense' })).status).toBe(401)
  })

  it('a key without the scope "publish" neither pushes nor pulls', async () => {
    const { authorization } = await test.key(acme.organization, ['manage'])
    expect(await ask('/v2/acme/rater/tags/list', { authorization })).toMatchObject({ status: 403, code: 'DENIED' })
  })

  it('only its organization reaches a repository; the answer does not tell whether it exists', async () => {
    for (const name of ['other/rater', 'other/absent'])
      expect(await ask(`/v2/${name}/tags/list`)).toMatchObject({ status: 403, code: 'DENIED' })
    const begun = await ask('/v2/acme/absent/blobs/uploads/', { method: 'POST' })
    expect(begun).toMatchObject({ status: 404, code: 'NAME_UNKNOWN' })
  })

  it('an engine pulls with a credential for one repository, for a time, and pushes nothing', async () => {
    await pushManifest('for-engine')
    const { username, password } = await issuePullCredential(test.platform, acme.listing)
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    expect((await ask('/v2/acme/rater/manifests/for-engine', { authorization })).status).toBe(200)
    expect((await ask('/v2/acme/second/tags/list', { authorization })).status).toBe(401)
    expect((await ask('/v2/acme/rater/blobs/uploads/', { method: 'POST', authorization })).status).toBe(401)
    const expired = await issuePullCredential(test.platform, acme.listing, -1)
    const late = `Basic ${Buffer.from(`engine:${expired.password}`).toString('base64')}`
    expect((await ask('/v2/acme/rater/tags/list', { authorization: late })).status).toBe(401)
  })
})

describe('uploads', () => {
  it('a blob may come in chunks, in order, and is there afterwards', async () => {
    const location = await begin()
    const first = await ask(location, { method: 'PATCH', body: 'hello ', headers: { 'content-range': '0-5' } })
    expect([first.status, first.headers.get('range')]).toEqual([202, '0-5'])
    const status = await ask(location)
    expect([status.status, status.headers.get('range')]).toEqual([204, '0-5'])
    const digest = digestOf('hello world')
    const done = await ask(`${location}?digest=${digest}`, {
      method: 'PUT',
      body: 'world',
      headers: { 'content-range': '6-10' },
    })
    expect([done.status, done.headers.get('docker-content-digest')]).toEqual([201, digest])
    const blob = await ask(done.headers.get('location') ?? '')
    expect(blob.bytes.toString()).toBe('hello world')
  })

  it('a chunk out of order is refused and told where to go on', async () => {
    const location = await begin()
    await ask(location, { method: 'PATCH', body: 'abc' })
    const wrong = await ask(location, { method: 'PATCH', body: 'xyz', headers: { 'content-range': '7-9' } })
    expect([wrong.status, wrong.headers.get('range')]).toEqual([416, '0-2'])
    expect((await ask(location, { method: 'PATCH', body: 'def', headers: { 'content-range': '3-5' } })).status).toBe(
      202,
    )
  })

  it('bytes that are not what the digest says are not kept', async () => {
    const location = await begin()
    const wrong = await ask(`${location}?digest=${digestOf('something else')}`, { method: 'PUT', body: 'hello' })
    expect(wrong).toMatchObject({ status: 400, code: 'DIGEST_INVALID' })
    expect((await ask(location)).code).toBe('BLOB_UPLOAD_UNKNOWN')
    expect((await ask(`/v2/acme/rater/blobs/${digestOf('something else')}`)).code).toBe('BLOB_UNKNOWN')
  })

  it('an upload can be given up, and belongs to its repository', async () => {
    const location = await begin()
    expect((await ask(location.replace('/rater/', '/second/'))).code).toBe('BLOB_UPLOAD_UNKNOWN')
    expect((await ask(location, { method: 'DELETE' })).status).toBe(204)
    expect((await ask(location)).status).toBe(404)
  })

  it('an empty blob is a blob', async () => {
    const digest = digestOf('')
    const location = await begin()
    expect((await ask(`${location}?digest=${digest}`, { method: 'PUT' })).status).toBe(201)
    const blob = await ask(`/v2/acme/rater/blobs/${digest}`)
    expect([blob.status, blob.bytes.length]).toEqual([200, 0])
  })

  it('what arrived before the line broke is kept, and the rest completes it', async () => {
    const location = await begin()
    const content = 'x'.repeat(300_000)
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from(content.slice(0, 100_000)))
      },
    })
    const abort = new AbortController()
    const sent = fetch(new URL(location, test.origin), {
      method: 'PATCH',
      headers: { authorization: acme.authorization },
      body: broken,
      duplex: 'half',
      signal: abort.signal,
    } as RequestInit)
    await expect.poll(async () => (await test.platform.blobs.uploads()).length).toBeGreaterThan(0)
    abort.abort()
    await expect(sent).rejects.toThrow()
    const upload = location.split('/').at(-1) ?? ''
    await expect.poll(() => test.platform.blobs.uploaded(upload)).toBe(100_000)
    const range = (await ask(location)).headers.get('range')
    expect(range).toBe('0-99999')
    const digest = digestOf(content)
    const done = await ask(`${location}?digest=${digest}`, { method: 'PUT', body: content.slice(100_000) })
    expect(done.status).toBe(201)
    expect((await ask(`/v2/acme/rater/blobs/${digest}`)).bytes.length).toBe(300_000)
  })
})

describe('blobs', () => {
  it('are pulled whole or in ranges', async () => {
    const digest = await pushBlob('0123456789')
    const path = `/v2/acme/rater/blobs/${digest}`
    const whole = await ask(path)
    expect([whole.status, whole.headers.get('docker-content-digest'), whole.bytes.toString()]).toEqual([
      200,
      digest,
      '0123456789',
    ])
    const part = await ask(path, { headers: { range: 'bytes=2-4' } })
    expect([part.status, part.headers.get('content-range'), part.bytes.toString()]).toEqual([
      206,
      'bytes 2-4/10',
      '234',
    ])
    expect((await ask(path, { headers: { range: 'bytes=7-' } })).bytes.toString()).toBe('789')
    expect((await ask(path, { headers: { range: 'bytes=-3' } })).bytes.toString()).toBe('789')
    expect((await ask(path, { headers: { range: 'bytes=10-' } })).status).toBe(416)
    const head = await ask(path, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10'])
  })

  it('are seen only where they were pushed; mounting needs the right to pull them there', async () => {
    const digest = await pushBlob('to be mounted')
    expect((await ask(`/v2/acme/second/blobs/${digest}`, { method: 'HEAD' })).status).toBe(404)
    const mounted = await ask(`/v2/acme/second/blobs/uploads/?mount=${digest}&from=acme/rater`, { method: 'POST' })
    expect(mounted.status).toBe(201)
    expect((await ask(`/v2/acme/second/blobs/${digest}`, { method: 'HEAD' })).status).toBe(200)
    const { authorization } = other
    const foreign = await ask(`/v2/other/rater/blobs/uploads/?mount=${digest}&from=acme/rater`, {
      method: 'POST',
      authorization,
    })
    expect(foreign.status).toBe(202)
    expect((await ask(`/v2/other/rater/blobs/${digest}`, { method: 'HEAD', authorization })).status).toBe(404)
  })

  it('are deleted from their repository alone, and not while an image consists of them', async () => {
    const digest = await pushBlob('to be deleted')
    expect((await ask(`/v2/acme/rater/blobs/${digest}`, { method: 'DELETE' })).status).toBe(202)
    expect((await ask(`/v2/acme/rater/blobs/${digest}`)).status).toBe(404)
    await pushManifest('holds-config')
    expect((await ask(`/v2/acme/rater/blobs/${digestOf('{}')}`, { method: 'DELETE' })).code).toBe('DENIED')
  })

  it('a malformed digest is said to be one', async () => {
    expect((await ask('/v2/acme/rater/blobs/sha256:abc')).code).toBe('DIGEST_INVALID')
  })
})

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

describe('lists', () => {
  it('tags come in order and in pages', async () => {
    for (const tag of ['b', 'a', 'c']) await pushManifest(tag, {}, 'acme/second')
    const first = await ask('/v2/acme/second/tags/list?n=2')
    expect(JSON.parse(first.bytes.toString())).toEqual({ name: 'acme/second', tags: ['a', 'b'] })
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    expect(JSON.parse((await ask(next)).bytes.toString()).tags).toEqual(['c'])
  })

  it('the catalogue names the repositories of one’s own organization', async () => {
    await pushManifest('x')
    const { repositories } = JSON.parse((await ask('/v2/_catalog')).bytes.toString())
    expect(repositories).toContain('acme/rater')
    expect(repositories.every((name: string) => name.startsWith('acme/'))).toBe(true)
  })
})

it.each([
  ['PUT', '/v2/acme/rater/tags/list'],
  ['POST', '/v2/acme/rater/manifests/x'],
  ['POST', '/v2/'],
])('%s %s cannot be done', async (method, path) => {
  expect(await ask(path, { method })).toMatchObject({ status: 405, code: 'UNSUPPORTED' })
})

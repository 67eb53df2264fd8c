import { digestOf } from '@mkt/oci'
import { describe, expect, it } from 'vitest'
import { askRegistry } from '../testing/http/ask-registry.ts'
import { testRegistry } from '../testing/registry.ts'

const test = await testRegistry()
const acme = await test.repository('acme', 'rater')
await test.repository('acme', 'second')
const other = await test.repository('other', 'rater')
const { ask, pushBlob, pushManifest } = askRegistry(test, acme)

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

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { digestOf } from '@mkt/oci'
import { describe, expect, it } from 'vitest'
import { askRegistry } from '../testing/http/ask-registry.ts'
import { testRegistry } from '../testing/images/registry.ts'

const MB = 1024 * 1024

const test = await testRegistry()
const acme = await test.repository('acme', 'rater')
await test.repository('acme', 'second')
const other = await test.repository('other', 'rater')
const { ask, pushBlob, pushManifest } = askRegistry(test, acme)

/** An answer whose body is left to be read. */
async function open(path: string): Promise<IncomingMessage> {
  const asked = get(new URL(path, test.origin), { headers: { authorization: acme.authorization }, agent: false })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return answer
}

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

  it('come whole to several who pull at once, however slowly one of them reads', async () => {
    const content = randomBytes(3 * MB).toString('hex')
    const digest = await pushBlob(content)
    const path = `/v2/acme/rater/blobs/${digest}`
    const slowly = await open(path)
    const others = await Promise.all([ask(path), ask(path, { headers: { range: 'bytes=1000000-' } }), ask(path)])
    expect(others.map(({ bytes }) => digestOf(bytes))).toEqual([digest, digestOf(content.slice(1_000_000)), digest])
    expect(digestOf(await buffer(slowly))).toBe(digest)
  })

  it('leave no open file behind when the one who pulls goes away', async () => {
    const digest = await pushBlob('goes away '.repeat(MB))
    const isOpen = () =>
      readdirSync('/proc/self/fd').some((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).endsWith(digest.slice(7))
        } catch {
          return false
        }
      })
    const answer = await open(`/v2/acme/rater/blobs/${digest}`)
    expect(isOpen()).toBe(true)
    answer.destroy()
    await expect.poll(isOpen).toBe(false)
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

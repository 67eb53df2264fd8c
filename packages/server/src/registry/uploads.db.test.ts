import { digestOf } from '@mkt/oci'
import { describe, expect, it, vi } from 'vitest'
import { finishUpload } from '../actions/image/finish-upload.ts'
import { askRegistry } from '../testing/http/ask-registry.ts'
import { testRegistry } from '../testing/images/registry.ts'
import { newId } from '../testing/platform/new-id.ts'

const test = await testRegistry()
const acme = await test.repository('acme', 'rater')
await test.repository('acme', 'second')
await test.repository('other', 'rater')
const { ask, begin, pushBlob } = askRegistry(test, acme)

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

  it('an upload that another request writes to cannot be ended', async () => {
    const location = await begin()
    await ask(location, { method: 'PATCH', body: 'good' })
    let write: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from(' and'))
        write = controller
      },
    })
    const append = vi.spyOn(test.platform.blobs, 'append')
    // A client that keeps its request open and sends the rest when it likes.
    const paused = fetch(new URL(location, test.origin), {
      method: 'PATCH',
      headers: { authorization: acme.authorization },
      body,
      duplex: 'half',
    } as RequestInit)
    const path = `${location}?digest=${digestOf('good')}`
    await expect.poll(() => append.mock.calls.length).toBe(1)
    append.mockRestore()
    expect((await ask(location, { method: 'PATCH' })).status).toBe(409)
    expect((await ask(path, { method: 'PUT' })).status).toBe(409)
    write?.enqueue(Buffer.from(' bad'))
    write?.close()
    expect((await paused).status).toBe(202)
    expect((await ask(path, { method: 'PUT' })).code).toBe('DIGEST_INVALID')
    expect((await ask(`/v2/acme/rater/blobs/${digestOf('good')}`)).code).toBe('BLOB_UNKNOWN')
  })

  it('pushing a blob again leaves the size that is known of it', async () => {
    const digest = await pushBlob('known before')
    await test.platform.db.updateTable('blob').set({ size: 5 }).where('digest', '=', digest).execute()
    await pushBlob('known before')
    const sizeOf = () =>
      test.platform.db.selectFrom('blob').select('size').where('digest', '=', digest).executeTakeFirst()
    expect(await sizeOf()).toEqual({ size: 5 })
    await test.platform.blobs.remove(digest)
    await pushBlob('known before')
    expect(await sizeOf()).toEqual({ size: 12 })
  })

  it('a blob that is gone before it is linked is not reported as stored', async () => {
    const { platform } = test
    const [upload, digest] = [newId('upl'), digestOf('gone')]
    await platform.blobs.append(upload, 0, [Buffer.from('gone')].values() as never, 100)
    const commit = async () => void (await platform.db.deleteFrom('blob').where('digest', '=', digest).execute())
    const blobs = { ...platform.blobs, commit }
    const order = { listing: acme.listing, upload: { place: upload }, digest, organizationBytes: 1_000_000 }
    await expect(finishUpload({ ...platform, blobs }, order)).rejects.toThrow(/Push it again/)
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

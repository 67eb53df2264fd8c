import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../lib/random.ts'
import { blobStorageContract } from '../../testing/images/blob-storage-contract.ts'
import { testS3 } from '../../testing/images/s3-server.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { s3Blobs } from './s3-blobs.ts'

const MB = 1024 * 1024
const server = await testS3()
const open = (partBytes = 8 * MB) => s3Blobs(server.client(), { random: systemRandom, prefix: 'here/', partBytes })
const digestOf = (bytes: Buffer) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

async function* pieces(bytes: Buffer, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe('blobs in object storage', () => {
  blobStorageContract(() => open())

  it('large parts are put together inside the storage, small neighbours by us', async () => {
    const bytes = randomBytes(14 * MB)
    const upload = newId('upl')
    const [first, second] = [open(6 * MB), open(6 * MB)]
    await first.append(upload, 0, pieces(bytes.subarray(0, 12.5 * MB)), 20 * MB)
    await second.append(upload, 12.5 * MB, pieces(bytes.subarray(12.5 * MB)), 20 * MB)
    server.asked = []
    expect(await second.digest(upload)).toEqual({ digest: digestOf(bytes), size: bytes.length })
    await second.commit(upload, digestOf(bytes))
    await second.discard(upload)
    const placed = server.asked.filter((line) => /^PUT .*partNumber/.test(line))
    expect(placed).toHaveLength(3)
    expect(digestOf(await buffer(await open().open(digestOf(bytes))))).toBe(digestOf(bytes))
    expect(await open().uploads()).toEqual([])
  })

  it('what one process wrote alone is not read again to know its digest', async () => {
    const upload = newId('upl')
    const bytes = randomBytes(3 * MB)
    await open(MB).append(upload, 0, pieces(bytes), 20 * MB)
    server.asked = []
    expect(await open().digest(upload)).toEqual({ digest: digestOf(bytes), size: bytes.length })
    expect(server.asked.filter((line) => line.includes('uploads/upl_'))).toEqual([])
    await open().discard(upload)
  })

  it('two processes that write one upload do not garble it', async () => {
    const upload = newId('upl')
    const bytes = randomBytes(2 * MB)
    await Promise.all([open(MB), open(300_000)].map((blobs) => blobs.append(upload, 0, pieces(bytes), 20 * MB)))
    const blobs = open()
    expect(await blobs.uploaded(upload)).toBe(bytes.length)
    expect(await blobs.digest(upload)).toEqual({ digest: digestOf(bytes), size: bytes.length })
    await blobs.discard(upload)
  })

  it('an object below uploads/ that is no upload is not taken for one', async () => {
    await server.client().put('here/uploads/READ.ME', Buffer.from('x'))
    await server.client().put('here/uploads/folder.marker/x', Buffer.from('x'))
    expect(await open().uploads()).toEqual([])
  })

  it('a wrong secret is refused with the words of the storage', async () => {
    const refused = s3Blobs(server.client('wrong'), { random: systemRandom, prefix: '' }).size(
      digestOf(Buffer.from('x')),
    )
    await expect(refused).rejects.toMatchObject({ name: 'S3Error', status: 403 })
  })

  it('a client reads a blob by an address that ends', async () => {
    const upload = newId('upl')
    const digest = digestOf(Buffer.from('given away'))
    const giving = (seconds: number) =>
      s3Blobs(server.client(), {
        random: systemRandom,
        prefix: 'here/',
        redirect: { seconds, endpoint: server.endpoint },
      })
    const blobs = giving(60)
    await blobs.append(upload, 0, pieces(Buffer.from('given away')), MB)
    await blobs.commit(upload, (await blobs.digest(upload)).digest)
    await blobs.discard(upload)
    const address = blobs.address(digest) ?? ''
    expect(await (await fetch(address)).text()).toBe('given away')
    expect(await (await fetch(address, { headers: { range: 'bytes=6-9' } })).text()).toBe('away')
    expect((await fetch(address.replace('here/', 'there/'))).status).toBe(403)
    expect((await fetch(giving(0).address(digest) ?? '')).status).toBe(403)
  })
})

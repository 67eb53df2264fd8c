import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { blobStorageContract } from '../../testing/images/blob-storage-contract.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { diskBlobs } from './disk-blobs.ts'

const MB = 1024 * 1024

describe('blobs on disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-blobs-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  blobStorageContract(() => diskBlobs(folder))

  async function* bytes(text: string): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text)
  }

  it('an upload that grew after its digest was asked for does not become a blob', async () => {
    const [blobs, upload] = [diskBlobs(folder), newId('upl')]
    await blobs.append(upload, 0, bytes('good'), 100)
    const { digest } = await blobs.digest(upload)
    await diskBlobs(folder).append(upload, 4, bytes(' and bad'), 100)
    await expect(blobs.commit(upload, digest)).rejects.toThrow('checked')
    expect(await blobs.size(digest)).toBeUndefined()
    await blobs.discard(upload)
  })

  it('a blob whose file was cut off is replaced by the next push of it', async () => {
    const blobs = diskBlobs(folder)
    let digest = ''
    for (const cut of [true, false]) {
      const upload = newId('upl')
      await blobs.append(upload, 0, bytes('whole again'), 100)
      digest = (await blobs.digest(upload)).digest
      await blobs.commit(upload, digest)
      if (cut) truncateSync(join(folder, 'blobs/sha256', digest.slice(7, 9), digest.slice(7)), 3)
    }
    expect(await text(await blobs.open(digest))).toBe('whole again')
  })

  it('a large upload is hashed while it is written, also where another process goes on with it', async () => {
    const bytes = randomBytes(9 * MB)
    const blobs = diskBlobs(folder)
    const upload = newId('upl')
    async function* pieces(from: number, to: number): AsyncGenerator<Uint8Array> {
      for (let at = from; at < to; at += 100_000) yield bytes.subarray(at, Math.min(at + 100_000, to))
    }
    const found = { digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`, size: bytes.length }
    await blobs.append(upload, 0, pieces(0, 6 * MB), 10 * MB)
    await diskBlobs(folder).append(upload, 6 * MB, pieces(6 * MB, 7 * MB), 10 * MB)
    await blobs.append(upload, 7 * MB, pieces(7 * MB, 9 * MB), 10 * MB)
    expect(await blobs.digest(upload)).toEqual(found)
    // Asked again, for example after the database did not take the first answer.
    expect(await blobs.digest(upload)).toEqual(found)
    await blobs.discard(upload)
    await blobs.close()
  })

  it('an upload that begins from nothing under a name of before is hashed from its beginning', async () => {
    const blobs = diskBlobs(folder)
    const upload = newId('upl')
    for (const letter of ['a', 'b']) {
      await blobs.append(upload, 0, bytes(letter.repeat(5 * MB)), 10 * MB)
      if (letter === 'b') await blobs.append(upload, 5 * MB, bytes('end'), 10 * MB)
    }
    const digest = createHash('sha256')
      .update(`${'b'.repeat(5 * MB)}end`)
      .digest('hex')
    expect((await blobs.digest(upload)).digest).toBe(`sha256:${digest}`)
    await blobs.discard(upload)
    await blobs.close()
  })

  it('a file beside uploads that is no upload is not taken for one', async () => {
    mkdirSync(join(folder, 'uploads'), { recursive: true })
    writeFileSync(join(folder, 'uploads', '.keep'), '')
    expect(await diskBlobs(folder).uploads()).toEqual([])
  })
})

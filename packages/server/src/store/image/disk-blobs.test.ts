import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { blobStorageContract } from '../../testing/blob-storage-contract.ts'
import { newId } from '../../testing/new-id.ts'
import { diskBlobs } from './disk-blobs.ts'

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

  it('a file beside uploads that is no upload is not taken for one', async () => {
    mkdirSync(join(folder, 'uploads'), { recursive: true })
    writeFileSync(join(folder, 'uploads', '.keep'), '')
    expect(await diskBlobs(folder).uploads()).toEqual([])
  })
})

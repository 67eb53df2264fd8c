import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { BlobMissing, type BlobStorage, UploadTooLarge } from '../../store/image/blob-storage.ts'
import { newId } from '../platform/new-id.ts'

const digestOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`
const NO_LIMIT = Number.MAX_SAFE_INTEGER

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

async function read(blobs: BlobStorage, digest: string, range?: { start: number; end: number }): Promise<string> {
  const parts: Buffer[] = []
  for await (const chunk of await blobs.open(digest, range)) parts.push(chunk as Buffer)
  return Buffer.concat(parts).toString()
}

/** What every storage of blobs does. `open` gives one more process on the same place. */
export function blobStorageContract(open: () => BlobStorage): void {
  it('an upload becomes a blob, whole or in ranges', async () => {
    const [blobs, upload] = [open(), newId('upl')]
    expect(await blobs.append(upload, 0, chunks('hello ', 'wor'), NO_LIMIT)).toBe(9)
    expect(await blobs.append(upload, 9, chunks('ld'), NO_LIMIT)).toBe(11)
    expect(await blobs.uploaded(upload)).toBe(11)
    const digest = digestOf('hello world')
    expect(await blobs.digest(upload)).toEqual({ digest, size: 11 })
    await blobs.commit(upload, digest)
    await blobs.discard(upload)
    expect(await blobs.size(digest)).toBe(11)
    expect(await read(blobs, digest)).toBe('hello world')
    expect(await read(blobs, digest, { start: 6, end: 8 })).toBe('wor')
    expect(await blobs.uploads()).toEqual([])
  })

  it('another process goes on with an upload and hashes what is there', async () => {
    const upload = newId('upl')
    await open().append(upload, 0, chunks('good '), NO_LIMIT)
    const other = open()
    expect(await other.uploaded(upload)).toBe(5)
    await other.append(upload, 5, chunks('morning'), NO_LIMIT)
    const third = open()
    expect(await third.digest(upload)).toEqual({ digest: digestOf('good morning'), size: 12 })
    await third.commit(upload, digestOf('good morning'))
    await third.discard(upload)
    expect(await read(third, digestOf('good morning'))).toBe('good morning')
  })

  it('a copy of an upload does not see what the writer of the first goes on to write', async () => {
    const [upload, copy, after] = [newId('upl'), newId('upl'), newId('upl')]
    const { promise: forked, resolve } = Promise.withResolvers<void>()
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(' of the former')
      await forked
      yield Buffer.from(' writer')
    }
    const [former, blobs] = [open(), open()]
    await former.append(upload, 0, chunks('bytes'), NO_LIMIT)
    const writing = former.append(upload, 5, slow(), NO_LIMIT)
    await blobs.fork(upload, copy)
    const begin = await blobs.uploaded(copy)
    await blobs.discard(upload)
    resolve()
    await writing.catch(() => {})
    await blobs.append(copy, begin, chunks(' of the next'), NO_LIMIT)
    const whole = `${'bytes of the former'.slice(0, begin)} of the next`
    expect(await blobs.digest(copy)).toEqual({ digest: digestOf(whole), size: whole.length })
    await blobs.fork(newId('upl'), after)
    expect(await blobs.uploaded(after)).toBe(0)
    for (const each of [upload, copy]) await blobs.discard(each)
    expect(await blobs.uploads()).toEqual([])
  })

  it('when the source breaks off, what arrived is kept', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half')
      throw new Error('line broke')
    }
    const [blobs, upload] = [open(), newId('upl')]
    await expect(blobs.append(upload, 0, broken(), NO_LIMIT)).rejects.toThrow('line broke')
    expect(await blobs.uploaded(upload)).toBe(4)
    await blobs.append(upload, 4, chunks(' and half'), NO_LIMIT)
    expect(await blobs.digest(upload)).toEqual({ digest: digestOf('half and half'), size: 13 })
    await blobs.discard(upload)
  })

  it('a chunk belongs to its source again when the next one is asked for', async () => {
    async function* inOneBuffer(): AsyncGenerator<Uint8Array> {
      const buffer = Buffer.alloc(5)
      for (const text of ['first', 'other', 'third']) {
        buffer.write(text)
        yield buffer
        buffer.fill('x')
      }
    }
    const [blobs, upload] = [open(), newId('upl')]
    await blobs.append(upload, 0, inOneBuffer(), NO_LIMIT)
    expect(await blobs.digest(upload)).toEqual({ digest: digestOf('firstotherthird'), size: 15 })
    await blobs.discard(upload)
  })

  it('takes no more than the limit', async () => {
    const [blobs, upload] = [open(), newId('upl')]
    await expect(blobs.append(upload, 0, chunks('12345', '67890'), 9)).rejects.toThrow(UploadTooLarge)
    expect(await blobs.uploaded(upload)).toBeLessThanOrEqual(9)
    await blobs.discard(upload)
  })

  it('committing what is there already leaves it as it is', async () => {
    const blobs = open()
    for (const upload of [newId('upl'), newId('upl')]) {
      await blobs.append(upload, 0, chunks('same'), NO_LIMIT)
      await blobs.digest(upload)
      await blobs.commit(upload, digestOf('same'))
      await blobs.discard(upload)
    }
    expect(await read(blobs, digestOf('same'))).toBe('same')
    expect(await blobs.uploads()).toEqual([])
  })

  it('only what was checked becomes a blob', async () => {
    const [blobs, upload] = [open(), newId('upl')]
    await blobs.append(upload, 0, chunks('this'), NO_LIMIT)
    await expect(blobs.commit(upload, digestOf('this'))).rejects.toThrow('checked')
    await blobs.digest(upload)
    await expect(blobs.commit(upload, digestOf('that'))).rejects.toThrow('checked')
    expect(await blobs.size(digestOf('this'))).toBeUndefined()
    await blobs.discard(upload)
  })

  it('an empty upload becomes an empty blob', async () => {
    const [blobs, upload] = [open(), newId('upl')]
    expect(await blobs.digest(upload)).toEqual({ digest: digestOf(''), size: 0 })
    await blobs.commit(upload, digestOf(''))
    expect(await blobs.size(digestOf(''))).toBe(0)
  })

  it('an upload that is given up leaves nothing', async () => {
    const [blobs, upload] = [open(), newId('upl')]
    await blobs.append(upload, 0, chunks('x'), NO_LIMIT)
    expect(await blobs.uploads()).toEqual([{ upload, touchedAt: expect.any(Date) }])
    await blobs.discard(upload)
    expect(await blobs.uploads()).toEqual([])
    expect(await blobs.uploaded(upload)).toBe(0)
  })

  it('a blob that is removed is missing', async () => {
    const blobs = open()
    await blobs.remove(digestOf('same'))
    await blobs.remove(digestOf('same'))
    expect(await blobs.size(digestOf('same'))).toBeUndefined()
    await expect(blobs.open(digestOf('same'))).rejects.toThrow(BlobMissing)
  })

  it('no name reaches outside the storage', async () => {
    const blobs = open()
    await expect(blobs.append('../../escaped', 0, chunks('x'), NO_LIMIT)).rejects.toThrow()
    await expect((async () => blobs.size('sha256:../../../etc/passwd'))()).rejects.toThrow()
    await expect((async () => blobs.remove(`sha256:${'a'.repeat(63)}/`))()).rejects.toThrow()
  })
}

import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type BlobStorage, UploadTooLarge } from './blob-storage.ts'
import { diskBlobs } from './disk-blobs.ts'

const digestOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`
const upload = 'upl_0123456789abcdefghjkmnpqrs'
const NO_LIMIT = Number.MAX_SAFE_INTEGER

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

async function read(blobs: BlobStorage, digest: string, range?: { start: number; end: number }): Promise<string> {
  const parts: Buffer[] = []
  for await (const chunk of await blobs.open(digest, range)) parts.push(chunk as Buffer)
  return Buffer.concat(parts).toString()
}

describe('blobs on disk', () => {
  let folder: string
  let blobs: BlobStorage
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mkt-blobs-'))
    blobs = diskBlobs(folder)
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('an upload becomes a blob, whole or in ranges', async () => {
    expect(await blobs.append(upload, 0, chunks('hello ', 'wor'), NO_LIMIT)).toBe(9)
    expect(await blobs.append(upload, 9, chunks('ld'), NO_LIMIT)).toBe(11)
    expect(await blobs.digest(upload)).toBe(digestOf('hello world'))
    await blobs.commit(upload, digestOf('hello world'))
    expect(await blobs.size(digestOf('hello world'))).toBe(11)
    expect(await read(blobs, digestOf('hello world'))).toBe('hello world')
    expect(await read(blobs, digestOf('hello world'), { start: 6, end: 8 })).toBe('wor')
    expect(await blobs.uploads()).toEqual([])
  })

  it('a platform that was restarted in between goes on and hashes what is there again', async () => {
    await blobs.append(upload, 0, chunks('hello '), NO_LIMIT)
    const restarted = diskBlobs(folder)
    await restarted.append(upload, 6, chunks('world'), NO_LIMIT)
    expect(await restarted.digest(upload)).toBe(digestOf('hello world'))
  })

  it('when the source breaks off, what arrived is kept', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half')
      throw new Error('line broke')
    }
    await expect(blobs.append(upload, 0, broken(), NO_LIMIT)).rejects.toThrow('line broke')
    expect(await blobs.uploaded(upload)).toBe(4)
    await blobs.append(upload, 4, chunks(' and half'), NO_LIMIT)
    expect(await blobs.digest(upload)).toBe(digestOf('half and half'))
  })

  it('takes no more than the limit', async () => {
    await expect(blobs.append(upload, 0, chunks('12345', '67890'), 9)).rejects.toThrow(UploadTooLarge)
    expect(await blobs.uploaded(upload)).toBeLessThanOrEqual(9)
  })

  it('committing what is there already only removes the upload', async () => {
    for (const _ of [1, 2]) {
      await blobs.append(upload, 0, chunks('same'), NO_LIMIT)
      await blobs.commit(upload, digestOf('same'))
    }
    expect(await read(blobs, digestOf('same'))).toBe('same')
    expect(await blobs.uploads()).toEqual([])
  })

  it('an upload that is given up leaves nothing', async () => {
    await blobs.append(upload, 0, chunks('x'), NO_LIMIT)
    await blobs.discard(upload)
    expect(readdirSync(join(folder, 'uploads'))).toEqual([])
    expect(await blobs.uploaded(upload)).toBe(0)
  })

  it('no name reaches outside the folder', async () => {
    const outside = join(folder, '..', 'escaped')
    await expect(blobs.append('../../escaped', 0, chunks('x'), NO_LIMIT)).rejects.toThrow()
    await expect(blobs.size('sha256:../../../etc/passwd')).rejects.toThrow()
    await expect(blobs.remove(`sha256:${'a'.repeat(63)}/`)).rejects.toThrow()
    expect(existsSync(outside)).toBe(false)
  })
})

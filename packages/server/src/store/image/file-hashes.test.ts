import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { BLOCK_BYTES } from '../../lib/blocks.ts'
import { createFileHashes } from './file-hashes.ts'

const SIZE = 8 * BLOCK_BYTES

it('of many growing files a limited number is hashed ahead, and every digest is correct', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-hashes-'))
  const hashes = createFileHashes(2)
  try {
    const files = [1, 2, 3, 4].map((fill) => ({ path: join(folder, String(fill)), bytes: Buffer.alloc(SIZE, fill) }))
    for (const size of [SIZE / 2, SIZE]) {
      for (const { path, bytes } of files) {
        writeFileSync(path, bytes.subarray(0, size))
        hashes.grown(path, size)
      }
    }
    expect(hashes.ahead()).toBe(2)
    const digests = await Promise.all(files.map(({ path }) => hashes.digest(path, SIZE)))
    expect(digests).toEqual(files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex')))
    expect(hashes.ahead()).toBe(0)
  } finally {
    await hashes.close()
    rmSync(folder, { recursive: true })
  }
})

it('a file that another process ended gives its place to the next one that grows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-hashes-'))
  const hashes = createFileHashes(1)
  try {
    const [given, next] = [join(folder, 'given'), join(folder, 'next')]
    for (const path of [given, next]) writeFileSync(path, Buffer.alloc(SIZE, 1))
    hashes.grown(given, SIZE)
    rmSync(given)
    for (let times = 0; times < 17; times += 1) hashes.grown(next, SIZE)
    expect(hashes.ahead()).toBe(1)
    const expected = createHash('sha256').update(Buffer.alloc(SIZE, 1)).digest('hex')
    expect(await hashes.digest(next, SIZE)).toBe(expected)
    expect(hashes.ahead()).toBe(0)
  } finally {
    await hashes.close()
    rmSync(folder, { recursive: true })
  }
})

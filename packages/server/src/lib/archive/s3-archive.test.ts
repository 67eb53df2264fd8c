import { expect, it } from 'vitest'
import type { S3Client } from '../s3/s3-client.ts'
import { partBytes, s3Archive } from './s3-archive.ts'

const MB = 1024 * 1024

it('the parts that an object may have hold more than a terabyte, and each is one that a storage takes', () => {
  const parts = Array.from({ length: 10_000 }, (_, index) => partBytes(index + 1))
  expect(parts.reduce((sum, bytes) => sum + bytes, 0)).toBeGreaterThan(1024 * 1024 * MB)
  expect(Math.min(...parts)).toBe(16 * MB)
  expect(Math.max(...parts)).toBeLessThan(512 * MB)
})

/** A storage that makes the object of this size and then loses the answer. */
function forgetful(size: number) {
  const given: string[] = []
  const client = {
    beginParts: async () => 'upload',
    putPart: async () => 'tag',
    completeParts: async () => Promise.reject(new Error('The answer broke off.')),
    abortParts: async () => void given.push('up'),
    size: async () => size,
  }
  return { given, archive: s3Archive(client as unknown as S3Client, 's3://bucket/x', 'x/') }
}

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(17 * MB)
}

it('a file whose last answer got lost is written where the object has all its bytes', async () => {
  const { archive, given } = forgetful(17 * MB)
  expect(await archive.write('table', bytes())).toMatchObject({ bytes: 17 * MB })
  expect(given).toEqual([])
})

it('a file whose object has other bytes is given up', async () => {
  const { archive, given } = forgetful(3)
  await expect(archive.write('table', bytes())).rejects.toThrow('broke off')
  expect(given).toEqual(['up'])
})

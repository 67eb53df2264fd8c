import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Descriptor } from './model.ts'
import { OciError } from './oci-error.ts'

const pattern = /^sha256:[0-9a-f]{64}$/

/** Whether the text is a digest this package accepts (SHA-256, lower-case hex). */
export function isDigest(text: string): boolean {
  return pattern.test(text)
}

/** The digest of bytes held in memory. */
export function digestOf(bytes: Uint8Array | string): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}

/** Fails unless the bytes are the ones the digest names. */
export function assertDigest(bytes: Uint8Array, digest: string, what: string): void {
  const actual = digestOf(bytes)
  if (actual !== digest) throw new OciError('digest_mismatch', `${what} should be ${digest} but is ${actual}`)
}

/** Passes bytes on and fails as soon as there are too many, or at the end when there are too few or others. */
export function verified(source: Readable, descriptor: Pick<Descriptor, 'digest' | 'size'>, what: string): Readable {
  return Readable.from(check(source, descriptor, what), { objectMode: false, highWaterMark: 256 * 1024 })
}

async function* check(source: Readable, { digest, size }: Pick<Descriptor, 'digest' | 'size'>, what: string) {
  const hash = createHash('sha256')
  let seen = 0
  for await (const chunk of source as AsyncIterable<Buffer>) {
    seen += chunk.length
    if (seen > size)
      throw new OciError('digest_mismatch', `${what} ${digest} is longer than the ${size} bytes announced`)
    hash.update(chunk)
    yield chunk
  }
  if (seen < size) throw new OciError('digest_mismatch', `${what} ${digest} ends after ${seen} of ${size} bytes`)
  const actual = `sha256:${hash.digest('hex')}`
  if (actual !== digest) throw new OciError('digest_mismatch', `${what} should be ${digest} but is ${actual}`)
}

/** Reads a whole stream, refusing more than `limit` bytes. */
export async function readAll(source: AsyncIterable<Uint8Array>, limit: number, what: string): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > limit) throw new OciError('limit_exceeded', `${what} is larger than ${limit} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

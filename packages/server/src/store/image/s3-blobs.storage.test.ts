import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../lib/clock.ts'
import { systemRandom } from '../../lib/random.ts'
import { S3Client } from '../../lib/s3/s3-client.ts'
import { Secret } from '../../lib/secret.ts'
import { blobStorageContract } from '../../testing/images/blob-storage-contract.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { atEnd } from '../../testing/run/at-end.ts'
import { s3Blobs } from './s3-blobs.ts'

// Against an object storage that another project made: MKT_TEST_S3=http://<key>:<secret>@<host>:<port>/<bucket>?region=<region>

const MB = 1024 * 1024
const given = new URL(process.env.MKT_TEST_S3 ?? '')
const part = (text: string) => decodeURIComponent(text)
const bucket = given.pathname.slice(1)
const prefix = `mkt-test-${randomBytes(6).toString('hex')}/`

function client(secret = part(given.password)): S3Client {
  const credentials = { accessKeyId: part(given.username), secretAccessKey: Secret.of(secret) }
  const region = given.searchParams.get('region') ?? 'us-east-1'
  const place = { bucket, endpoint: given.origin, region, pathStyle: true }
  const made = new S3Client({ ...place, credentials: () => credentials, clock: systemClock, random: systemRandom })
  atEnd(() => made.close())
  return made
}
const redirect = { seconds: 60, endpoint: given.origin }
const open = (partBytes = 8 * MB) => s3Blobs(client(), { random: systemRandom, prefix, partBytes, redirect })
const digestOf = (bytes: Buffer) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`
async function* pieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 64 * 1024) yield bytes.subarray(at, at + 64 * 1024)
}

describe('blobs in an object storage of somebody else', () => {
  beforeAll(() => open().uploads())

  blobStorageContract(() => open())

  it('large parts are put together inside the storage, and a client reads the blob by an address', async () => {
    const bytes = randomBytes(14 * MB)
    const upload = newId('upl')
    await open(6 * MB).append(upload, 0, pieces(bytes.subarray(0, 12.5 * MB)), 20 * MB)
    const blobs = open(6 * MB)
    await blobs.append(upload, 12.5 * MB, pieces(bytes.subarray(12.5 * MB)), 20 * MB)
    expect(await blobs.digest(upload)).toEqual({ digest: digestOf(bytes), size: bytes.length })
    await blobs.commit(upload, digestOf(bytes))
    await blobs.discard(upload)
    expect(digestOf(await buffer(await blobs.open(digestOf(bytes))))).toBe(digestOf(bytes))
    const address = blobs.address(digestOf(bytes)) ?? ''
    expect(digestOf(Buffer.from(await (await fetch(address)).arrayBuffer()))).toBe(digestOf(bytes))
    expect((await fetch(address.replace(/Signature=..../, 'Signature=0000'))).status).toBe(403)
    await blobs.remove(digestOf(bytes))
  })

  it('a wrong secret is refused', async () => {
    const refused = s3Blobs(client('wrong'), { random: systemRandom, prefix }).size(digestOf(Buffer.from('x')))
    await expect(refused).rejects.toMatchObject({ name: 'S3Error', status: 403 })
  })
})

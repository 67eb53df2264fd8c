import { buffer } from 'node:stream/consumers'
import { partName, planAssembly, sizeOf, type UploadPart } from '../../domain/image/upload-parts.ts'
import type { S3Client } from '../../lib/s3/s3-client.ts'
import { S3Error } from '../../lib/s3/s3-error.ts'

/** Up to this size an object is written with one request. */
const SMALL = 8 * 1024 * 1024
const COPIES_AT_ONCE = 4

/** Makes one object of the parts of an upload. It appears whole or not at all; large parts never leave the storage. */
export async function assembleObject(
  s3: S3Client,
  key: string,
  folder: string,
  chain: readonly UploadPart[],
): Promise<void> {
  const read = async (parts: readonly UploadPart[]) => {
    const bodies: Buffer[] = []
    for (const part of parts) {
      const stream = await s3.open(`${folder}${partName(part)}`)
      if (stream === undefined) throw new Error('A part of an upload is gone.')
      bodies.push(await buffer(stream))
    }
    return Buffer.concat(bodies)
  }
  const [only] = chain
  if (only !== undefined && chain.length === 1) return s3.copy(`${folder}${partName(only)}`, key)
  if (sizeOf(chain) <= SMALL) return s3.put(key, await read(chain))

  const groups = planAssembly(chain)
  const uploadId = await s3.beginParts(key)
  const tags: string[] = []
  const place = async (group: readonly UploadPart[], index: number) => {
    const [first] = group
    const copied =
      first === undefined || group.length > 1
        ? undefined
        : await s3.copyPart(key, uploadId, index + 1, `${folder}${partName(first)}`).catch(unlessUnknown)
    tags[index] = copied ?? (await s3.putPart(key, uploadId, index + 1, await read(group)))
  }
  try {
    for (let index = 0; index < groups.length; index += COPIES_AT_ONCE)
      await Promise.all(groups.slice(index, index + COPIES_AT_ONCE).map((group, at) => place(group, index + at)))
    await s3.completeParts(key, uploadId, tags)
  } catch (error) {
    // What cannot be given up now is removed by the bucket's own rule.
    await s3.abortParts(key, uploadId).catch(() => {})
    throw error
  }
}

/** Some storages cannot copy into a multipart upload; then the bytes make the way through this process. */
function unlessUnknown(error: unknown): undefined {
  if (error instanceof S3Error && (error.status === 501 || error.code === 'NotImplemented')) return undefined
  throw error
}

import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

interface StoredObject {
  bucket: string
  key: string
  content: Readable | Buffer
  metadata: unknown
}

/** The part of s3rver's store of files that tests touch. */
export interface S3Store {
  getObject(bucket: string, key: string): Promise<{ content: Readable; metadata: unknown }>
  getMetadata(bucket: string, key: string): Promise<unknown>
  copyObject(fromBucket: string, from: string, bucket: string, key: string): Promise<unknown>
  putObject(object: StoredObject): Promise<{ size: number; md5: string }>
  putPart(bucket: string, upload: string, part: number, content: Readable): Promise<{ size: number; md5: string }>
  putMetadata(bucket: string, key: string, metadata: unknown, md5: string): Promise<void>
  deleteObject(bucket: string, key: string): Promise<void>
  getResourcePath(bucket: string, key: string | undefined, resource: string): string
}

/**
 * Makes the store promise what object storages do: who got an answer to a write reads all of it, and nobody reads half of one. s3rver answers
 * before the file has the bytes, and its removal of folders that got empty takes them away from a write that goes on.
 */
export function keepObjectsWhole(store: S3Store): void {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const path = store.getResourcePath(bucket, key, 'object')
    const { md5, size, place } = await writeWhole(path, content)
    await store.putMetadata(bucket, key, metadata, md5)
    await place()
    return { size, md5 }
  }
  store.putPart = async (bucket, upload, part, content) => {
    const path = join(store.getResourcePath(bucket, undefined, 'uploads'), upload, String(part))
    const { md5, size, place } = await writeWhole(path, content)
    await writeFile(`${path}.md5`, md5)
    await place()
    return { size, md5 }
  }
  store.copyObject = async (fromBucket, from, bucket, key) => {
    const { content, metadata } = await store.getObject(fromBucket, from)
    await store.putObject({ bucket, key, content, metadata })
    return store.getMetadata(bucket, key)
  }
  store.deleteObject = async (bucket, key) => {
    for (const resource of ['object', 'object.md5', 'metadata.json'])
      await rm(store.getResourcePath(bucket, key, resource), { force: true })
  }
}

/** Writes the bytes beside the path; `place` makes them appear there. */
async function writeWhole(path: string, content: Readable | Buffer) {
  const coming = `${path}.${randomUUID()}`
  const md5 = createHash('md5')
  let size = 0
  await mkdir(dirname(path), { recursive: true })
  const counted = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      md5.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  await pipeline(Buffer.isBuffer(content) ? Readable.from([content]) : content, counted, createWriteStream(coming))
  return { md5: md5.digest('hex'), size, place: () => rename(coming, path) }
}

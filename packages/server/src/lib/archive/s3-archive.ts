import { createHash } from 'node:crypto'
import type { S3Client } from '../s3/s3-client.ts'
import type { Archive } from './archive.ts'

const PART = 16 * 1024 * 1024

/** How many bytes the part with this number, from 1, has. Later ones are larger: an object has at most 10,000 of them. */
export function partBytes(number: number): number {
  return PART * (1 + Math.floor(number / 500))
}

/** Files as objects of a bucket. */
export function s3Archive(s3: S3Client, name: string, prefix: string): Archive {
  return {
    name,

    async isEmpty() {
      return (await s3.list(prefix).next()).done === true
    },

    async write(file, source) {
      const key = `${prefix}${file}`
      const hash = createHash('sha256')
      let bytes = 0
      let held: Uint8Array[] = []
      let heldBytes = 0
      let uploadId: string | undefined
      const tags: string[] = []
      const flush = async () => {
        uploadId ??= await s3.beginParts(key)
        tags.push(await s3.putPart(key, uploadId, tags.length + 1, Buffer.concat(held)))
        held = []
        heldBytes = 0
      }
      try {
        for await (const chunk of source) {
          hash.update(chunk)
          bytes += chunk.length
          held.push(chunk)
          heldBytes += chunk.length
          if (heldBytes >= partBytes(tags.length + 1)) await flush()
        }
        if (uploadId === undefined) await s3.put(key, Buffer.concat(held))
        else {
          if (heldBytes > 0) await flush()
          await s3.completeParts(key, uploadId, tags).catch(async (error: unknown) => {
            // An answer may get lost after the object was made.
            if ((await s3.size(key)) !== bytes) throw error
          })
        }
      } catch (error) {
        // What cannot be given up now is removed by the bucket's own rule.
        if (uploadId !== undefined) await s3.abortParts(key, uploadId).catch(() => {})
        throw error
      }
      return { bytes, sha256: hash.digest('hex') }
    },

    read: (file) => s3.open(`${prefix}${file}`),
    async list(folder) {
      const names: string[] = []
      const start = `${prefix}${folder}/`
      for await (const { key } of s3.list(start)) names.push(key.slice(start.length))
      return names.filter((name) => !name.includes('/'))
    },
    close: () => s3.close(),
  }
}

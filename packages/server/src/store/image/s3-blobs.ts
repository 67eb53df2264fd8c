import { createHash, type Hash } from 'node:crypto'
import {
  furthestChain,
  notedDigest,
  parsePartName,
  partName,
  sizeOf,
  type UploadPart,
} from '../../domain/image/upload-parts.ts'
import type { Random } from '../../lib/random.ts'
import type { S3Client } from '../../lib/s3/s3-client.ts'
import { assembleObject } from './assemble-object.ts'
import { BlobMissing, type BlobStorage, UPLOAD_NAME, UploadTooLarge } from './blob-storage.ts'
import { storageFailure } from './storage-failure.ts'

/** What arrives is gathered to parts of this size. */
const PART = 8 * 1024 * 1024
/** Where many uploads at once hold more than this in memory, parts are written sooner. */
const MAX_HELD = 256 * 1024 * 1024
const SMALL_PART = 1024 * 1024
/** Running hashes kept in memory; an upload without one is read again when it ends. */
const HASHES = 256
const REMOVALS_AT_ONCE = 16
/** How long a storage counts as full after it refused a write for that. */
const FULL_FOR_MS = 60_000

export interface S3BlobOptions {
  /** In front of every key; empty, or with a slash at its end. */
  prefix: string
  /** Lets clients read blobs from the storage itself. */
  redirect?: { seconds: number; endpoint: string } | undefined
  partBytes?: number
  /** Names the writers of parts. */
  random: Random
}

/** Blobs as objects: `blobs/sha256/ab/abcd…`, and uploads in progress in `uploads/<upload>/`, one object for each part. */
export function s3Blobs(s3: S3Client, { prefix, redirect, partBytes = PART, random }: S3BlobOptions): BlobStorage {
  const runs = new Map<string, { writer: string; hash: Hash; size: number }>()
  /** What `digest` looked at, so that `commit` takes these very bytes. */
  const checked = new Map<string, { digest: string; chain: UploadPart[] }>()
  let held = 0
  let full: { error: unknown; at: number } | undefined
  const noteFull = (error: unknown) => {
    if (storageFailure(error) === 'full') full = { error, at: performance.now() }
  }

  const folderOf = (upload: string) => `${prefix}uploads/${safe(upload, UPLOAD_NAME)}/`
  const blobKey = (digest: string) => {
    const hex = safe(digest, /^sha256:[0-9a-f]{64}$/).slice(7)
    return `${prefix}blobs/sha256/${hex.slice(0, 2)}/${hex}`
  }

  async function chainOf(upload: string): Promise<UploadPart[]> {
    const folder = folderOf(upload)
    const parts: UploadPart[] = []
    for await (const { key, size } of s3.list(folder)) {
      const part = parsePartName(key.slice(folder.length))
      if (part?.size === size) parts.push(part)
    }
    return furthestChain(parts)
  }

  function running(upload: string, offset: number) {
    const known = runs.get(upload)
    const writer = random.bytes(8).toString('hex')
    if (offset > 0 && known?.size !== offset) return { writer, size: offset }
    const run = offset > 0 && known ? known : { writer, hash: createHash('sha256'), size: 0 }
    runs.delete(upload)
    runs.set(upload, run)
    const [oldest] = runs.keys()
    if (runs.size > HASHES && oldest !== undefined) runs.delete(oldest)
    return run
  }

  return {
    async append(upload, offset, source, limit) {
      const folder = folderOf(upload)
      const run: { writer: string; hash?: Hash; size: number } = running(upload, offset)
      let chunks: Uint8Array[] = []
      let bytes = 0
      const flush = async (last: boolean) => {
        if (bytes === 0) return
        const body = Buffer.concat(chunks)
        run.hash?.update(body)
        const digest = last ? run.hash?.copy().digest('hex') : undefined
        const name = partName({ offset: run.size, size: body.length, writer: run.writer, digest })
        chunks = []
        bytes = 0
        try {
          await s3.put(`${folder}${name}`, body)
          full = undefined
        } catch (error) {
          noteFull(error)
          // The hash has seen bytes that are not there.
          runs.delete(upload)
          throw error
        } finally {
          held -= body.length
        }
        run.size += body.length
      }
      try {
        for await (const chunk of source) {
          if (run.size + bytes + chunk.length > limit) throw new UploadTooLarge(`more than ${limit} bytes`)
          if (bytes + chunk.length > (held > MAX_HELD ? SMALL_PART : partBytes)) await flush(false)
          chunks.push(Buffer.from(chunk))
          bytes += chunk.length
          held += chunk.length
        }
      } finally {
        await flush(true).finally(() => {
          held -= bytes
        })
      }
      return run.size
    },

    async uploaded(upload) {
      return sizeOf(await chainOf(upload))
    },

    async digest(upload) {
      const chain = await chainOf(upload)
      const digest = `sha256:${notedDigest(chain) ?? (await hashOf(s3, folderOf(upload), chain))}`
      checked.set(upload, { digest, chain })
      return { digest, size: sizeOf(chain) }
    },

    async commit(upload, digest) {
      const found = checked.get(upload)
      if (found?.digest !== digest) throw new Error('Only what was checked can become a blob.')
      const key = blobKey(digest)
      const size = sizeOf(found.chain)
      if ((await s3.size(key)) === size) return
      const folder = folderOf(upload)
      await assembleObject(s3, key, folder, found.chain).catch(async (error: unknown) => {
        noteFull(error)
        // An answer may get lost after the object was made.
        if ((await s3.size(key)) !== size) throw error
      })
    },

    async fork(upload, copy) {
      for (const part of await chainOf(upload)) {
        const name = partName(part)
        await s3.copy(`${folderOf(upload)}${name}`, `${folderOf(copy)}${name}`)
      }
    },

    async discard(upload) {
      runs.delete(upload)
      checked.delete(upload)
      const keys: string[] = []
      for await (const { key } of s3.list(folderOf(upload))) keys.push(key)
      while (keys.length > 0) await Promise.all(keys.splice(0, REMOVALS_AT_ONCE).map((key) => s3.remove(key)))
    },

    async uploads() {
      const found = new Map<string, Date>()
      const folder = `${prefix}uploads/`
      for await (const { key, modifiedAt } of s3.list(folder)) {
        const upload = key.slice(folder.length).split('/')[0] ?? ''
        if (!UPLOAD_NAME.test(upload)) continue
        const former = found.get(upload)
        if (former === undefined || former < modifiedAt) found.set(upload, modifiedAt)
      }
      return [...found].map(([upload, touchedAt]) => ({ upload, touchedAt }))
    },

    size: (digest) => s3.size(blobKey(digest)),

    async open(digest, range) {
      const stream = await s3.open(blobKey(digest), range)
      if (stream === undefined) throw new BlobMissing(digest)
      return stream
    },

    remove: (digest) => s3.remove(blobKey(digest)),

    address: (digest) => (redirect === undefined ? undefined : s3.presign(blobKey(digest), redirect)),

    async check() {
      // Only a write meets a storage that is full, so the last one counts for a while.
      if (full !== undefined && performance.now() - full.at < FULL_FOR_MS) throw full.error
      await s3.size(`${prefix}uploads/check`)
    },

    close: () => s3.close(),
  }
}

async function hashOf(s3: S3Client, folder: string, chain: readonly UploadPart[]): Promise<string> {
  const hash = createHash('sha256')
  for (const part of chain) {
    const stream = await s3.open(`${folder}${partName(part)}`)
    if (stream === undefined) throw new Error('A part of an upload is gone.')
    for await (const chunk of stream) hash.update(chunk as Uint8Array)
  }
  return hash.digest('hex')
}

/** Names come from requests; nothing that is not exactly a blob's name becomes a key. */
function safe(name: string, pattern: RegExp): string {
  if (!pattern.test(name)) throw new Error('not a name of the blob storage')
  return name
}

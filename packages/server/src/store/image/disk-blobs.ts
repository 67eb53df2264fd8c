import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BlobMissing, type BlobStorage, UPLOAD_NAME, UploadTooLarge } from './blob-storage.ts'

/** Chunks are gathered to about this much before they are written. */
const GATHER = 1024 * 1024
/** Running hashes kept in memory; an upload without one is hashed again from its file. */
const HASHES = 256
/** With less room than this a disk counts as full: the next layer would not fit. */
const LEAST_FREE = 16 * 1024 * 1024

/** Blobs as files: `blobs/sha256/ab/abcd…`, uploads under way in `uploads/`. A blob's file appears whole or not at all. */
export function diskBlobs(folder: string): BlobStorage {
  const hashes = new Map<string, { hash: Hash; size: number }>()
  /** What `digest` looked at, so that `commit` takes these very bytes. */
  const checked = new Map<string, { digest: string; size: number }>()
  const uploadPath = (upload: string) => join(folder, 'uploads', safe(upload, UPLOAD_NAME))
  const blobPath = (digest: string) => {
    const hex = safe(digest, /^sha256:[0-9a-f]{64}$/).slice(7)
    return join(folder, 'blobs', 'sha256', hex.slice(0, 2), hex)
  }

  function running(upload: string, offset: number): { hash: Hash; size: number } | undefined {
    const known = offset === 0 ? { hash: createHash('sha256'), size: 0 } : hashes.get(upload)
    if (known?.size !== offset) return undefined
    hashes.delete(upload)
    hashes.set(upload, known)
    const [oldest] = hashes.keys()
    if (hashes.size > HASHES && oldest !== undefined) hashes.delete(oldest)
    return known
  }

  return {
    async append(upload, offset, source, limit) {
      const path = uploadPath(upload)
      await mkdir(dirname(path), { recursive: true })
      const file = await open(path, offset === 0 ? 'w' : 'r+')
      const hashing = running(upload, offset)
      let size = offset
      let held: Uint8Array[] = []
      let heldBytes = 0
      const flush = async () => {
        if (heldBytes === 0) return
        await writeAll(file, held, size)
        for (const chunk of held) hashing?.hash.update(chunk)
        size += heldBytes
        if (hashing) hashing.size = size
        held = []
        heldBytes = 0
      }
      try {
        for await (const chunk of source) {
          if (size + heldBytes + chunk.length > limit) throw new UploadTooLarge(`more than ${limit} bytes`)
          held.push(chunk)
          heldBytes += chunk.length
          if (heldBytes >= GATHER) await flush()
        }
      } finally {
        await flush().finally(() => file.close())
      }
      return size
    },

    async uploaded(upload) {
      return (await stat(uploadPath(upload)).catch(absent))?.size ?? 0
    },

    async digest(upload) {
      const size = await this.uploaded(upload)
      const known = hashes.get(upload)
      const hash = known?.size === size ? known.hash.copy() : createHash('sha256')
      if (size > 0 && known?.size !== size) {
        const bytes = createReadStream(uploadPath(upload), { highWaterMark: GATHER, end: size - 1 })
        for await (const chunk of bytes) hash.update(chunk)
      }
      const found = { digest: `sha256:${hash.digest('hex')}`, size }
      checked.set(upload, found)
      return found
    },

    async commit(upload, digest) {
      const from = uploadPath(upload)
      const to = blobPath(digest)
      const [coming, there] = await Promise.all([stat(from).catch(absent), stat(to).catch(absent)])
      const found = checked.get(upload)
      if (found?.digest !== digest || found.size !== (coming?.size ?? 0))
        throw new Error('Only what was checked can become a blob.')
      hashes.delete(upload)
      if (there?.size === found.size) return void (await rm(from, { force: true }))
      await mkdir(dirname(to), { recursive: true })
      // An empty blob has had no bytes to append, so there is no file yet.
      const file = await open(from, coming === undefined ? 'w' : 'r+')
      await file.sync().finally(() => file.close())
      await rename(from, to)
      const parent = await open(dirname(to), 'r')
      await parent.sync().finally(() => parent.close())
    },

    async discard(upload) {
      hashes.delete(upload)
      checked.delete(upload)
      await rm(uploadPath(upload), { force: true })
    },

    async uploads() {
      const names = (await readdir(join(folder, 'uploads')).catch(absent)) ?? []
      const found = await Promise.all(
        names
          .filter((name) => UPLOAD_NAME.test(name))
          .map(async (upload) => ({ upload, facts: await stat(uploadPath(upload)).catch(absent) })),
      )
      return found.flatMap(({ upload, facts }) => (facts === undefined ? [] : [{ upload, touchedAt: facts.mtime }]))
    },

    async size(digest) {
      return (await stat(blobPath(digest)).catch(absent))?.size
    },

    async open(digest, range) {
      const file = await open(blobPath(digest), 'r').catch(absent)
      if (file === undefined) throw new BlobMissing(digest)
      return file.createReadStream({ highWaterMark: 256 * 1024, ...range })
    },

    async remove(digest) {
      await rm(blobPath(digest), { force: true })
    },

    address: () => undefined,
    async check() {
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < LEAST_FREE)
        throw Object.assign(new Error('The disk with the image blobs is full.'), { code: 'ENOSPC', syscall: 'statfs' })
      await access(folder, constants.W_OK)
    },
    close: async () => {},
  }
}

async function writeAll(file: FileHandle, chunks: Uint8Array[], position: number): Promise<void> {
  let at = position
  let rest = chunks
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest, at)
    at += bytesWritten
    rest = withoutFirst(rest, bytesWritten)
  }
}

/** What is left to write after a write that took fewer bytes than given. */
function withoutFirst(chunks: Uint8Array[], bytes: number): Uint8Array[] {
  let skip = bytes
  return chunks.flatMap((chunk) => {
    const taken = Math.min(skip, chunk.length)
    skip -= taken
    return taken === chunk.length ? [] : [chunk.subarray(taken)]
  })
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}

/** Names come from requests; nothing that is not exactly a blob's name becomes a path. */
function safe(name: string, pattern: RegExp): string {
  if (!pattern.test(name)) throw new Error('not a name of the blob storage')
  return name
}

import {
  access,
  constants,
  copyFile,
  type FileHandle,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  statfs,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { giveBlock, takeBlock } from '../../lib/blocks.ts'
import { BlobMissing, type BlobStorage, UPLOAD_NAME, UploadTooLarge } from './blob-storage.ts'
import { FileBytes } from './file-bytes.ts'
import { createFileHashes } from './file-hashes.ts'

/** With less room than this a disk counts as full: the next layer would not fit. */
const LEAST_FREE = 16 * 1024 * 1024

/** Blobs as files: `blobs/sha256/ab/abcd…`, uploads in progress in `uploads/`. A blob's file appears whole or not at all. */
export function diskBlobs(folder: string): BlobStorage {
  const hashes = createFileHashes()
  /** What `digest` looked at, so that `commit` takes these very bytes. */
  const checked = new Map<string, { digest: string; size: number }>()
  const uploadPath = (upload: string) => join(folder, 'uploads', safe(upload, UPLOAD_NAME))
  const blobPath = (digest: string) => {
    const hex = safe(digest, /^sha256:[0-9a-f]{64}$/).slice(7)
    return join(folder, 'blobs', 'sha256', hex.slice(0, 2), hex)
  }

  return {
    async append(upload, offset, source, limit) {
      const path = uploadPath(upload)
      await mkdir(dirname(path), { recursive: true })
      const file = await open(path, offset === 0 ? 'w' : 'r+')
      if (offset === 0) hashes.forget(path)
      const block = takeBlock()
      let size = offset
      let held = 0
      const flush = async () => {
        await writeAll(file, block.subarray(0, held), size)
        size += held
        held = 0
        hashes.grown(path, size)
      }
      try {
        for await (const chunk of source) {
          if (size + held + chunk.length > limit) throw new UploadTooLarge(`more than ${limit} bytes`)
          for (let taken = 0; taken < chunk.length; ) {
            const part = chunk.subarray(taken, taken + block.length - held)
            block.set(part, held)
            held += part.length
            taken += part.length
            if (held === block.length) await flush()
          }
        }
      } finally {
        await flush().finally(() => {
          giveBlock(block)
          return file.close()
        })
      }
      return size
    },

    async uploaded(upload) {
      return (await stat(uploadPath(upload)).catch(absent))?.size ?? 0
    },

    async digest(upload) {
      const size = await this.uploaded(upload)
      const found = { digest: `sha256:${await hashes.digest(uploadPath(upload), size)}`, size }
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
      if (there?.size === found.size) return void (await rm(from, { force: true }))
      await mkdir(dirname(to), { recursive: true })
      // An empty blob has had no bytes to append, so there is no file yet.
      const file = await open(from, coming === undefined ? 'w' : 'r+')
      await file.sync().finally(() => file.close())
      await rename(from, to)
      const parent = await open(dirname(to), 'r')
      await parent.sync().finally(() => parent.close())
    },

    async fork(upload, copy) {
      await copyFile(uploadPath(upload), uploadPath(copy), constants.COPYFILE_FICLONE).catch(absent)
    },

    async discard(upload) {
      hashes.forget(uploadPath(upload))
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
      return new FileBytes(file, range ?? { start: 0, end: (await file.stat()).size - 1 })
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
    close: () => hashes.close(),
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; )
    written += (await file.write(bytes, written, bytes.length - written, position + written)).bytesWritten
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

import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rename } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Archive } from './archive.ts'

const DRAFT = '.part'

/** Files below a folder. Each appears under its name when it is on the disk as a whole. */
export function folderArchive(path: string): Archive {
  const folder = resolve(path)
  return {
    name: folder,

    async isEmpty() {
      return ((await readdir(folder).catch(absent)) ?? []).length === 0
    },

    async write(name, source) {
      const file = join(folder, name)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      const draft = `${file}${DRAFT}`
      const handle = await open(draft, 'w', 0o600)
      const hash = createHash('sha256')
      let bytes = 0
      try {
        for await (const chunk of source) {
          await handle.writeFile(chunk)
          hash.update(chunk)
          bytes += chunk.length
        }
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(draft, file)
      // The name of a file is on the disk only when its folder is.
      for (const each of new Set([dirname(file), folder])) await syncFolder(each)
      return { bytes, sha256: hash.digest('hex') }
    },

    async read(name) {
      const handle = await open(join(folder, name), 'r').catch(absent)
      return handle?.createReadStream({ highWaterMark: 256 * 1024 })
    },

    async list(name) {
      return ((await readdir(join(folder, name)).catch(absent)) ?? []).filter((file) => !file.endsWith(DRAFT)).sort()
    },

    close: async () => {},
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}

import { randomBytes } from 'node:crypto'
import { chmod, lstat, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageConfig, ImageSource } from '../image-source.ts'

export interface UnpackedImage {
  root: string
  config: ImageConfig
}

const UNUSED_MS = 3600_000
/** What a kept layer's folder always holds; touched at each use. */
const LAYER_ENTRIES = 'entries.json'

/** Unpacks every image once into a folder named by its digest; platforms that race keep whichever was there first. */
export interface Images {
  unpacked(source: ImageSource): Promise<UnpackedImage>
  /** Removes images that no instance uses and nobody asked for in the last hour. */
  prune(used: ReadonlySet<string>): Promise<void>
}

/** `layers` is where unpacked layers are kept, which images on the same file system share. */
export function createImages(folder: string, layers: string): Images {
  const running = new Map<string, Promise<UnpackedImage>>()
  return {
    unpacked(source) {
      const known = running.get(source.digest)
      if (known !== undefined) return known
      const work = unpackOnce(folder, layers, source).finally(() => running.delete(source.digest))
      running.set(source.digest, work)
      return work
    },
    async prune(used) {
      const kept = new Set([...used].map(folderName))
      for (const name of await readdir(folder)) {
        const home = join(folder, name)
        if (kept.has(name) || Date.now() - (await lastUse(home)) < UNUSED_MS) continue
        await rm(home, { recursive: true, force: true })
      }
      await pruneLayers(layers)
    },
  }
}

/** A kept layer costs nothing while an image links its files; afterwards it goes, unless it was used in the last hour. */
async function pruneLayers(layers: string): Promise<void> {
  for (const name of await readdir(layers).catch(() => [])) {
    const home = join(layers, name)
    const status = (await stat(join(home, LAYER_ENTRIES)).catch(() => null)) ?? (await stat(home).catch(() => null))
    if (status === null || Date.now() - status.mtimeMs < UNUSED_MS) continue
    const first = (await readdir(home)).find((file) => file !== LAYER_ENTRIES)
    const isLinked = first !== undefined && (await stat(join(home, first))).nlink > 1
    if (!isLinked) await rm(home, { recursive: true, force: true })
  }
}

function folderName(digest: string): string {
  return digest.replace(':', '-')
}

/** When the image was last asked for; of a draft or a claim that was left behind, when it was made. */
async function lastUse(home: string): Promise<number> {
  const status = (await stat(join(home, 'config.json')).catch(() => null)) ?? (await stat(home).catch(() => null))
  return status?.mtimeMs ?? Date.now()
}

async function unpackOnce(folder: string, layers: string, source: ImageSource): Promise<UnpackedImage> {
  const home = join(folder, folderName(source.digest))
  const there = await readUnpacked(home)
  if (there !== null) {
    const now = new Date()
    await utimes(join(home, 'config.json'), now, now)
    return there
  }
  const draft = join(folder, `.draft-${randomBytes(6).toString('hex')}`)
  try {
    await mkdir(join(draft, 'root'), { recursive: true, mode: 0o755 })
    const config = await source.unpack(join(draft, 'root'), layers)
    await prepareRoot(join(draft, 'root'))
    await writeFile(join(draft, 'config.json'), JSON.stringify(config))
    await rename(draft, home).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  const unpacked = await readUnpacked(home)
  if (unpacked === null) throw new Error(`the image ${source.digest} could not be unpacked below ${folder}`)
  return unpacked
}

async function readUnpacked(home: string): Promise<UnpackedImage | null> {
  try {
    const config = JSON.parse(await readFile(join(home, 'config.json'), 'utf8')) as ImageConfig
    return { root: join(home, 'root'), config }
  } catch {
    return null
  }
}

/** Makes the places that are mounted over real, and everything readable for the application's user. */
async function prepareRoot(root: string): Promise<void> {
  for (const name of ['proc', 'dev', 'tmp', 'etc']) await ensure(join(root, name), 'folder')
  for (const name of ['hosts', 'resolv.conf']) await ensure(join(root, 'etc', name), 'file')
  await openUp(root)
}

async function ensure(path: string, kind: 'folder' | 'file'): Promise<void> {
  const status = await lstat(path).catch(() => null)
  if (kind === 'folder' ? status?.isDirectory() : status?.isFile()) return
  if (status !== null) await rm(path, { recursive: true })
  if (kind === 'folder') await mkdir(path)
  else await writeFile(path, '')
}

async function openUp(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openUp(path)
    else if (entry.isFile()) {
      const { mode } = await lstat(path)
      const wanted = (mode & 0o777) | ((mode & 0o100) === 0 ? 0o444 : 0o555)
      if ((mode & 0o7777) !== wanted) await chmod(path, wanted)
    }
  }
}

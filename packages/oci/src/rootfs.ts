import { constants } from 'node:fs'
import { chmod, link, lstat, mkdir, open, readdir, readlink, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { followLink } from './layer-path.ts'
import { OciError } from './oci-error.ts'
import { PathTree } from './path-tree.ts'

/**
 * A directory on the host that holds an image's root. Every path is walked component by component and symbolic links are
 * followed inside the root only, so that no layer reaches anything outside of it.
 */
export class Rootfs {
  readonly #root: string
  /** Paths known to be real directories, so that they need not be looked at for each file. */
  readonly #directories = new PathTree<true>()
  /** What the current layer has written, with all parents: its own whiteouts do not touch these. */
  #written = new Set<string>()

  constructor(root: string) {
    this.#root = root
    this.#directories.set([], true)
  }

  beginLayer(): void {
    this.#written = new Set()
  }

  async directory(path: string[], mode: number): Promise<void> {
    if (path.length === 0) return
    const at = await this.#place(path)
    if ((await this.#kind(at)) !== 'directory') {
      await this.#remove(at)
      await mkdir(this.#host(at))
    }
    // The owner may always write, or the files below could not be made.
    await chmod(this.#host(at), (mode & 0o777) | 0o700)
    this.#directories.set(at, true)
    this.#mark(at)
  }

  async file(path: string[], mode: number, body: AsyncIterable<Uint8Array>): Promise<void> {
    const at = await this.#place(path)
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
    const handle = await this.#replacing(at, () => open(this.#host(at), flags, 0o600))
    try {
      for await (const chunk of body) await handle.writeFile(chunk)
      await handle.chmod(mode & 0o777)
    } finally {
      await handle.close()
    }
    this.#mark(at)
  }

  /** Shows a file of the host there. It stays one file: nothing here ever writes into a file that exists. */
  async linkedFile(path: string[], source: string): Promise<void> {
    const at = await this.#place(path)
    await this.#replacing(at, () => link(source, this.#host(at)))
    this.#mark(at)
  }

  async symlink(path: string[], target: string): Promise<void> {
    const at = await this.#place(path)
    await this.#replacing(at, () => symlink(target, this.#host(at)))
    this.#mark(at)
  }

  async hardLink(path: string[], target: string[]): Promise<void> {
    const from = await this.#place(target)
    const kind = await this.#kind(from)
    if (kind !== 'file' && kind !== 'symlink')
      throw new OciError(
        'archive_invalid',
        `${path.join('/')} is a hard link to ${target.join('/')}, which is not a file`,
      )
    const at = await this.#place(path)
    if (at.join('/') === from.join('/')) return
    await this.#replacing(at, () => link(this.#host(from), this.#host(at)))
    this.#mark(at)
  }

  /** Removes what lower layers left at a path. */
  async whiteout(path: string[]): Promise<void> {
    if (path.length === 0) return
    await this.#removeLower(await this.#place(path))
  }

  /** Removes what lower layers left inside a directory. */
  async opaque(path: string[]): Promise<void> {
    const at = await this.#follow(path, 0)
    if ((await this.#kind(at)) !== 'directory') return
    for (const name of await readdir(this.#host(at))) await this.#removeLower([...at, name])
  }

  async #removeLower(at: string[]): Promise<void> {
    if (!this.#written.has(at.join('/'))) return this.#remove(at)
    if ((await this.#kind(at)) !== 'directory') return
    for (const name of await readdir(this.#host(at))) await this.#removeLower([...at, name])
  }

  /** Makes something that must be new; what was there goes first. Most files are new, so that is only looked at when it fails. */
  async #replacing<T>(at: string[], make: () => Promise<T>): Promise<T> {
    try {
      return await make()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      await this.#remove(at)
      return make()
    }
  }

  async #remove(at: string[]): Promise<void> {
    if (at.length === 0) throw new OciError('archive_invalid', 'a layer replaces the root directory')
    this.#directories.delete(at)
    this.#directories.deleteBelow(at)
    await rm(this.#host(at), { recursive: true, force: true })
  }

  /** The real place of a path: parents followed and made where missing, the last component left as it is. */
  async #place(path: string[]): Promise<string[]> {
    const base = path.at(-1)
    if (base === undefined) throw new OciError('archive_invalid', 'a layer replaces the root directory')
    const parent = path.slice(0, -1)
    if (this.#directories.get(parent)) return path
    return [...(await this.#follow(parent, 0)), base]
  }

  async #follow(path: string[], hops: number): Promise<string[]> {
    if (hops > 40) throw new OciError('archive_invalid', `the image's links at ${path.join('/')} lead in a circle`)
    for (let depth = 1; depth <= path.length; depth += 1) {
      const at = path.slice(0, depth)
      if (this.#directories.get(at)) continue
      const kind = await this.#kind(at)
      if (kind === 'symlink') {
        const target = await readlink(this.#host(at))
        return this.#follow([...followLink(at.slice(0, -1), target), ...path.slice(depth)], hops + 1)
      }
      if (kind !== 'directory') {
        if (kind) await this.#remove(at)
        await mkdir(this.#host(at), { mode: 0o755 })
      }
      this.#directories.set(at, true)
    }
    return path
  }

  async #kind(at: string[]): Promise<'file' | 'directory' | 'symlink' | 'other' | undefined> {
    if (at.length === 0) return 'directory'
    const found = await lstat(this.#host(at)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
      throw error
    })
    if (!found) return undefined
    if (found.isSymbolicLink()) return 'symlink'
    if (found.isDirectory()) return 'directory'
    return found.isFile() ? 'file' : 'other'
  }

  #host(at: string[]): string {
    return join(this.#root, ...at)
  }

  #mark(at: string[]): void {
    for (let depth = at.length; depth > 0; depth -= 1) {
      const name = at.slice(0, depth).join('/')
      if (this.#written.has(name)) return
      this.#written.add(name)
    }
  }
}

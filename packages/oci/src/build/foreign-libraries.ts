import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Architecture, architectures } from './architecture.ts'
import { linkingOf } from './elf.ts'
import type { Libraries } from './libraries.ts'

/**
 * Where this machine may have libraries of another architecture: those of a second architecture, which are the very files that a machine of
 * that kind has, and those for cross compilers, which are built apart.
 */
export function libraryFolders(architecture: Architecture): string[] {
  const { triple } = architectures[architecture]
  return [`/lib/${triple}`, `/usr/lib/${triple}`, `/usr/${triple}/lib`]
}

/** The libraries of a program of another architecture and theirs, found by name where it says and in `folders`; `ldd` cannot run it. */
export async function foreignLibraries(file: string, folders: readonly string[]): Promise<Libraries> {
  const found = new Map<string, string>()
  const missing = new Set<string>()
  const queue = [file]
  for (let user = queue.shift(); user !== undefined; user = queue.shift()) {
    const { needed, folders: own } = await linkingOf(await realpath(user))
    for (const name of needed) {
      if (found.has(name) || missing.has(name)) continue
      const path = await locate(name, [...own, ...folders])
      if (path === undefined) missing.add(name)
      else {
        found.set(name, path)
        queue.push(path)
      }
    }
  }
  return { found: [...found.values()], missing: [...missing] }
}

async function locate(name: string, folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) if (await stat(join(folder, name)).catch(() => undefined)) return join(folder, name)
  return undefined
}

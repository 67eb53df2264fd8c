import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Architecture, architectures } from './architecture.ts'
import { neededLibraries } from './elf.ts'
import type { Libraries } from './libraries.ts'

/** Where this machine may have libraries of another architecture: those for cross compilers, and those of a second architecture. */
export function libraryFolders(architecture: Architecture): string[] {
  const { triple } = architectures[architecture]
  return [`/usr/${triple}/lib`, `/lib/${triple}`, `/usr/lib/${triple}`]
}

/** The libraries of a program of another architecture and theirs, found by name in `folders`; `ldd` cannot run it. */
export async function foreignLibraries(file: string, folders: readonly string[]): Promise<Libraries> {
  const found = new Map<string, string>()
  const missing = new Set<string>()
  const queue = await neededLibraries(file)
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    if (found.has(name) || missing.has(name)) continue
    const path = await locate(name, folders)
    if (path === undefined) missing.add(name)
    else {
      found.set(name, path)
      queue.push(...(await neededLibraries(await realpath(path))))
    }
  }
  return { found: [...found.values()], missing: [...missing] }
}

async function locate(name: string, folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) if (await stat(join(folder, name)).catch(() => undefined)) return join(folder, name)
  return undefined
}

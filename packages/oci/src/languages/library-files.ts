import { realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Architecture } from '../build/architecture.ts'
import { isFor } from '../build/elf.ts'
import { librariesOf, libraryFolder, linkedLibraries } from '../build/libraries.ts'
import { OciError } from '../oci-error.ts'

/**
 * The shared libraries that a program and its modules need: path in the image → file of this machine. Those below `own` come with the
 * runtime itself.
 */
export async function libraryFiles(
  program: string,
  modules: readonly string[],
  own: string,
  architecture: Architecture,
): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const libraries = await librariesOf(program)
  const folder = libraryFolder(libraries)
  for (const library of libraries) if (!library.startsWith(own)) files.set(library.slice(1), await realpath(library))
  const known = new Set(libraries.map((path) => basename(path)))
  for (const module of modules) {
    if (!(await isFor(module, architecture)))
      throw new OciError('build_impossible', `${module} is not for Linux on ${architecture}; build on such a machine`)
    for (const library of (await linkedLibraries(module)).found) {
      if (known.has(basename(library)) || library.startsWith(own) || folder === undefined) continue
      known.add(basename(library))
      files.set(join(folder, basename(library)).slice(1), await realpath(library))
    }
  }
  return files
}

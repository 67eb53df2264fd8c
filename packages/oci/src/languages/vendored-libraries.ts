import { realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { libraryFolder, linkedLibraries } from '../build/libraries.ts'
import { OciError } from '../oci-error.ts'

/**
 * The shared libraries that compiled modules of installed packages need beyond what they bring themselves and what the runtime has:
 * path in the image → file of this machine. A library that this machine lacks is refused with the name of its package.
 */
export async function vendoredLibraries(
  target: string,
  modules: readonly string[],
  present: readonly string[],
): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const folder = libraryFolder(present)
  // A package may load a library that it brings before the module that is linked with it.
  const known = new Set([...present, ...modules].map((path) => basename(path)))
  const own = await realpath(target)
  for (const module of modules) {
    const { found, missing } = await linkedLibraries(join(own, module))
    const absent = missing.filter((name) => !known.has(name))
    if (absent.length > 0)
      throw new OciError(
        'build_impossible',
        `the compiled module ${module} needs ${absent.join(', ')}, which this machine lacks; install the library here, or build from a Dockerfile`,
      )
    for (const library of found) {
      if (known.has(basename(library)) || library.startsWith(`${own}/`) || folder === undefined) continue
      files.set(join(folder, basename(library)).slice(1), await realpath(library))
    }
  }
  return files
}

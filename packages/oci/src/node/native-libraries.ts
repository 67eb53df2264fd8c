import { realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isAmd64 } from '../build/elf.ts'
import { libraryFolder, linkedLibraries } from '../build/libraries.ts'
import { OciError } from '../oci-error.ts'
import type { NativeModule } from './application-tree.ts'

/**
 * The shared libraries that compiled modules need beyond the runtime's own: path in the image → file of this machine. A
 * package that has no module for Linux on amd64, or none whose libraries this machine knows, is refused by its name.
 */
export async function nativeLibraries(
  natives: readonly NativeModule[],
  present: readonly string[],
): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const folder = libraryFolder(present)
  const known = new Set(present.map((path) => basename(path)))
  for (const [name, modules] of byPackage(natives)) {
    const linked = await Promise.all(
      modules.map(async ({ source }) => ((await isAmd64(source)) ? [await linkedLibraries(source)] : [])),
    )
    const usable = linked.flat().filter(({ missing }) => missing.length === 0)
    if (usable.length === 0)
      throw refusal(
        name,
        linked.flat().flatMap(({ missing }) => missing),
      )
    for (const library of usable.flatMap(({ found }) => found)) {
      // Libraries that packages bring lie beside the module, and it finds them there.
      if (known.has(basename(library)) || library.includes('/node_modules/') || folder === undefined) continue
      files.set(join(folder, basename(library)).slice(1), await realpath(library))
    }
  }
  return files
}

function byPackage(natives: readonly NativeModule[]): Map<string, NativeModule[]> {
  const groups = new Map<string, NativeModule[]>()
  for (const native of natives) groups.set(native.package, [...(groups.get(native.package) ?? []), native])
  return groups
}

function refusal(name: string, missing: readonly string[]): OciError {
  const libraries = [...new Set(missing)].join(', ')
  return new OciError(
    'build_impossible',
    libraries === ''
      ? `the package ${name} has a compiled module, and none of it is for Linux on amd64; run npm install on such a machine (npm install --os linux --cpu x64)`
      : `the compiled module of the package ${name} needs ${libraries}, which this machine lacks; install the library here, or build from a Dockerfile`,
  )
}

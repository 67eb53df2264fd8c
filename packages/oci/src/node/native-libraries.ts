import { realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Architecture, architectures } from '../build/architecture.ts'
import { isFor } from '../build/elf.ts'
import { foreignLibraries, libraryFolders } from '../build/foreign-libraries.ts'
import { type Libraries, libraryFolder, linkedLibraries } from '../build/libraries.ts'
import { OciError } from '../oci-error.ts'
import type { NativeModule } from './application-tree.ts'

/**
 * The shared libraries that compiled modules need beyond the runtime's own: path in the image → file of this machine. A
 * package that has no module for the architecture of the image, or none whose libraries this machine knows, is refused by its name.
 */
export async function nativeLibraries(
  natives: readonly NativeModule[],
  present: readonly string[],
  architecture: Architecture,
  host: Architecture | undefined,
): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const folder = libraryFolder(present)
  const known = new Set(present.map((path) => basename(path)))
  for (const [name, modules] of byPackage(natives)) {
    const linked = await Promise.all(
      modules.map(async ({ source }) =>
        (await isFor(source, architecture)) ? [await librariesOfModule(source, architecture, host)] : [],
      ),
    )
    const usable = linked.flat().filter(({ missing }) => missing.length === 0)
    if (usable.length === 0)
      throw refusal(
        name,
        architecture,
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

/** A module finds what its package brings beside it. */
function librariesOfModule(
  source: string,
  architecture: Architecture,
  host: Architecture | undefined,
): Promise<Libraries> {
  if (architecture === host) return linkedLibraries(source)
  return foreignLibraries(source, [dirname(source), ...libraryFolders(architecture)])
}

function byPackage(natives: readonly NativeModule[]): Map<string, NativeModule[]> {
  const groups = new Map<string, NativeModule[]>()
  for (const native of natives) groups.set(native.package, [...(groups.get(native.package) ?? []), native])
  return groups
}

function refusal(name: string, architecture: Architecture, missing: readonly string[]): OciError {
  const libraries = [...new Set(missing)].join(', ')
  return new OciError(
    'build_impossible',
    libraries === ''
      ? `the package ${name} has a compiled module, and none of it is for Linux on ${architecture}; run npm install for it (npm install --os linux --cpu ${architectures[architecture].cpu})`
      : `the compiled module of the package ${name} needs ${libraries}, which this machine lacks; install the library here, or build from a Dockerfile`,
  )
}

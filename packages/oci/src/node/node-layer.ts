import { realpath } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Architecture, architectures } from '../build/architecture.ts'
import { cachedLayer } from '../build/cached-layer.ts'
import { assertFor } from '../build/elf.ts'
import { foreignLibraries, libraryFolders } from '../build/foreign-libraries.ts'
import { lateLibraries } from '../build/late-libraries.ts'
import { librariesOf } from '../build/libraries.ts'
import { rootTree } from '../build/root-tree.ts'
import { OciError } from '../oci-error.ts'
import type { WrittenLayer } from '../write-layer.ts'

export const nodePath = '/usr/local/bin/node'

/**
 * The layer under every Node application: the Node binary, the shared libraries it names, certificates and a user. Times
 * are UTC: Node brings its own zones.
 */
export async function nodeLayer(
  node: string,
  cacheDir: string,
  architecture: Architecture,
  host: Architecture | undefined,
): Promise<{ written: WrittenLayer; libraries: string[] }> {
  const binary = await realpath(node)
  await assertFor(binary, architecture, `name an ${architecture} Node binary`)
  const libraries = architecture === host ? await own(binary) : await foreign(binary, architecture)
  const files = new Map([[nodePath.slice(1), binary]])
  for (const [path, source] of libraries) files.set(path.slice(1), await realpath(source))
  const written = await cachedLayer(cacheDir, 'base-2', files, rootTree())
  return { written, libraries: [...libraries.keys()] }
}

/** Path in the image → file of this machine: the same for its own programs. */
async function own(binary: string): Promise<Map<string, string>> {
  return new Map((await librariesOf(binary)).map((path) => [path, path]))
}

async function foreign(binary: string, architecture: Architecture): Promise<Map<string, string>> {
  const { triple, loader } = architectures[architecture]
  const folders = libraryFolders(architecture)
  const { found, missing } = await foreignLibraries(binary, folders)
  if (missing.length > 0)
    throw new OciError(
      'build_impossible',
      `Node for ${architecture} needs ${missing.join(', ')}, which this machine lacks for that architecture; install them (on Debian: dpkg --add-architecture ${architecture}, then libc6:${architecture} and libstdc++6:${architecture}), build on such a machine, or build with Docker`,
    )
  // Where a machine of that architecture has them, so that both make the same layer.
  const placeOf = (name: string) => (name === basename(loader) ? loader : `/lib/${triple}/${name}`)
  const all = [...found, ...(await lateLibraries(folders))]
  return new Map(all.map((source) => [placeOf(basename(source)), source]))
}

/** A shell, for start scripts that need one: several commands, variables. It stands on the libraries of the layer below. */
export async function shellLayer(
  cacheDir: string,
  present: readonly string[],
  architecture: Architecture,
  host: Architecture | undefined,
): Promise<WrittenLayer> {
  if (architecture !== host)
    throw new OciError(
      'build_impossible',
      `the start script needs a shell, and this machine has none for ${architecture}; write it as one command without variables, or build with Docker`,
    )
  const shell = await realpath('/bin/sh')
  const files = new Map([['bin/sh', shell]])
  for (const library of await librariesOf(shell))
    if (!present.includes(library)) files.set(library.slice(1), await realpath(library))
  return cachedLayer(cacheDir, 'shell-1', files, new Map())
}

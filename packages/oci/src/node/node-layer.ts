import { realpath } from 'node:fs/promises'
import { cachedLayer } from '../build/cached-layer.ts'
import { assertAmd64 } from '../build/elf.ts'
import { librariesOf } from '../build/libraries.ts'
import { rootTree } from '../build/root-tree.ts'
import type { WrittenLayer } from '../write-layer.ts'

export const nodePath = '/usr/local/bin/node'

/**
 * The layer under every Node application: the Node binary, the shared libraries it names, certificates and a user. Times
 * are UTC: Node brings its own zones.
 */
export async function nodeLayer(
  node: string,
  cacheDir: string,
): Promise<{ written: WrittenLayer; libraries: string[] }> {
  const binary = await realpath(node)
  await assertAmd64(binary)
  const libraries = await librariesOf(binary)
  const files = new Map([[nodePath.slice(1), binary]])
  for (const library of libraries) files.set(library.slice(1), await realpath(library))
  return { written: await cachedLayer(cacheDir, 'base-2', files, rootTree()), libraries }
}

/** A shell, for start scripts that need one: several commands, variables. It stands on the libraries of the layer below. */
export async function shellLayer(cacheDir: string, present: readonly string[]): Promise<WrittenLayer> {
  const shell = await realpath('/bin/sh')
  const files = new Map([['bin/sh', shell]])
  for (const library of await librariesOf(shell))
    if (!present.includes(library)) files.set(library.slice(1), await realpath(library))
  return cachedLayer(cacheDir, 'shell-1', files, new Map())
}

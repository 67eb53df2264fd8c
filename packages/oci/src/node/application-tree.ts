import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileItem, type Tree, textItem, walk } from '../build/tree.ts'
import type { PlacedPackage } from './dependencies.ts'
import { isTypeScript, javaScriptPath, stripPackage, stripTypes } from './strip-types.ts'

/** A compiled module that a package brings. */
export interface NativeModule {
  package: string
  /** The file on this machine. */
  source: string
}

/** Everything the application depends on, below `app/node_modules/`. */
export async function dependencyTree(
  packages: readonly PlacedPackage[],
): Promise<{ tree: Tree; natives: NativeModule[] }> {
  const tree: Tree = new Map()
  const natives: NativeModule[] = []
  for (const { name, source, place, workspace } of packages) {
    for await (const path of walk(source, workspace ? wantedOfWorkspace : wantedOfPackage)) {
      const from = join(source, path)
      const to = `app/${place}/${path}`
      if (workspace && isTypeScript(path))
        tree.set(javaScriptPath(to), textItem(javaScriptPath(to), stripTypes(await readFile(from, 'utf8'))))
      else if (workspace && path === 'package.json')
        tree.set(to, textItem(to, stripPackage(await readFile(from, 'utf8'))))
      else tree.set(to, await fileItem(to, from))
      if (path.endsWith('.node')) natives.push({ package: name, source: from })
    }
  }
  return { tree, natives }
}

function wantedOfPackage(path: string): boolean {
  return !/(^|\/)node_modules(\/|$)|\.d\.[mc]?ts$|\.map$/.test(path)
}

function wantedOfWorkspace(path: string): boolean {
  return wantedOfPackage(path) && !/(^|\/)\.|\.test\.[mc]?[jt]s$|(^|\/)(test|tests|coverage)\//.test(path)
}

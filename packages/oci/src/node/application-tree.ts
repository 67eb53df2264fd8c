import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { placeDependencies } from './dependencies.ts'
import { createIgnore } from './ignore.ts'
import { isTypeScript, javaScriptPath, stripPackage, stripTypes } from './strip-types.ts'
import { fileItem, type Tree, textItem, walk } from './tree.ts'

/** The application's own files, below `app/`. */
export async function applicationTree(dir: string): Promise<Tree> {
  const ignored = createIgnore(await readFile(join(dir, '.dockerignore'), 'utf8').catch(() => ''))
  const tree: Tree = new Map()
  for await (const path of walk(dir, (each) => !ignored(each)))
    tree.set(`app/${path}`, await fileItem(`app/${path}`, join(dir, path)))
  // Programs that look beside themselves find the manifest too, and this layer stays the same when only the version changes.
  const link = 'app/platform-app.json'
  tree.set(link, { type: 'symlink', path: link, linkPath: '/platform-app.json' })
  return tree
}

/** Everything the application depends on, below `app/node_modules/`. */
export async function dependencyTree(dir: string): Promise<Tree> {
  const tree: Tree = new Map()
  for (const { source, place, workspace } of await placeDependencies(dir)) {
    for await (const path of walk(source, workspace ? wantedOfWorkspace : wantedOfPackage)) {
      const from = join(source, path)
      const to = `app/${place}/${path}`
      if (workspace && isTypeScript(path))
        tree.set(javaScriptPath(to), textItem(javaScriptPath(to), stripTypes(await readFile(from, 'utf8'))))
      else if (workspace && path === 'package.json')
        tree.set(to, textItem(to, stripPackage(await readFile(from, 'utf8'))))
      else tree.set(to, await fileItem(to, from))
    }
  }
  return tree
}

function wantedOfPackage(path: string): boolean {
  return !/(^|\/)node_modules(\/|$)|\.d\.[mc]?ts$|\.map$/.test(path)
}

function wantedOfWorkspace(path: string): boolean {
  return wantedOfPackage(path) && !/(^|\/)\.|\.test\.[mc]?[jt]s$|(^|\/)(test|tests|coverage)\//.test(path)
}

import { lstat, readdir, readlink } from 'node:fs/promises'
import { join, posix, resolve } from 'node:path'
import { fileItem, type Tree } from '../build/tree.ts'
import type { Image } from '../model.ts'
import { OciError } from '../oci-error.ts'
import { assembleProgram } from './assemble-program.ts'
import type { LanguageOptions } from './language-options.ts'

/** An image of a file tree that somebody made, whatever is in it: for languages that have no builder here. */
export async function buildRootfsImage(options: LanguageOptions & { rootfs: string }): Promise<Image> {
  const { cmd } = options
  if (cmd === undefined || cmd.length === 0)
    throw new OciError('build_impossible', 'an image of a file tree needs the command to start: --cmd')
  const tree = await rootfsTree(resolve(options.rootfs), options.output)
  if (cmd[0]?.startsWith('/') && !holdsFile(tree, cmd[0]))
    throw new OciError(
      'build_impossible',
      `there is no ${cmd[0]} in ${options.rootfs}; --cmd names a program of the tree`,
    )
  return assembleProgram(options, {
    layers: [{ name: 'rootfs', tree }],
    argv: cmd,
    origin: '--cmd',
    runtime: `the tree ${options.rootfs}`,
    folder: tree.get('app')?.type === 'directory' ? '/app' : '/',
  })
}

async function rootfsTree(root: string, output: string | undefined): Promise<Tree> {
  const tree: Tree = new Map([['tmp', { type: 'directory', path: 'tmp', mode: 0o1777 } as const]])
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const source = join(entry.parentPath, entry.name)
    const path = source.slice(root.length + 1)
    if (path === '' || path === 'platform-app.json' || source === output) continue
    if (entry.isSymbolicLink()) tree.set(path, { type: 'symlink', path, linkPath: await readlink(source) })
    else if (entry.isDirectory()) tree.set(path, { type: 'directory', path, mode: (await lstat(source)).mode & 0o1777 })
    else if (entry.isFile()) tree.set(path, await fileItem(path, source))
  }
  return tree
}

const MAX_LINKS = 40

/** Whether a path of the tree leads to a file, links followed as inside of the image: `/bin/sh` where `bin` is `usr/bin`. */
function holdsFile(tree: Tree, path: string): boolean {
  let names = path.split('/')
  let at = ''
  for (let links = 0; names.length > 0; ) {
    const [name = '', ...rest] = names
    names = rest
    const next = posix.join(at, name)
    const item = next === '' || next === '.' ? undefined : tree.get(next)
    if (item?.type !== 'symlink') {
      at = next === '.' || next.startsWith('..') ? '' : next
      continue
    }
    links += 1
    if (links > MAX_LINKS) return false
    names = [...item.linkPath.split('/'), ...names]
    if (item.linkPath.startsWith('/')) at = ''
  }
  return tree.get(at)?.type === 'file'
}

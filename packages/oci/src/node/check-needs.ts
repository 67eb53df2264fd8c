import { readFile, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import type { FolderTrees } from '../build/folder-tree.ts'
import { OciError } from '../oci-error.ts'
import { findProgram } from './start/find-program.ts'
import type { Need, Program } from './start/program.ts'

interface Contents {
  trees: FolderTrees
  packages: ReadonlySet<string>
}

/** Fails unless everything that the program names is in the image: it would not start. */
export async function checkNeeds(dir: string, program: Program, contents: Contents): Promise<void> {
  // Commands before the program may change the folder, and then its files are not where they are looked for.
  if (changesFolder(program.command)) return
  for (const need of program.needs) {
    const why = need.what === 'package' ? missingPackage(need, contents) : await missingFile(dir, need, contents)
    if (why !== undefined) throw new OciError('build_impossible', `${program.origin} is "${program.line}", and ${why}`)
  }
}

function changesFolder(command: Program['command']): boolean {
  return 'shell' in command && /(^|[;&| ])cd /.test(command.shell)
}

function missingPackage({ name }: Need, { packages }: Contents): string | undefined {
  return packages.has(name)
    ? undefined
    : `the package ${name} is not in the image; add it to "dependencies" and run npm install`
}

async function missingFile(dir: string, { name }: Need, { trees }: Contents): Promise<string | undefined> {
  const path = posix.normalize(name)
  if (path.startsWith('..') || path.startsWith('/')) return `${name} is outside of the folder; start a file inside it`
  if (path.split('/').includes('node_modules')) return undefined
  const found = await resolved(dir, path.replace(/\/$/, ''))
  if (found === undefined)
    return (await hasBuild(dir))
      ? `${name} is not there; the script "build" makes it: npm run build`
      : `${name} is not there; make it first, or name another file`
  if (trees.code.has(`app/${found}`) || trees.assets.has(`app/${found}`)) return undefined
  const out = trees.leftOut.find((each) => found === each.path || found.startsWith(`${each.path}/`))
  return `${found} is left out of the image (${out?.why ?? 'it is no file'}); take it in with a line "!${found}" in .dockerignore`
}

/** Files that the program of a folder names and that are not there. */
export async function planNodeStart(dir: string): Promise<string[]> {
  const { needs, command } = await findProgram(dir)
  if (changesFolder(command)) return []
  const absent: string[] = []
  for (const { what, name } of needs) {
    const path = posix.normalize(name).replace(/\/$/, '')
    if (what === 'file' && !path.includes('node_modules') && (await resolved(dir, path)) === undefined)
      absent.push(name)
  }
  return absent
}

/** As Node finds the program it is given: the file, with an extension, or what a folder names. */
async function resolved(dir: string, path: string, folder = true): Promise<string | undefined> {
  for (const candidate of [path, `${path}.js`, `${path}.json`, `${path}.node`])
    if ((await stat(join(dir, candidate)).catch(() => undefined))?.isFile()) return candidate
  const there = await stat(join(dir, path)).catch(() => undefined)
  if (!folder || !there?.isDirectory()) return undefined
  const text = await readFile(join(dir, path, 'package.json'), 'utf8').catch(() => '{}')
  const { main } = JSON.parse(text) as { main?: string }
  const named = main === undefined ? undefined : await resolved(dir, posix.join(path, main), false)
  return named ?? resolved(dir, posix.join(path, 'index'), false)
}

async function hasBuild(dir: string): Promise<boolean> {
  const text = await readFile(join(dir, 'package.json'), 'utf8').catch(() => '{}')
  return (JSON.parse(text) as { scripts?: { build?: string } }).scripts?.build !== undefined
}

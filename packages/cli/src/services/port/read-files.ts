import { isUtf8 } from 'node:buffer'
import { execFileSync } from 'node:child_process'
import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

const MAX_FILES = 5_000
const MAX_BYTES = 1024 * 1024
const skipped =
  /(^|\/)(node_modules|\.git|\.mkt|dist|build|target|vendor|__pycache__|\.venv)(\/|$)|(^|\/)package-lock\.json$/

export interface FolderText {
  files: Map<string, string>
  /** Text in another encoding than UTF-8, which would be written back damaged. */
  leftOut: string[]
}

/** The text files of a folder that its author wrote: never what git ignores, links, or anything outside. */
export function readFiles(dir: string): FolderText {
  const root = realpathSync(dir)
  const files = new Map<string, string>()
  const leftOut: string[] = []
  for (const path of pathsOf(root)) {
    if (skipped.test(path)) continue
    const stats = lstatSync(join(root, path), { throwIfNoEntry: false })
    if (!stats?.isFile() || stats.size > MAX_BYTES || !isInside(root, path)) continue
    const bytes = readFileSync(join(root, path))
    if (bytes.includes(0)) continue
    if (isUtf8(bytes)) files.set(path, bytes.toString('utf8'))
    else leftOut.push(path)
    if (files.size >= MAX_FILES) break
  }
  return { files, leftOut }
}

/** A folder on the way may be a link that leads elsewhere. */
function isInside(root: string, path: string): boolean {
  return realpathSync(join(root, path)) === join(root, path)
}

function pathsOf(root: string): string[] {
  try {
    const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore']
    const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio, maxBuffer: 64 * MAX_BYTES })
    return listed.split('\0').filter((path) => path !== '')
  } catch {
    // No repository, or no git here.
    return walk(root, '')
  }
}

function walk(root: string, below: string): string[] {
  return readdirSync(join(root, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (skipped.test(path)) return []
    return entry.isDirectory() ? walk(root, path) : [path]
  })
}

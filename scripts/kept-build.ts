import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/** The same for the same files, wherever and whenever they are read. Tests are no part of what is built. */
export function fingerprintOf(patterns: readonly string[], home = root): string {
  const hash = createHash('sha256')
  const files = globSync([...patterns], {
    cwd: home,
    withFileTypes: true,
    exclude: ['**/node_modules/**', '**/dist/**'],
  })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.sort())
    hash
      .update(`${file.slice(home.length)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

type Build = (folder: string) => void | Promise<void>

/**
 * Puts into `out` what `build` makes. What was made of the same sources before is copied: the image, the release and their tests would
 * each compile all packages. Only a whole build is ever kept, and only the latest.
 */
export async function keptBuild(
  out: string,
  { cache, fingerprint }: { cache: string; fingerprint: string },
  build: Build,
): Promise<void> {
  const kept = join(cache, fingerprint)
  if (!existsSync(kept)) await make(kept, build)
  cpSync(kept, out, { recursive: true })
}

async function make(kept: string, build: Build): Promise<void> {
  const cache = dirname(kept)
  const formers = existsSync(cache) ? readdirSync(cache) : []
  mkdirSync(cache, { recursive: true })
  const draft = mkdtempSync(`${kept}-`)
  try {
    await build(draft)
    renameSync(draft, kept)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another one was faster with the same.
    if (!existsSync(kept)) throw error
  }
  for (const former of formers.filter((name) => !name.startsWith(basename(kept))))
    rmSync(join(cache, former), { recursive: true, force: true })
}

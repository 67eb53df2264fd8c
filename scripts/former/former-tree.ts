import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MIGRATIONS = 'packages/server/src/store/database/migrations'

/** The files of a former commit beside what stands here, with packages installed and nothing else shared. */
export interface FormerTree {
  folder: string
  /** Gives the former program the schema of now, as if it had been there when its tests were written. */
  takeMigrations(): number
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
  return {
    folder,
    takeMigrations() {
      const known = new Set(globSync('*.sql', { cwd: join(folder, MIGRATIONS) }))
      const fresh = globSync('*.sql', { cwd: join(root, MIGRATIONS) }).filter((name) => !known.has(name))
      for (const name of fresh) cpSync(join(root, MIGRATIONS, name), join(folder, MIGRATIONS, name))
      return fresh.length
    },
    remove() {
      rmSync(folder, { recursive: true, force: true })
      git('worktree', 'prune')
    },
  }
}

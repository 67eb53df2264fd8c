import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const hour = String(3_600_000)

/** Runs test files of one project with the patience and the numbers of a long run; resolves to the runner's exit code. */
export function longRun(project: string, files: string[], env: Record<string, string>): Promise<number> {
  const args = ['run', '--project', project, `--testTimeout=${hour}`, ...files]
  const vitest = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const pass = (signal: NodeJS.Signals) => vitest.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, pass)
  return new Promise((resolve) => vitest.on('exit', (code) => resolve(code ?? 1)))
}

/** A command's first argument, a whole number; anything else is wrong usage. */
export function countArgument(fallback: number, what: string): number {
  const given = process.argv[2] ?? String(fallback)
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given)
  console.error(`"${given}" is no number of ${what}.`)
  process.exit(2)
}

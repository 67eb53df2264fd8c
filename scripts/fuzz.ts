// `npm run fuzz [-- runs]`: every property test, and generated requests to the publishing interface, many more of them than
// `npm test` has patience for: 20,000 runs of each property and 100,000 requests unless told otherwise.
import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const runs = process.argv[2] ?? '20000'
if (!/^\d+$/.test(runs)) {
  console.error(`"${runs}" is no number of runs.`)
  process.exit(2)
}
const requests = String(Number(runs) * 5)
const seed = process.env.MKT_FUZZ_SEED ?? String(Date.now())
const hour = String(3_600_000)

/** Runs vitest on some files of one project; resolves to its exit code. */
function run(project: string, files: string[], env: Record<string, string>): Promise<number> {
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

const files = globSync('{packages,bench,scripts,examples}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] })
const properties = files.filter((file) => readFileSync(join(root, file), 'utf8').includes("from 'fast-check'"))
const needsDatabase = (file: string) => file.endsWith('.db.test.ts')
console.log(`${properties.length} files with properties, ${runs} runs each`)
const pure = properties.filter((file) => !needsDatabase(file))
const first = await run('unit', pure, { MKT_FUZZ_RUNS: runs })
if (first !== 0) process.exit(first)
console.log(`${requests} requests to the publishing interface; the same again with MKT_FUZZ_SEED=${seed}`)
const stored = [...properties.filter(needsDatabase), 'packages/server/src/api/fuzz.db.test.ts']
process.exit(await run('db', stored, { MKT_FUZZ_RUNS: runs, MKT_FUZZ_REQUESTS: requests, MKT_FUZZ_SEED: seed }))

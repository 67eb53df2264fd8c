// `npm run fuzz [-- runs]`: every property test, many more times than `npm test` has patience for.
import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const runs = process.argv[2] ?? '20000'
if (!/^\d+$/.test(runs)) {
  console.error(`"${runs}" is no number of runs.`)
  process.exit(2)
}
const files = globSync('{packages,bench,scripts,examples}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] })
const properties = files.filter((file) => readFileSync(join(root, file), 'utf8').includes("from 'fast-check'"))
console.log(`${properties.length} files with properties, ${runs} runs each`)
const hour = String(3_600_000)
const args = ['run', '--project', 'unit', `--testTimeout=${hour}`, ...properties]
const vitest = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, MKT_FUZZ_RUNS: runs },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => vitest.kill(signal))
vitest.on('exit', (code) => process.exit(code ?? 1))

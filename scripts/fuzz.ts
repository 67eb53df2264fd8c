// `npm run fuzz [-- runs [file]]`: every property test, generated requests to the publishing interface, and every stored text of every party with every odd
// text, many more of them than `npm test` has patience for: 20,000 runs of each property and 100,000 requests unless told otherwise.
// With a part of a file's name only the properties there are run, for example `npm run fuzz -- 1000000 server-connection` (our reader of requests
// against Node's).
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { countArgument, longRun } from './test/long-run.ts'

const root = join(import.meta.dirname, '..')
const runs = countArgument(20_000, 'runs')
const requests = String(runs * 5)
const seed = process.env.MKT_FUZZ_SEED ?? String(Date.now())

const files = globSync('{packages,bench,scripts,examples}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] })
const named = process.argv[3] ?? ''
const properties = files
  .filter((file) => file.includes(named))
  .filter((file) => readFileSync(join(root, file), 'utf8').includes("from 'fast-check'"))
if (properties.length === 0) {
  console.error(`No file with properties is called "${named}".`)
  process.exit(2)
}
const needsDatabase = (file: string) => file.endsWith('.db.test.ts')
console.log(`${properties.length} files with properties, ${runs} runs each`)
const pure = properties.filter((file) => !needsDatabase(file))
const first = pure.length === 0 ? 0 : await longRun('unit', pure, { MKT_FUZZ_RUNS: String(runs) })
if (first !== 0) process.exit(first)
if (named !== '') {
  const others = properties.filter(needsDatabase)
  process.exit(others.length === 0 ? 0 : await longRun('db', others, { MKT_FUZZ_RUNS: String(runs) }))
}
console.log(`${requests} requests to the publishing interface; the same again with MKT_FUZZ_SEED=${seed}`)
const interfaceTests = [
  'packages/server/src/api/http/fuzz.db.test.ts',
  'packages/server/src/api/http/odd-texts.db.test.ts',
]
const numbers = { MKT_FUZZ_RUNS: String(runs), MKT_FUZZ_REQUESTS: requests, MKT_FUZZ_TEXTS: 'all', MKT_FUZZ_SEED: seed }
process.exit(await longRun('db', [...properties.filter(needsDatabase), ...interfaceTests], numbers))

import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ownerOf } from '../packages/server/src/laptop/embedded/owner.ts'

// Forgets a laptop start altogether: the next `npm start` makes the demo world anew. Never while it is running.

const root = resolve(import.meta.dirname, '..')
const dataDir = resolve(process.env.MKT_DATA_DIR || join(root, '.mkt'))

if (process.env.DATABASE_URL) fail('DATABASE_URL is set: this is not a demo, and nothing was removed.')
if (!existsSync(join(dataDir, 'bootstrap.json'))) fail(`${dataDir} holds no laptop start: there is nothing to remove.`)
const owner = ownerOf(join(dataDir, 'postgres'))
if (owner !== undefined)
  fail(`The platform is running (process ${owner}). Stop it with Ctrl-C first; nothing was removed.`)
rmSync(dataDir, { recursive: true, force: true })
process.stdout.write(`Removed ${dataDir}. The next "npm start" makes the demo world anew.\n`)

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

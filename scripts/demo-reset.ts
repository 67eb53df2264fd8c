import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ownerOf } from '../packages/server/src/laptop/embedded/owner.ts'

// Removes a laptop start altogether, its containers included: the next `npm start` makes a new demo world. Never while it is
// running. With `--keep-containers` the engine is not asked, for example because its daemon is gone for good.

const root = resolve(import.meta.dirname, '..')
const dataDir = resolve(process.env.MKT_DATA_DIR || join(root, '.mkt'))
const keepContainers = process.argv.includes('--keep-containers')

if (process.env.DATABASE_URL) fail('DATABASE_URL is set: this is not a demo, and nothing was removed.')
if (!existsSync(join(dataDir, 'bootstrap.json'))) fail(`${dataDir} holds no laptop start: there is nothing to remove.`)
const owner = ownerOf(join(dataDir, 'postgres'))
if (owner !== undefined)
  fail(`The platform is running (process ${owner}). Stop it with Ctrl-C first; nothing was removed.`)
if (!keepContainers) await removeContainers()
rmSync(dataDir, { recursive: true, force: true })
process.stdout.write(`Removed ${dataDir}. The next "npm start" makes a new demo world.\n`)

/** Loaded late: what refuses a reset needs nothing of the platform. */
async function removeContainers(): Promise<void> {
  const { removeContainersOf } = await import('./demo/remove-containers.ts')
  await removeContainersOf(dataDir).catch((error: Error) =>
    fail(
      `The demo's containers could not be removed: ${error.message}. Nothing else was removed. Start that engine and try again, or leave them: npm run demo:reset -- --keep-containers`,
    ),
  )
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

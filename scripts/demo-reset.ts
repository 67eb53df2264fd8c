import { existsSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'

// Forgets a laptop start altogether: the next `npm start` makes the demo world anew. Never while it is running.

const root = resolve(import.meta.dirname, '..')
const dataDir = resolve(process.env.MKT_DATA_DIR ?? join(root, '.mkt'))
const port = Number(process.env.MKT_API_PORT ?? 7070)

if (process.env.DATABASE_URL) fail('DATABASE_URL is set: this is not a demo, and nothing was removed.')
if (!existsSync(join(dataDir, 'bootstrap.json'))) fail(`${dataDir} holds no laptop start: there is nothing to remove.`)
if (await answers(port)) fail(`Something answers on port ${port}: stop the platform first. Nothing was removed.`)
rmSync(dataDir, { recursive: true, force: true })
process.stdout.write(`Removed ${dataDir}. The next "npm start" makes the demo world anew.\n`)

function answers(onPort: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(onPort, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

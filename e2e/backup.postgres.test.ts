import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@mkt/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../packages/simulator/src/start-simulator.ts'
import { documentationPages } from '../scripts/docs/pages.ts'
import { endApplications } from './testing/end-applications.ts'
import { answerToEvent, launchFirstApp, startServer, type Variables } from './testing/production.ts'
import { type SystemPostgres, startSystemPostgres } from './testing/system-postgres.ts'

// A platform as an operator runs it, on the PostgreSQL of the distribution, is saved and restored by the commands of the guide.

const secret = 'a key that only the application reads'
const masterKey = randomBytes(32).toString('base64')
const closing: (() => Promise<unknown> | undefined)[] = []
let folder: string
let postgres: SystemPostgres
let simulator: Simulator
let ports: Variables

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mkt-backup-'))
  closing.push(async () => rmSync(folder, { recursive: true, force: true }))
  closing.push(() => endApplications(folder))
  postgres = await startSystemPostgres()
  closing.push(() => postgres.stop())
  simulator = await startSimulator({ seed: 'backup' })
  closing.push(() => simulator.close())
  ports = Object.fromEntries(
    await Promise.all(['API', 'GATEWAY', 'STATE'].map(async (name) => [`MKT_${name}_PORT`, `${await freePort()}`])),
  )
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

/** The platform moves from one place to the other by them. */
function variables(place: string, more: Variables = {}): Variables {
  return {
    NODE_ENV: 'production',
    DATABASE_URL: postgres.url(place),
    MKT_DATA_DIR: join(folder, place),
    MKT_MASTER_KEY: masterKey,
    MKT_ENGINE: 'sandbox',
    MKT_SANDBOX_TRUSTED: '1',
    MKT_ALLOW_ADDRESSES: '127.0.0.1',
    ...ports,
    ...more,
  }
}

/** A block of the guide, as it stands there. */
async function follow(guide: { text: string } | undefined, place: string): Promise<void> {
  const tools = resolve(import.meta.dirname, '../node_modules/.bin')
  const path = `${postgres.programs}:${tools}:${process.env.PATH}`
  const env = { ...process.env, ...variables(place), PATH: path }
  await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', guide?.text ?? 'false'], { cwd: folder, env })
}

describe('the guide to backup and restore', () => {
  it('brings a platform back with its secrets, which nobody but the owner of the master key can', async () => {
    const page = documentationPages().find(({ path }) => path === 'docs/operations.md')
    const [backup, restore, confirm] = page?.blocks.filter(({ info }) => info === 'sh') ?? []
    postgres.create('platform')
    const first = await startServer(variables('platform'))
    closing.push(() => first.stop())
    const apiUrl = `http://127.0.0.1:${ports.MKT_API_PORT}`
    const launched = await launchFirstApp(apiUrl, variables('platform'), simulator, secret)
    const before = await answerToEvent(simulator, launched)
    expect(before).toMatch(/"region":"eu","key":"[0-9a-f]{12}"/)
    await follow(backup, 'platform')
    await first.stop()
    expect(first.output()).not.toContain(secret)

    postgres.create('restored')
    await follow(restore, 'restored')
    const stranger = await startServer(variables('restored', { MKT_MASTER_KEY: randomBytes(32).toString('base64') }))
    expect(stranger.child.exitCode).toBe(1)
    expect(stranger.output()).toMatch(
      /is wrapped by master key [0-9a-f]{16}, which was not given\. Give the master key/,
    )

    const second = await startServer(variables('restored'))
    closing.push(() => second.stop())
    const readiness = async () => (await fetch(`${apiUrl}/readyz`)).json()
    expect(await readiness()).toMatchObject({ quarantine: { differences: ['database'] } })
    await follow(confirm, 'restored')
    await expect.poll(readiness).not.toHaveProperty('quarantine')
    expect(await answerToEvent(simulator, launched)).toBe(before)
  })
})

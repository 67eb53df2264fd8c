import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Client, createClient } from '@mkt/contract/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSimulator } from '../packages/simulator/src/start-simulator.ts'
import { documentationPages } from '../scripts/docs/pages.ts'
import { freePort } from './testing/free-port.ts'
import { root } from './testing/laptop.ts'
import { deploySampleApp } from './testing/sample-app.ts'
import { type SystemPostgres, startSystemPostgres } from './testing/system-postgres.ts'

// A platform as an operator runs it, on the PostgreSQL of the distribution, is saved and restored by the commands of the guide.

const run = promisify(execFile)
const program = join(root, 'packages/server/src/main.ts')
const secret = 'a key that only the application reads'
const masterKey = randomBytes(32).toString('base64')
const vin = "$[?(@.name=='personal-auto')].policyConfiguration.exposures[?(@.name=='vehicle')].fields[?(@.name=='vin')]"
const closing: (() => Promise<unknown> | undefined)[] = []
let folder: string
let postgres: SystemPostgres
let simulator: Awaited<ReturnType<typeof startSimulator>>
let ports: Record<string, string>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mkt-backup-'))
  closing.push(async () => rmSync(folder, { recursive: true, force: true }))
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

/** What an operator exports before any command; the platform moves from one place to the other by it. */
function variables(place: string, more: Record<string, string> = {}): Record<string, string> {
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

async function start(env: Record<string, string>): Promise<{ child: ChildProcess; output: () => string }> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  await expect.poll(() => child.exitCode !== null || output.includes('MKT ready')).toBe(true)
  return { child, output: () => output }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

/** A block of the guide, as it stands there. */
async function follow(guide: { text: string } | undefined, place: string): Promise<void> {
  const path = `${postgres.programs}:${process.env.PATH}`
  const env = { ...process.env, ...variables(place), PATH: path }
  await run('bash', ['-euo', 'pipefail', '-c', guide?.text ?? 'false'], { cwd: folder, env })
}

const apiUrl = () => `http://127.0.0.1:${ports.MKT_API_PORT}`
const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** The first account, an organization of its own, an app of it on a tenant; answers with a client and the installation. */
async function launchApp(): Promise<{ client: Client; id: string }> {
  const args = [program, 'create-operator', '--email', 'you@example.com']
  const { stdout } = await run(process.execPath, args, { env: { ...process.env, ...variables('platform') } })
  const password = /shown only now: (\S+)/.exec(stdout)?.[1] ?? ''
  const anybody = createClient({ baseUrl: apiUrl() })
  const { token } = await anybody.signIn({ body: { email: 'you@example.com', password } })
  const operator = createClient({ baseUrl: apiUrl(), authorization: () => `Bearer ${token}` })
  await operator.createOrganization({ body: { name: 'acme' } })
  const key = { name: 'all', scopes: ['publish', 'manage'] } as never
  const { clientId, apiKey } = await operator.createApiKey({ params: { org: 'acme' }, body: key })
  const client = createClient({ baseUrl: apiUrl(), authorization: () => basic(clientId, apiKey) })
  const body = { appName: 'sample', title: 'Sample', variant: 'connected', about: 'a', requirements: 'r' } as const
  const listing = await client.createListing({ params: { org: 'acme' }, body })
  await client.publishListing({ params: { id: listing.id } })
  await deploySampleApp({ apiUrl: apiUrl(), publisher: { clientId, apiKey } }, 'acme/sample')
  const { apiUrl: policyUrl, hostName, integration, data } = simulator.ready.connected
  const connection = { name: 'Sim', variant: 'connected', apiUrl: policyUrl, hostName } as const
  const tenant = await client.createTenant({
    params: { org: 'acme' },
    body: { ...connection, credentials: { integration, data } } as never,
  })
  const settings = { region: 'eu', apiKey: secret }
  const mappings = [{ productName: 'personal-auto', fields: { vin } }]
  const launch = { listingId: listing.id, tenantId: tenant.id, settings, mappings }
  return { client, id: (await client.launchApp({ params: { org: 'acme' }, body: launch })).id }
}

/** What the app makes of an event: it answers with a fingerprint of the secret it read. */
async function answerToEvent(client: Client, id: string): Promise<string> {
  await expect.poll(async () => (await client.getInstallation({ params: { id } })).state).toBe('RUNNING')
  const delivered = async () =>
    (await client.listDeliveries({ params: { id }, query: { state: 'DELIVERED' } })).items.map((each) => each.id)
  const former = await delivered()
  const fresh = async () => (await delivered()).find((each) => !former.includes(each))
  const fired = await fetch(`${simulator.ready.connected.apiUrl}/_sim/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenant: simulator.ready.connected.hostName, type: 'policy.issue', data: {} }),
  })
  expect(fired.status).toBe(202)
  await expect.poll(fresh).toBeDefined()
  const delivery = await client.getDelivery({ params: { id: (await fresh()) ?? '' } })
  return delivery.attempts.at(-1)?.answer ?? ''
}

describe('the guide to backup and restore', () => {
  it('brings a platform back with its secrets, which nobody but the owner of the master key can', async () => {
    const page = documentationPages().find(({ path }) => path === 'docs/operations.md')
    const [backup, restore] = page?.blocks.filter(({ info }) => info === 'sh') ?? []
    postgres.create('platform')
    const first = await start(variables('platform'))
    closing.push(() => stop(first.child))
    const { client, id } = await launchApp()
    const before = await answerToEvent(client, id)
    expect(before).toMatch(/"region":"eu","key":"[0-9a-f]{12}"/)
    await follow(backup, 'platform')
    await stop(first.child)
    expect(first.output()).not.toContain(secret)

    postgres.create('restored')
    await follow(restore, 'restored')
    const stranger = await start(variables('restored', { MKT_MASTER_KEY: randomBytes(32).toString('base64') }))
    expect(stranger.child.exitCode).toBe(1)
    expect(stranger.output()).toMatch(
      /is wrapped by master key [0-9a-f]{16}, which was not given\. Give the master key/,
    )

    const second = await start(variables('restored'))
    closing.push(() => stop(second.child))
    expect(await answerToEvent(client, id)).toBe(before)
  })
})

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { confirmTakeover } from './actions/platform/confirm-takeover.ts'
import { byPlatform } from './actions/platform/origin.ts'
import { registerInstallation } from './actions/registration/register-installation.ts'
import { type App, startApp } from './app.ts'
import { loadConfig } from './config.ts'
import { silentLog } from './lib/log.ts'
import { run } from './testing/cluster.ts'
import { testSimulator } from './testing/simulator.ts'
import { tenantWorld } from './testing/tenant-world.ts'

const { host, port, user, template } = inject('cluster')
const server = { host, port, user, database: 'postgres' }
const original = `test_${randomBytes(8).toString('hex')}`
const copy = `${original}_copy`
const folder = mkdtempSync(join(tmpdir(), 'mkt-quarantine-'))
const sim = await testSimulator()

function start(database: string, gatewayUrl: string): Promise<App> {
  const config = loadConfig({
    DATABASE_URL: `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`,
    MKT_DATA_DIR: folder,
    MKT_MASTER_KEY: 'ab'.repeat(32),
    MKT_ROLES: 'api,worker',
    MKT_API_PORT: '0',
    MKT_GATEWAY_URL: gatewayUrl,
    MKT_STATE_URL: 'http://127.0.0.1:1',
    MKT_RELAY_URL: 'http://127.0.0.1:1',
    MKT_ENGINE: 'sandbox',
    MKT_SANDBOX_TRUSTED: '1',
    MKT_ALLOW_ADDRESSES: '127.0.0.1',
  })
  return startApp(config, { host, port, user, database }, silentLog)
}

const registered = () => sim.simulation.world.connected[0]?.integrations.map(({ url }) => url) ?? []

beforeAll(async () => {
  await run(server, `create database ${original} template ${template}`)
  const app = await start(original, 'https://gateway.example.com')
  const world = await tenantWorld(app.platform)
  const tenant = await world.connect(sim.connected())
  const id = await world.install(tenant, { webhooks: [{ path: '/a', events: ['policy.issue'] }] })
  await registerInstallation(app.platform, id)
  await app.stop()
  await run(server, `create database ${copy} template ${original}`)
})

afterAll(async () => {
  await run(server, `drop database if exists ${copy} with (force)`)
  await run(server, `drop database ${original} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

it('a restored copy asks nothing of the policy system until an operator confirms that it takes over', async () => {
  expect(registered()).toEqual([expect.stringContaining('https://gateway.example.com')])
  await sim.turn('POST', '/_sim/reset')
  const before = sim.simulation.log.list().length
  // Without the quarantine the sweep would repair the registration at once.
  await run({ ...server, database: copy }, "update tenant set sweep_at = now() - interval '1 hour'")
  const app = await start(copy, 'https://copy.example.com')
  try {
    const { publicUrl } = app.platform.addresses
    const readiness = async () => (await fetch(`${publicUrl}/readyz`)).json()
    expect(await readiness()).toMatchObject({
      status: 'ready',
      quarantine: { differences: ['database', 'gateway'], recordedGatewayUrl: 'https://gateway.example.com' },
    })
    expect(app.platform.mailer.configured).toBe(false)
    expect(() => app.platform.policySystems.of({} as never)).toThrow(/copy of another one/)
    await expect(confirmTakeover(app.platform, 'https://gateway.example.com', byPlatform)).rejects.toThrow(
      'https://copy.example.com',
    )
    expect(sim.simulation.log.list().length).toBe(before)

    await confirmTakeover(app.platform, 'https://copy.example.com', byPlatform)
    expect(await readiness()).not.toHaveProperty('quarantine')
    await expect.poll(registered).toEqual([expect.stringContaining('https://copy.example.com')])
  } finally {
    await app.stop()
  }
})

it('a platform that stays at home is not in quarantine after a restart', async () => {
  const app = await start(original, 'https://gateway.example.com')
  expect(app.platform.quarantine.active).toBe(false)
  await app.stop()
})

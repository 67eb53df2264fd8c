import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@mkt/engines'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createApiKey } from './actions/accounts/create-api-key.ts'
import { createScimToken } from './actions/identity/manage-scim.ts'
import { newCallerSecret } from './actions/installation/new-caller-secret.ts'
import { confirmTakeover } from './actions/platform/confirm-takeover.ts'
import { byPlatform } from './actions/platform/origin.ts'
import { registerInstallation } from './actions/registration/register-installation.ts'
import { type App, startApp } from './app.ts'
import { loadConfig } from './config.ts'
import { silentLog } from './lib/log.ts'
import { insertCallerSecret } from './store/route/caller-secrets.ts'
import { run } from './testing/database/cluster.ts'
import { type AppServer, startAppServer } from './testing/http/app-server.ts'
import { type TestSimulator, testSimulator } from './testing/outside/simulator.ts'
import { tenantWorld } from './testing/world/tenant-world.ts'

// A platform with an event that is due and a hook that waits, and a copy of its database with an application and a policy system of its own.

const { host, port, user, template } = inject('cluster')
const server = { host, port, user, database: 'postgres' }
const original = `test_${randomBytes(8).toString('hex')}`
const copy = `${original}_copy`
const folder = mkdtempSync(join(tmpdir(), 'mkt-quarantine-'))
const home = { database: original, sim: await testSimulator(), gatewayUrl: 'http://gateway.example.com' }
const away = { database: copy, sim: await testSimulator(), gatewayUrl: 'http://copy.example.com' }
const apps: Record<string, AppServer> = { [original]: await startAppServer(), [copy]: await startAppServer() }
/** What the copy is asked with. */
const asked = { routeId: '', organizationId: '', installationId: '', caller: '', scim: '', repository: '', push: '' }

interface Started extends App {
  gateway: string
}

async function start({ database, gatewayUrl }: typeof home): Promise<Started> {
  const gatewayPort = await freePort()
  const config = loadConfig({
    DATABASE_URL: `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`,
    MKT_DATA_DIR: join(folder, database),
    MKT_MASTER_KEY: 'ab'.repeat(32),
    MKT_ROLES: 'api,gateway,relay,worker',
    MKT_API_PORT: '0',
    MKT_GATEWAY_PORT: `${gatewayPort}`,
    MKT_RELAY_PORT: '0',
    MKT_GATEWAY_URL: gatewayUrl,
    MKT_STATE_URL: 'http://127.0.0.1:1',
    MKT_SMTP_URL: 'smtp://127.0.0.1:1',
    MKT_ENGINE: 'sandbox',
    MKT_SANDBOX_TRUSTED: '1',
    MKT_ALLOW_ADDRESSES: '127.0.0.1',
  })
  const app = await startApp(config, { host, port, user, database }, silentLog)
  return { ...app, gateway: `http://127.0.0.1:${gatewayPort}` }
}

const registered = ({ simulation }: TestSimulator) =>
  simulation.world.connected[0]?.integrations.map(({ url }) => url) ?? []
const registeredAt = (gatewayUrl: string) => ['/a', '/rate'].map((path) => `${gatewayUrl}/${asked.routeId}${path}`)
/** What reached the application of a database: paths, in order. */
const arrived = (database: string) => apps[database]?.seen.map(({ url }) => url.split('?')[0]).toSorted()
const webhook = ({ gateway }: Started) =>
  fetch(`${gateway}/${asked.routeId}/a`, {
    method: 'POST',
    headers: { 'x-mkt-caller': asked.caller, 'content-type': 'application/json' },
    body: '{}',
  })
/** A rating call that may take twenty seconds where an instance is about to be there: none is, for a copy. */
const call = ({ gateway }: Started) =>
  fetch(`${gateway}/${asked.routeId}/rate`, {
    method: 'POST',
    headers: { 'x-mkt-caller': asked.caller, 'content-type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(15_000),
  })

/** Ways to change something beside the API, and past the policy systems that the process itself asks. */
const refused = (relayUrl: string, publicUrl: string) => ({
  relay: said(`${relayUrl}/${asked.installationId}/products/`, 'Bearer token', 'GET'),
  scim: said(`${publicUrl}/scim/v2/${asked.organizationId}/Users`, `Bearer ${asked.scim}`),
  registry: said(`${publicUrl}/v2/${asked.repository}/blobs/uploads/`, asked.push),
})
async function said(url: string, authorization: string, method = 'POST'): Promise<string> {
  const answer = await fetch(url, { method, headers: { authorization } })
  return `${answer.status} ${await answer.text()}`
}

beforeAll(async () => {
  await run(server, `create database ${original} template ${template}`)
  const app = await start(home)
  const { platform } = app
  const world = await tenantWorld(platform)
  const id = await world.install(await world.connect(home.sim.connected()), {
    webhooks: [{ path: '/a', events: ['policy.issue'] }],
    externalRaters: [{ name: 'rate', path: '/rate', timeoutMs: 20_000 }],
    lifecycle: ['configure'],
  } as never)
  await registerInstallation(platform, id)
  const { organization } = world
  const caller = await newCallerSecret(platform, { id, organizationId: organization.id })
  await insertCallerSecret(platform.db, caller.row)
  await platform.changes.tell('installation', id)
  const { key, secret } = await createApiKey(platform, { organization, name: 'push', scopes: ['publish'] }, byPlatform)
  const { name, route_id } = await platform.db
    .selectFrom('installation')
    .innerJoin('listing', 'listing.id', 'installation.listing_id')
    .select(['listing.name as name', 'route_id'])
    .executeTakeFirstOrThrow()
  Object.assign(asked, {
    routeId: route_id,
    organizationId: organization.id,
    installationId: id,
    caller: caller.secret,
    scim: await createScimToken(platform, organization.id, byPlatform),
    repository: name,
    push: `Basic ${Buffer.from(`${key.clientId}:${secret}`).toString('base64')}`,
  })
  // Nothing runs yet, so the event waits.
  expect((await webhook(app)).status).toBe(202)
  await app.stop()
  await run(server, `create database ${copy} template ${original}`)
  for (const { database, sim } of [home, away])
    await run(
      { ...server, database },
      // A worker elsewhere cares for the instance. Without the quarantine, sweep, deliveries and hooks would begin at once.
      `delete from instance; delete from deployment;
       insert into deployment (id, release_id, listing_id, state, starting_at, created_at, updated_at, lease_holder, lease_until)
         select 'dep_1', release_id, listing_id, 'RUNNING', now(), now(), now(), 'elsewhere', now() + interval '1 day' from installation;
       insert into instance (id, deployment_id, generation, engine, state, since, address, created_at)
         values ('inst_1', 'dep_1', 1, 'sandbox', 'HEALTHY', now(), '${apps[database]?.instance.address}', now());
       update tenant set api_url = '${sim.ready.connected.apiUrl}', sweep_at = now() - interval '1 hour';
       update installation set due_at = now();
       update event set due_at = now()`,
    )
})

afterAll(async () => {
  for (const app of Object.values(apps)) await app.close()
  for (const database of [copy, original]) await run(server, `drop database if exists ${database} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

it('a copy keeps webhooks and does nothing beside its original, until an operator confirms that it takes over', async () => {
  expect(registered(home.sim)).toEqual(registeredAt(home.gatewayUrl))
  const app = await start(away)
  const { addresses, mailer, policySystems } = app.platform
  const readiness = async () => (await fetch(`${addresses.publicUrl}/readyz`)).json()
  try {
    expect(await readiness()).toMatchObject({
      status: 'ready',
      quarantine: { differences: ['database', 'gateway'], recordedGatewayUrl: home.gatewayUrl },
    })
    expect((await webhook(app)).status).toBe(202)
    expect((await call(app)).status).toBe(503)
    const { relay, scim, registry } = refused(addresses.relayUrl, addresses.publicUrl)
    expect(await relay).toMatch(/^503 .*"code":"quarantined"/)
    expect(await scim).toMatch(/^503 .*copy of another one/)
    expect(await registry).toMatch(/^403 .*copy in quarantine/)
    expect(mailer.configured).toBe(false)
    expect(() => policySystems.of({} as never)).toThrow(/copy of another one/)
    await expect(confirmTakeover(app.platform, home.gatewayUrl, byPlatform)).rejects.toThrow(away.gatewayUrl)

    // The original starts later and has the same to do: when all of it is done, the copy had the time for it too.
    const first = await start(home)
    expect(first.platform.quarantine.active).toBe(false)
    await expect.poll(() => arrived(original)).toEqual(['/_app/configure', '/a'])
    await first.stop()
    expect(arrived(copy)).toEqual([])
    expect(away.sim.simulation.log.list()).toEqual([])

    await confirmTakeover(app.platform, away.gatewayUrl, byPlatform)
    expect(await readiness()).not.toHaveProperty('quarantine')
    await expect.poll(() => arrived(copy)).toEqual(['/_app/configure', '/a', '/a'])
    await expect.poll(() => registered(away.sim)).toEqual(registeredAt(away.gatewayUrl))
    expect((await call(app)).status).toBe(200)
    expect(mailer.configured).toBe(true)
    expect(registered(home.sim)).toEqual(registeredAt(home.gatewayUrl))
  } finally {
    await app.stop()
  }
})

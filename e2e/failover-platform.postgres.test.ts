import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@mkt/contract/client'
import { freePort } from '@mkt/engines'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApiKey } from '../packages/server/src/actions/accounts/create-api-key.ts'
import { newCallerSecret } from '../packages/server/src/actions/installation/new-caller-secret.ts'
import { byPlatform } from '../packages/server/src/actions/platform/origin.ts'
import { startApp } from '../packages/server/src/app.ts'
import { loadConfig } from '../packages/server/src/config.ts'
import { silentLog } from '../packages/server/src/lib/log.ts'
import { insertCallerSecret } from '../packages/server/src/store/route/caller-secrets.ts'
import { type AppServer, startAppServer } from '../packages/server/src/testing/http/app-server.ts'
import type { ConnectedBody } from '../packages/server/src/testing/outside/simulator.ts'
import { eventually } from '../packages/server/src/testing/run/eventually.ts'
import { tenantWorld } from '../packages/server/src/testing/world/tenant-world.ts'
import { startSimulator } from '../packages/simulator/src/start-simulator.ts'
import { type PostgresNode, postgresNode } from './testing/postgres-node.ts'
import { type ServerProcess, startServer, type Variables } from './testing/production.ts'
import { type SilentProxy, silentProxy } from './testing/silent-proxy.ts'

// A primary with a synchronous standby, and a process of every role that carries events of an application, through two failovers.

const ROLES = ['api', 'gateway', 'state', 'worker'] as const
type Role = (typeof ROLES)[number]
/** Between requests of one caller, so that the processes have the machine too. */
const PAUSE_MS = 50
const patient = { timeout: 150_000, interval: 100 }

const [one, two] = [postgresNode(), postgresNode()]
const closing: (() => Promise<unknown>)[] = [() => one.remove(), () => two.remove()]
const servers: ServerProcess[] = []
const urls = {} as Record<Role, string>
/** What every caller was answered: statuses, or why there was none. */
const answers: Record<Role | 'call', (number | string)[]> = { api: [], gateway: [], state: [], worker: [], call: [] }
const accepted: string[] = []
const proxies = new Map<PostgresNode, SilentProxy>()
let app: AppServer
let installed: Awaited<ReturnType<typeof install>>
let key: string
let isOver = false
let callers: Promise<unknown>

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-failover-'))
  closing.push(async () => rmSync(folder, { recursive: true, force: true }))
  app = await startAppServer()
  closing.push(() => app.close())
  one.init()
  await one.start()
  await ask(one, 'create database mkt', 'postgres')
  two.follow(one)
  await two.start()
  await waitForStandby(one)
  for (const node of [one, two]) {
    const proxy = await silentProxy(join(node.socket, '.s.PGSQL.5432'))
    closing.push(() => proxy.close())
    proxies.set(node, proxy)
  }
  const simulator = await startSimulator({ seed: 'failover' })
  closing.push(() => simulator.close())
  for (const role of ROLES) urls[role] = `http://127.0.0.1:${await freePort()}`
  const hosts = [...proxies.values()].map(({ port }) => `127.0.0.1:${port}`).join(',')
  const shared: Variables = {
    NODE_ENV: 'production',
    DATABASE_URL: `postgresql://mkt@${hosts}/mkt?target_session_attrs=read-write`,
    MKT_MASTER_KEY: 'ab'.repeat(32),
    MKT_ENGINE: 'sandbox',
    MKT_SANDBOX_TRUSTED: '1',
    MKT_ALLOW_ADDRESSES: '127.0.0.1',
    MKT_PUBLIC_URL: urls.api,
    MKT_GATEWAY_URL: urls.gateway,
    MKT_STATE_URL: urls.state,
    MKT_OTLP_PORT: `${await freePort()}`,
  }
  const { connected } = simulator.ready
  const credentials = { integration: connected.integration, data: connected.data }
  const tenant = { name: 'Sim', variant: 'connected', apiUrl: connected.apiUrl, hostName: connected.hostName } as const
  installed = await install({ ...shared, MKT_DATA_DIR: join(folder, 'api') }, { ...tenant, credentials })
  closing.push(() => Promise.all(servers.map((server) => server.stop())))
  const start = async (role: Role) => {
    const own = { MKT_ROLES: role, MKT_DATA_DIR: join(folder, role), [`MKT_${role.toUpperCase()}_PORT`]: portOf(role) }
    const server = await startServer({ ...shared, ...own })
    servers.push(server)
    expect(server.child.exitCode, server.output()).toBeNull()
  }
  await Promise.all(ROLES.map(start))
  const { id, routeId, caller } = installed
  const call = () => fetch(`${urls.gateway}/${routeId}/called`, { headers: { 'x-mkt-caller': caller } })
  expect((await call()).status).toBe(200)
  key = String(app.seen[0]?.headers['x-mkt-key'])
  const authorization = { authorization: installed.authorization }
  callers = Promise.all([
    keepAsking('gateway', sendEvent),
    keepAsking('call', call),
    keepAsking('state', () => fetch(`${urls.state}/state/${key}`)),
    keepAsking('api', () => fetch(`${urls.api}/api/v1/installations/${id}`, { headers: authorization })),
    keepAsking('worker', () => fetch(`${urls.worker}/readyz`)),
  ])
}, 300_000)
afterAll(async () => {
  isOver = true
  await callers
  for (const close of closing.reverse()) await close()
}, 120_000)

/** An installation whose application answers here; a worker elsewhere cares for it, as far as the database says. */
async function install(env: Variables, tenant: ConnectedBody) {
  const config = loadConfig({ ...env, MKT_ROLES: 'api', MKT_API_PORT: '0' })
  const { platform, stop } = await startApp(config, { connectionString: env.DATABASE_URL ?? '' }, silentLog)
  const world = await tenantWorld(platform)
  const { organization } = world
  const id = await world.install(await world.connect(tenant), {
    webhooks: [{ path: '/events', events: ['policy.issue'] }],
  })
  const caller = await newCallerSecret(platform, { id, organizationId: organization.id })
  await insertCallerSecret(platform.db, caller.row)
  const scopes = ['manage' as const]
  const { key, secret } = await createApiKey(platform, { organization, name: 'test', scopes }, byPlatform)
  const fields = [{ name: 'region', title: 'Region', type: 'Text' }]
  await ask(
    one,
    `update release set manifest = manifest::jsonb || '${JSON.stringify({ app: { fields } })}';
     update release set manifest_text = manifest::text;
     insert into deployment (id, release_id, listing_id, state, starting_at, created_at, updated_at, lease_holder, lease_until)
       select 'dep_1', release_id, listing_id, 'RUNNING', now(), now(), now(), 'elsewhere', now() + interval '1 day' from installation;
     insert into instance (id, deployment_id, generation, engine, state, since, address, created_at)
       values ('inst_1', 'dep_1', 1, 'sandbox', 'HEALTHY', now(), '${app.instance.address}', now())`,
  )
  const rows = (await ask(one, 'select route_id from installation')) as { route_id: string }[]
  await stop()
  const authorization = `Basic ${Buffer.from(`${key.clientId}:${secret}`).toString('base64')}`
  return { id, routeId: rows[0]?.route_id ?? '', caller: caller.secret, authorization }
}

const portOf = (role: Role) => new URL(urls[role]).port

async function ask(node: PostgresNode, sql: string, database = 'mkt', values: unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client({ host: node.socket, user: 'mkt', database })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}

/** A commit on this primary is answered when its standby has it too: what was acknowledged survives a promotion. */
async function waitForStandby(primary: PostgresNode): Promise<void> {
  await ask(primary, "alter system set synchronous_standby_names = '*'", 'postgres')
  await ask(primary, 'select pg_reload_conf()', 'postgres')
  const states = () => ask(primary, 'select sync_state from pg_stat_replication', 'postgres')
  await eventually(async () => expect(await states()).toEqual([{ sync_state: 'sync' }]))
}

/** Without a standby every commit would wait for one. */
async function promote(node: PostgresNode): Promise<void> {
  await ask(node, "alter system set synchronous_standby_names = ''", 'postgres').catch(() => {})
  await ask(node, 'select pg_promote(true, 60)', 'postgres')
}

async function keepAsking(what: keyof typeof answers, send: () => Promise<Response>): Promise<void> {
  while (!isOver) {
    const answer = await send().catch((error: Error) => `${error.message} ${error.cause}`)
    answers[what].push(typeof answer === 'string' ? answer : answer.status)
    if (typeof answer !== 'string' && !answer.bodyUsed) await answer.arrayBuffer()
    await delay(PAUSE_MS)
  }
}

async function sendEvent(): Promise<Response> {
  const answer = await fetch(`${urls.gateway}/${installed.routeId}/events`, {
    method: 'POST',
    headers: { 'x-mkt-caller': installed.caller, 'content-type': 'application/json' },
    body: JSON.stringify({ id: randomBytes(8).toString('hex') }),
  })
  if (answer.status === 202) accepted.push(((await answer.json()) as { eventId: string }).eventId)
  return answer
}

/** What is answered from now on. */
function fromNow(what: keyof typeof answers): () => (number | string)[] {
  const begin = answers[what].length
  return () => answers[what].slice(begin)
}

/** Events are taken again and all that was ever taken is delivered; a configuration that is saved now is served. */
async function allGoesOn(primary: PostgresNode, region: string): Promise<void> {
  const [events, api] = [fromNow('gateway'), fromNow('api')]
  await expect.poll(events, patient).toContain(202)
  await expect.poll(api, patient).toContain(200)
  const client = createClient({ baseUrl: urls.api, authorization: () => installed.authorization })
  await client.putConfiguration({ params: { id: installed.id }, body: { settings: { region }, mappings: [] } })
  const served = async () =>
    ((await (await fetch(`${urls.state}/settings/${key}`)).json()) as { settings: { region: string } }).settings.region
  await expect.poll(served, patient).toBe(region)
  // What the worker changes of an installation is read again, which nobody can while the next primary is away.
  await expect.poll(() => ask(primary, 'select state from installation'), patient).toEqual([{ state: 'RUNNING' }])
  const taken = [...accepted]
  const delivered = () =>
    ask(primary, "select id from event where id = any($1) and state = 'DELIVERED'", 'mkt', [taken])
  await expect.poll(async () => (await delivered()).length, patient).toBe(taken.length)
  for (const server of servers) expect(server.child.exitCode, server.output()).toBeNull()
  for (const role of ROLES)
    await expect.poll(async () => (await fetch(`${urls[role]}/readyz`)).status, patient).toBe(200)
  expect(new Set(Object.values(answers).flat())).toEqual(new Set([202, 200, 503]))
}

it('a primary that falls silent costs no acknowledged event, and what cannot be served meanwhile is answered 503', async () => {
  await expect.poll(() => accepted.length, patient).toBeGreaterThan(5)
  const refused = fromNow('gateway')
  proxies.get(one)?.silence()
  await expect.poll(refused, patient).toContain(503)
  for (const what of ['call', 'state'] as const)
    await expect.poll(fromNow(what), { ...patient, message: what }).toContain(200)
  await promote(two)
  await allGoesOn(two, 'na')
}, 400_000)

it('nor does one that crashes after it was the standby', async () => {
  await one.crash()
  one.follow(two)
  await one.start()
  proxies.get(one)?.speak()
  await waitForStandby(two)
  const sent = accepted.length
  await expect.poll(() => accepted.length, patient).toBeGreaterThan(sent + 5)
  const refused = fromNow('gateway')
  await two.crash()
  await expect.poll(refused, patient).toContain(503)
  for (const what of ['call', 'state'] as const)
    await expect.poll(fromNow(what), { ...patient, message: what }).toContain(200)
  await promote(one)
  await allGoesOn(one, 'eu')
}, 400_000)

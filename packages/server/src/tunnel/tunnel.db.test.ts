import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { constants } from 'node:http2'
import { type AddressInfo, connect } from 'node:net'
import { tunnelProtocol } from '@mkt/contract/api'
import { limits } from '@mkt/contract/limits'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { changeMemberRole } from '../actions/accounts/change-members.ts'
import { regenerateApiKey } from '../actions/accounts/regenerate-api-key.ts'
import { revokeKey } from '../actions/accounts/revoke-key.ts'
import { byPlatform } from '../actions/platform/origin.ts'
import { expireTunnels } from '../actions/route/close-tunnel.ts'
import { renewTunnel } from '../actions/route/hold-tunnel.ts'
import { createRouteTable, type RouteTable } from '../actions/route/route-table.ts'
import { issueKey } from '../domain/route/key.ts'
import { mostTunnels, tunnelLine, tunnelTimes } from '../domain/route/tunnel.ts'
import { silentLog } from '../lib/log.ts'
import { type AppClient, createAppClient } from '../outbound/app/app-client.ts'
import { apiKeyById } from '../store/accounts/api-keys.ts'
import { storedRoutes } from '../store/route/routes.ts'
import { tunnelOf } from '../store/route/tunnels.ts'
import { connectMachine, type TunnelMachine } from '../testing/gateway/tunnel-machine.ts'
import { eventually } from '../testing/run/eventually.ts'
import { type LaunchWorld, launchWorld } from '../testing/world/launch-world.ts'
import { startTunnels, type TunnelServer } from './server.ts'

let world: LaunchWorld
let server: TunnelServer
let routes: RouteTable
let client: AppClient
let url: string
let listingId: string
let id: string
const machines: TunnelMachine[] = []

beforeAll(async () => {
  world = await launchWorld({ worker: false })
  const { platform } = world
  server = await startTunnels(platform, { host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${server.port}`
  platform.addresses.tunnelUrl = url
  routes = await createRouteTable(storedRoutes(platform.db), platform.changes, silentLog)
  client = createAppClient(silentLog, (tunnelId) => tunnelLine(platform.keyRing, tunnelId))
})
beforeEach(async () => {
  listingId = (await world.listing()).id
  id = await launch()
})
afterEach(async () => {
  for (const machine of machines.splice(0)) await machine.close()
})
afterAll(async () => {
  await server.stop()
  routes.close()
  await client.close()
})

const launch = async () => {
  const given = { listingId, tenantId: world.publisherTenantId }
  const made = await world.developer.launchApp({
    params: { org: 'acme' },
    body: { ...given, name: `app ${Math.random()}` },
  })
  return made.id
}
const open = (replaces?: string, as = world.developer) =>
  as.openTunnel({ params: { id }, body: replaces === undefined ? {} : { replaces } })
const connected = async (ticket: string, answer?: Parameters<typeof connectMachine>[2]) => {
  const machine = await connectMachine(url, ticket, answer)
  if (typeof machine === 'number') throw new Error(`refused with ${machine}`)
  machines.push(machine)
  return machine
}
const ask = async (path = '/rate') => {
  const [instance] = (await eventually(() => routes.byInstallation(id)))?.instances ?? []
  if (instance === undefined) throw new Error('nobody to ask')
  const request = { method: 'POST', target: path, headers: ['x-mkt-key', 'k1'], body: Buffer.from('{"a":1}') }
  const answer = await client.send(instance, { ...request, timeoutMs: 5_000, maxAnswerBytes: 10_000 })
  return answer.kind === 'answer' ? { status: answer.status, body: answer.body.toString() } : answer
}
const isTunnelled = () => routes.byInstallation(id)?.instances[0]?.tunnel === true
const audit = async () => {
  const rows = await world.platform.db
    .selectFrom('audit')
    .select(['action', 'details'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.filter(({ action }) => action.startsWith('installation.tunnel'))
}

it('traffic of a test installation goes to the machine of its developer, and to the release again when that is gone', async () => {
  expect(await ask()).toEqual({ status: 200, body: '{}' })
  const { ticket } = await open()
  expect(isTunnelled()).toBe(false)
  const machine = await connected(ticket)
  await eventually(() => expect(isTunnelled()).toBe(true))
  expect(await ask('/rate?x=1')).toEqual({ status: 200, body: '{"from":"machine"}' })
  expect(machine.seen).toMatchObject([
    { method: 'POST', path: '/rate?x=1', body: '{"a":1}', headers: { 'x-mkt-key': 'k1' } },
  ])
  expect(machine.seen[0]?.headers).not.toHaveProperty('x-mkt-tunnel')
  const shown = (await world.developer.getInstallation({ params: { id } })).tunnel
  expect(shown).toMatchObject({ by: expect.stringContaining('@'), since: expect.any(String) })
  await machine.close()
  await eventually(() => expect(isTunnelled()).toBe(false))
  expect(await ask()).toEqual({ status: 200, body: '{}' })
  expect((await world.developer.getInstallation({ params: { id } })).tunnel).toBeNull()
  expect((await audit()).map(({ action }) => action).sort()).toEqual([
    'installation.tunnel-close',
    'installation.tunnel-open',
  ])
})

it('a second machine is refused, and the one that lost its connection takes its place again', async () => {
  const first = await open()
  const machine = await connected(first.ticket)
  await expect(open()).rejects.toMatchObject({ code: 'tunnel_taken' })
  const again = await open(first.id)
  await connected(again.ticket)
  await eventually(() => expect(routes.byInstallation(id)?.instances[0]?.id).toBe(again.id))
  // The process that holds the former connection sees at its next look that the tunnel is another one.
  const former = { ...(await tunnelOf(world.platform.db, id)), id: first.id } as never
  expect(await renewTunnel(world.platform, former)).toBe('ended')
  await machine.close()
  await eventually(() => expect(isTunnelled()).toBe(true))
})

it('a ticket connects once, a wrong one never, and one that waits too long not either', async () => {
  const { ticket } = await open()
  await connected(ticket)
  expect(await connectMachine(url, ticket)).toBe(401)
  expect(await connectMachine(url, 'mkn_wrong')).toBe(401)
  await world.developer.closeTunnel({ params: { id } })
  const late = await open()
  const { leaseUntil } = (await tunnelOf(world.platform.db, id)) ?? {}
  world.clock.set(new Date(Number(leaseUntil) + 1))
  expect(await connectMachine(url, late.ticket)).toBe(401)
})

it('only a test installation of an app of the own organization takes a tunnel', async () => {
  await world.platform.db.updateTable('installation').set({ test: false }).where('id', '=', id).execute()
  await expect(open()).rejects.toMatchObject({ code: 'tunnel_refused' })
  const body = { listingId, tenantId: world.tenantId }
  id = (await world.admin.launchApp({ params: { org: 'northwind' }, body })).id
  await expect(open(undefined, world.admin)).rejects.toMatchObject({ code: 'tunnel_refused' })
  await expect(open()).rejects.toMatchObject({ code: 'not_found' })
  await expect(open(undefined, world.viewer)).rejects.toMatchObject({ code: 'forbidden' })
})

it('a row that should not be there leads no traffic of a customer anywhere', async () => {
  const body = { listingId, tenantId: world.tenantId }
  id = (await world.admin.launchApp({ params: { org: 'northwind' }, body })).id
  const { db, clock } = world.platform
  const now = clock.now()
  const who = { organization_id: world.publisher.id, opened_by: 'x', session_id: 'ses_x', api_key_id: null }
  const row = {
    installation_id: id,
    id: 'tun_x',
    ticket_hash: Buffer.from('x'),
    opened_at: now,
    connected_at: now,
    lease_until: now,
  }
  await db
    .insertInto('tunnel')
    .values({ ...who, ...row, address: 'http://127.0.0.1:9' })
    .execute()
  const [route] = await storedRoutes(db).some([id])
  expect(route?.instances.map(({ address }) => address)).toEqual([world.server.instance.address])
  await db.deleteFrom('tunnel').where('id', '=', 'tun_x').execute()
})

it('a tunnel ends with the key or the session that opened it, and with the test', async () => {
  const key = await world.key(world.publisher, ['publish'])
  const { ticket } = await open(undefined, world.as(key.authorization))
  await connected(ticket)
  const tunnel = await tunnelOf(world.platform.db, id)
  if (tunnel === undefined) throw new Error('no tunnel')
  expect(await renewTunnel(world.platform, tunnel)).toBe('kept')
  await world.platform.db.updateTable('installation').set({ test: false }).where('id', '=', id).execute()
  expect(await renewTunnel(world.platform, tunnel)).toBe('ended')
  await world.platform.db.updateTable('installation').set({ test: true }).where('id', '=', id).execute()
  await world.platform.db.updateTable('api_key').set({ revoked_at: new Date() }).where('id', '=', key.id).execute()
  expect(await renewTunnel(world.platform, tunnel)).toBe('ended')
  expect(await renewTunnel(world.platform, { ...tunnel, apiKeyId: null, sessionId: 'ses_gone' })).toBe('ended')
})

const codeOf = async (machine: TunnelMachine) => (await once(machine.session, 'goaway'))[0] as number

it('a tunnel ends at once when its key gets another secret, and takes no former one', async () => {
  const { platform } = world
  const made = await world.key(world.publisher, ['publish'])
  const byToken = async () => {
    const { token } = await world.as().createToken({ body: { clientId: made.clientId, apiKey: made.secret } })
    return world.as(`Bearer ${token}`)
  }
  const [basic, token] = [world.as(made.authorization), await byToken()]
  const ended = codeOf(await connected((await open(undefined, token)).ticket))
  const key = await apiKeyById(platform.db, made.id)
  if (key === undefined) throw new Error('no key')
  const { secret } = await regenerateApiKey(platform, { key }, byPlatform)
  expect(await ended).toBe(constants.NGHTTP2_REFUSED_STREAM)
  await eventually(() => expect(isTunnelled()).toBe(false))
  // The former secret still signs in, through its time of grace.
  for (const former of [basic, token, await byToken()])
    await expect(open(undefined, former)).rejects.toMatchObject({ code: 'tunnel_refused' })
  const renewed = Buffer.from(`${made.clientId}:${secret}`).toString('base64')
  const last = codeOf(await connected((await open(undefined, world.as(`Basic ${renewed}`))).ticket))
  await revokeKey(platform, key, byPlatform)
  expect(await last).toBe(constants.NGHTTP2_REFUSED_STREAM)
})

it('a tunnel ends at once with the session of the person who opened it, and with the right to build', async () => {
  const { platform, publisher } = world
  const signsOut = world.as((await world.person({ role: 'developer', organization: publisher })).authorization)
  const ended = codeOf(await connected((await open(undefined, signsOut)).ticket))
  await signsOut.signOut()
  expect(await ended).toBe(constants.NGHTTP2_REFUSED_STREAM)
  // The machine hears of the end a moment before the place of its tunnel is free.
  await eventually(async () => expect((await world.developer.getInstallation({ params: { id } })).tunnel).toBeNull())
  const demoted = await world.person({ role: 'developer', organization: publisher })
  const last = codeOf(await connected((await open(undefined, world.as(demoted.authorization))).ticket))
  await changeMemberRole(platform, { organization: publisher, personId: demoted.id, role: 'viewer' }, byPlatform)
  expect(await last).toBe(constants.NGHTTP2_REFUSED_STREAM)
})

it('tunnels, and what goes through them, are counted', async () => {
  const shown = async (name: string) => {
    const found = await world.platform.metrics.getSingleMetric(name)?.get()
    return Object.fromEntries((found?.values ?? []).map(({ labels, value }) => [String(labels.outcome ?? ''), value]))
  }
  const [opened, answered] = [await shown('mkt_tunnel_openings_total'), await shown('mkt_tunnel_request_seconds')]
  const { ticket } = await open()
  await connected(ticket, () => ({ status: 422, body: '{}' }))
  expect(await connectMachine(url, ticket)).toBe(401)
  await eventually(() => expect(isTunnelled()).toBe(true))
  expect(await ask()).toMatchObject({ status: 422 })
  await eventually(async () => expect((await shown('mkt_tunnels'))['']).toBe(1))
  const now = await shown('mkt_tunnel_openings_total')
  expect(now.opened).toBe((opened.opened ?? 0) + 1)
  expect(now.refused).toBe((opened.refused ?? 0) + 1)
  // The last value of a label is how often it was counted.
  await eventually(async () =>
    expect((await shown('mkt_tunnel_request_seconds'))['4xx']).toBe((answered['4xx'] ?? 0) + 1),
  )
})

it('a tunnel whose process died ends when its lease does, and the audit says so', async () => {
  const { id: tunnelId, ticket } = await open()
  await connected(ticket)
  await eventually(() => expect(isTunnelled()).toBe(true))
  await expireTunnels(world.platform)
  expect(isTunnelled()).toBe(true)
  world.clock.set(new Date(world.platform.clock.now().getTime() + tunnelTimes.leaseMs + 1))
  await expireTunnels(world.platform)
  await eventually(() => expect(isTunnelled()).toBe(false))
  expect(await audit()).toContainEqual({
    action: 'installation.tunnel-close',
    details: { tunnelId, reason: 'connection lost' },
  })
})

it('nobody but the platform sends requests into a tunnel', async () => {
  const { id: tunnelId, ticket } = await open()
  const machine = await connected(ticket)
  const line = tunnelLine(world.platform.keyRing, tunnelId)
  const proof = line.slice(line.indexOf(': ') + 2).trim()
  const send = (value: string) =>
    fetch(`${url}/rate`, { method: 'POST', headers: { 'x-mkt-tunnel': value }, body: '{}' })
  expect((await send(`${proof}x`)).status).toBe(404)
  expect((await send(proof.replace(tunnelId, 'tun_other'))).status).toBe(404)
  expect((await fetch(`${url}/rate`, { headers: { authorization: `Bearer ${ticket}` } })).status).toBe(404)
  expect(machine.seen).toEqual([])
  expect((await send(proof)).status).toBe(200)
})

it('a machine that goes away in the middle of a request, or takes too many, is answered for', async () => {
  const { ticket } = await open()
  const machine = await connected(ticket, () => 'silent')
  await eventually(() => expect(isTunnelled()).toBe(true))
  const asked = Array.from({ length: 65 }, () => ask())
  await eventually(() => expect(machine.seen).toHaveLength(64))
  expect(await Promise.race(asked)).toMatchObject({ status: 503, body: expect.stringContaining('Too many') })
  await machine.close()
  for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ status: 503 })
})

async function keys() {
  const { keyRing, clock, db } = world.platform
  const [route] = await storedRoutes(db).some([id])
  const releaseId = route?.releaseId ?? ''
  return (installationId: string) => issueKey(keyRing, { installationId, releaseId, epoch: 1 }, clock.now(), 4200)
}

it('a machine reads the state of its own installation, and of no other', async () => {
  const states: string[] = []
  const state = createServer((request, response) => {
    states.push(request.url ?? '')
    response.writeHead(200, { etag: '"1"', 'content-type': 'application/json' }).end('{"settings":{}}')
  })
  await new Promise<void>((resolve) => state.listen(0, '127.0.0.1', resolve))
  const { platform } = world
  platform.addresses.stateUrl = `http://127.0.0.1:${(state.address() as AddressInfo).port}`
  try {
    const { ticket } = await open()
    const keyOf = await keys()
    const read = (key: string, bearer = ticket) =>
      fetch(`${url}/state/${key}`, { headers: { authorization: `Bearer ${bearer}` } })
    expect((await read(keyOf(id))).status).toBe(404)
    await connected(ticket)
    const answer = await read(keyOf(id))
    expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([200, '"1"', '{"settings":{}}'])
    expect((await read(keyOf(await launch()))).status).toBe(404)
    expect((await read(keyOf(id), 'mkn_other')).status).toBe(404)
    expect((await read('nonsense')).status).toBe(404)
    expect(states).toEqual([`/state/${keyOf(id)}`])
  } finally {
    state.close()
  }
})

it('a stranger who is refused keeps no connection', async () => {
  const socket = connect({ host: '127.0.0.1', port: server.port, allowHalfOpen: true })
  const seen: Buffer[] = []
  socket.on('data', (chunk) => seen.push(chunk))
  socket.on('error', () => {})
  socket.write(
    `GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: mkt-tunnel\r\nauthorization: Bearer x\r\n\r\n`,
  )
  await eventually(() => expect(Buffer.concat(seen).toString()).toMatch(/^HTTP\/1.1 401 /))
  // Its own side stays open. The platform has closed the whole connection when it takes nothing any more.
  await eventually(() => {
    socket.write('x')
    expect(socket.destroyed).toBe(true)
  })
})

it('strangers with wrong tickets take few connections to the database', async () => {
  const { db } = world.platform
  const asked = await db.transaction().execute(async (trx) => {
    await sql`lock table tunnel in access exclusive mode`.execute(trx)
    const sent = Array.from({ length: 17 }, () => connectMachine(url, 'mkn_wrong'))
    expect(await Promise.race(sent)).toBe(503)
    return sent
  })
  expect((await Promise.all(asked)).sort()).toEqual([...Array(16).fill(401), 503])
})

it('an address with invalid tickets leaves database connections to other addresses', async () => {
  const from = (localAddress: string) => {
    const asked = request({
      port: server.port,
      localAddress,
      agent: false,
      headers: { connection: 'upgrade', upgrade: tunnelProtocol, authorization: 'Bearer mkn_wrong' },
    })
    asked.end()
    return new Promise<number | undefined>((resolve, reject) => {
      asked.once('response', (answer) => resolve(answer.statusCode)).once('error', reject)
    })
  }
  const { others, flood } = await world.platform.db.transaction().execute(async (trx) => {
    await sql`lock table tunnel in access exclusive mode`.execute(trx)
    const flood = Array.from({ length: 20 }, () => from('127.0.0.1'))
    expect(await Promise.race(flood)).toBe(503)
    return { flood, others: ['127.0.0.2', '127.0.0.3'].map(from) }
  })
  expect(await Promise.all(others)).toEqual([401, 401])
  expect(new Set(await Promise.all(flood))).toEqual(new Set([401, 503]))
})

it('reads of state with invalid tickets take turns with all other tickets', async () => {
  const path = `/state/${(await keys())(id)}`
  const from = (localAddress: string) => {
    const headers = { authorization: 'Bearer mkn_wrong' }
    const asked = request({ port: server.port, path, localAddress, agent: false, headers })
    asked.end()
    return new Promise<number | undefined>((resolve, reject) => {
      asked.once('response', (answer) => resolve(answer.statusCode)).once('error', reject)
    })
  }
  const { others, flood } = await world.platform.db.transaction().execute(async (trx) => {
    await sql`lock table tunnel in access exclusive mode`.execute(trx)
    const flood = Array.from({ length: 20 }, () => from('127.0.0.1'))
    expect(await Promise.race(flood)).toBe(503)
    const { rows } = await sql<{ waiting: number }>`select count(*)::int waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(trx)
    expect(rows[0]?.waiting).toBeLessThanOrEqual(4)
    return { flood, others: ['127.0.0.2', '127.0.0.3'].map(from) }
  })
  expect(await Promise.all(others)).toEqual([404, 404])
  expect(new Set(await Promise.all(flood))).toEqual(new Set([404, 503]))
})

it('a machine whose tunnel ended with its lease is told to connect again, and one whose tunnel somebody ended is not', async () => {
  const lost = codeOf(await connected((await open()).ticket))
  world.clock.set(new Date(world.platform.clock.now().getTime() + tunnelTimes.leaseMs + 1))
  await expireTunnels(world.platform)
  expect(await lost).toBe(constants.NGHTTP2_NO_ERROR)
  const ended = codeOf(await connected((await open()).ticket))
  await world.developer.closeTunnel({ params: { id } })
  expect(await ended).toBe(constants.NGHTTP2_REFUSED_STREAM)
})

it("a person's limit of tunnels counts all organizations together", async () => {
  const { db, clock } = world.platform
  await open()
  const { session_id } = await db.selectFrom('tunnel').select('session_id').executeTakeFirstOrThrow()
  await db.deleteFrom('tunnel').execute()
  const most = limits.tunnelsOfPerson.value
  await sql`insert into installation select (jsonb_populate_record(installation,
    jsonb_build_object('id', id || 'p' || n, 'route_id', route_id || 'p' || n, 'name', 'own copy ' || n))).*
    from installation, generate_series(1, ${most}) n where id = ${id}`.execute(db)
  const times = { opened_at: clock.now(), connected_at: null, lease_until: clock.now() }
  const rows = Array.from({ length: most }, (_, index) => `${id}p${index + 1}`).map((installation_id) => ({
    ...{ installation_id, id: `tun_${installation_id}`, organization_id: world.customer.id, opened_by: 'x' },
    ...{ session_id, api_key_id: null, ticket_hash: Buffer.from(installation_id), address: null },
    ...times,
  }))
  await db.insertInto('tunnel').values(rows).execute()
  await expect(open()).rejects.toMatchObject({ code: 'tunnel_refused' })
  await db
    .deleteFrom('tunnel')
    .where('id', '=', rows[0]?.id ?? '')
    .execute()
  await expect(open()).resolves.toBeDefined()
  await db.deleteFrom('tunnel').execute()
})

it('an organization has no more tunnels than it may, and two at once are counted', async () => {
  const { db, clock } = world.platform
  const now = clock.now()
  // As many further installations as there may be tunnels, all but one of them with a tunnel.
  await sql`insert into installation select (jsonb_populate_record(installation,
    jsonb_build_object('id', id || n, 'route_id', route_id || n, 'name', 'copy ' || n))).*
    from installation, generate_series(1, ${mostTunnels}) n where id = ${id}`.execute(db)
  const ids = [id, ...Array.from({ length: mostTunnels }, (_, index) => `${id}${index + 1}`)]
  const rows = ids.slice(2).map((installation) => ({
    ...{
      installation_id: installation,
      id: `tun_${installation}`,
      organization_id: world.publisher.id,
      opened_by: 'x',
    },
    ...{ session_id: 'ses_x', api_key_id: null, ticket_hash: Buffer.from(installation), address: null },
    ...{ opened_at: now, connected_at: null, lease_until: now },
  }))
  await db.insertInto('tunnel').values(rows).execute()
  const openings = await Promise.allSettled(
    ids.slice(0, 2).map((each) => world.developer.openTunnel({ params: { id: each }, body: {} })),
  )
  expect(openings.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await db.deleteFrom('tunnel').where('installation_id', 'in', ids).execute()
})

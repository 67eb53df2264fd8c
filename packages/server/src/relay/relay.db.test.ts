import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { Registry } from 'prom-client'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createRouteTable } from '../actions/route/route-table.ts'
import { currentToken } from '../actions/tenant/current-token.ts'
import { renewToken } from '../actions/tenant/renew-token.ts'
import { silentLog } from '../lib/log.ts'
import { createDatabase } from '../store/database/database.ts'
import { createPool } from '../store/database/pool.ts'
import { storedRoutes } from '../store/route/routes.ts'
import { type RelayWorld, relayWorld } from '../testing/gateway/relay-world.ts'
import { startRelay } from './server.ts'

let world: RelayWorld
beforeAll(async () => {
  world = await relayWorld()
})
afterEach(() => world.setRelay('off'))

interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: string
  token?: string
}

async function ask(id: string, path: string, { token, headers = {}, ...init }: Asked = {}) {
  const record = await world.record(id)
  const authorization = `Bearer ${token ?? record.token}`
  const response = await fetch(record.platformApiUrl + path, { ...init, headers: { authorization, ...headers } })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text.startsWith('{') && JSON.parse(text) }
}

const json = { 'content-type': 'application/json' }
const code = (answer: { status: number; body: { code?: string } }) => [answer.status, answer.body.code]
const directly = (path: string, token: string) =>
  fetch(world.sim.ready.connected.apiUrl + path, { headers: { authorization: `Bearer ${token}` } })

describe('a tenant whose relay is on', () => {
  it('shows applications the relay and a token of the platform’s own, which is worth nothing elsewhere', async () => {
    const id = await world.launched()
    const before = await world.record(id)
    expect(before.platformApiUrl).toBe(world.sim.ready.connected.apiUrl)
    await world.setRelay('write')
    const record = await world.record(id)
    expect(record.platformApiUrl).toBe(`http://127.0.0.1:${world.relay.port}/${id}`)
    expect(record.tenantHostName).toBe('northwind.sim.test')
    expect(record.token).not.toBe(before.token)
    expect((await directly('/v1/ping/authorized', record.token)).status).toBe(401)
    expect((await ask(id, '/v1/ping/authorized')).status).toBe(200)
    await world.setRelay('off')
    expect(await world.record(id)).toEqual(before)
  })

  it('takes the token as applications write it: bare, in any case, and without the installation in the path', async () => {
    const id = await world.launched()
    await world.setRelay('read')
    const { token } = await world.record(id)
    for (const authorization of [token, `Bearer ${token}`, `bearer ${token}`])
      expect((await ask(id, '/v1/ping/authorized', { headers: { authorization } })).status).toBe(200)
    const rootless = await fetch(`http://127.0.0.1:${world.relay.port}/v1/ping/authorized`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(rootless.status).toBe(200)
  })

  it('passes errors of the policy system on unchanged', async () => {
    const id = await world.launched()
    const { token } = await world.record(id)
    const direct = await directly('/policy/999', token)
    await world.setRelay('write')
    const relayed = await ask(id, '/policy/999')
    expect([relayed.status, relayed.text]).toEqual([direct.status, await direct.text()])
  })

  it('lets a read-only installation read, and refuses every change without asking the policy system', async () => {
    const id = await world.launched()
    await world.setRelay('read')
    expect((await ask(id, '/products/')).status).toBe(200)
    world.sim.simulation.log.clear()
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect(code(await ask(id, '/policy', { method, headers: json, body: '{}' }))).toEqual([403, 'relay_read_only'])
    expect(world.sim.simulation.log.list()).toEqual([])
    await world.setRelay('write')
    const created = await ask(id, '/policyholder/create', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ values: { first_name: ['Ada'], last_name: ['L'] } }),
    })
    expect(created.body.code).toBeUndefined()
    expect(world.sim.simulation.log.list()).toHaveLength(1)
  })

  it('gives the narrower of what the customer allows and what the manifest asks for', async () => {
    await world.setRelay('write')
    const reader = await world.launched({ tenantAccess: 'read' })
    expect(code(await ask(reader, '/policy', { method: 'POST', headers: json, body: '{}' }))[1]).toBe('relay_read_only')
    const nobody = await world.launched({ tenantAccess: 'none' })
    expect((await world.record(nobody)).token).toBe('')
    await world.setRelay('off')
    expect((await world.record(nobody)).token).toBe('')
    expect((await world.record(reader)).platformApiUrl).toBe(world.sim.ready.connected.apiUrl)
  })

  it('hands out no token of the policy system: signing in is refused, a renewal is answered by the relay', async () => {
    const id = await world.launched()
    await world.setRelay('write')
    const { hostName, data } = world.sim.ready.connected
    const body = JSON.stringify({ ...data, hostName })
    const signIn = await ask(id, '/account/authenticate', { method: 'POST', headers: json, body })
    expect(code(signIn)).toEqual([403, 'relay_sign_in_refused'])
    const renewed = await ask(id, '/account/renewAuthentication', { method: 'POST' })
    expect(renewed.status).toBe(200)
    const { authorizationToken, expiresTimestamp } = renewed.body
    expect(Number(expiresTimestamp)).toBeGreaterThan(world.clock.now().getTime())
    expect((await ask(id, '/v1/ping/authorized', { token: authorizationToken })).status).toBe(200)
  })
})

describe('a token for the relay', () => {
  it('is asked for, and no other one is taken: no key, no token of another installation, none of the policy system', async () => {
    const [id, other] = [await world.launched(), await world.launched()]
    const { token: real } = await world.record(id)
    await world.setRelay('write')
    const foreign = (await world.record(other)).token
    for (const token of ['', 'x', real, foreign, foreign.replace(/^r/, 'k')])
      expect(code(await ask(id, '/products/', { token }))).toEqual([401, 'relay_token_unknown'])
  })

  it('ends with its time, with a revocation of keys, with a stop and with the relay', async () => {
    const id = await world.launched()
    await world.setRelay('write')
    const first = (await world.record(id)).token
    const expired = [401, 'relay_token_expired']
    await world.admin.revokeKeys({ params: { id } })
    expect(code(await ask(id, '/products/', { token: first }))).toEqual(expired)
    const second = (await world.record(id)).token
    expect((await ask(id, '/products/', { token: second })).status).toBe(200)
    await world.setRelay('off')
    const url = `http://127.0.0.1:${world.relay.port}/${id}/products/`
    const headers = { authorization: `Bearer ${second}` }
    expect((await fetch(url, { headers })).status).toBe(401)
    await world.setRelay('write')
    expect((await fetch(url, { headers })).status).toBe(200)
    await world.admin.stopInstallation({ params: { id } })
    await world.reach(id, 'STOPPED')
    expect((await fetch(url, { headers })).status).toBe(401)
    world.clock.advance(world.platform.policy.keyTtlSeconds * 1000 + 1)
    const again = await world.launched()
    const old = (await world.record(again)).token
    world.clock.advance(world.platform.policy.keyTtlSeconds * 1000)
    expect(code(await ask(again, '/products/', { token: old }))).toEqual(expired)
  })

  it('stays good when the one behind it is revoked in the policy system', async () => {
    const id = await world.launched()
    await world.setRelay('write')
    expect((await ask(id, '/products/')).status).toBe(200)
    await world.sim.turn('POST', '/_sim/expire-tokens', {})
    world.clock.advance(60_000)
    expect((await ask(id, '/products/')).status).toBe(200)
  })

  it('stays good when the one behind it was read from the database again before it is refused', async () => {
    const id = await world.launched()
    await world.setRelay('write')
    const token = await currentToken(world.platform, id)
    if (token.kind !== 'token') throw new Error(token.kind)
    world.platform.tokens.tokens.clear()
    await currentToken(world.platform, id)
    world.clock.advance(60_000)
    const renewed = await renewToken(world.platform, id, token)
    expect(renewed?.token.reveal()).not.toBe(token.token.reveal())
  })

  it('stays good when this process hears of a change of the tenant while the one behind it is refused', async () => {
    const id = await world.launched()
    await world.setRelay('write')
    const token = await currentToken(world.platform, id)
    if (token.kind !== 'token') throw new Error(token.kind)
    world.platform.tokens.sources.clear()
    world.clock.advance(60_000)
    expect(await renewToken(world.platform, id, token)).toBeDefined()
  })
})

describe('the record of requests to a policy system', () => {
  it('names method, path, status, time, sizes and trace, never the query, and can be narrowed', async () => {
    const id = await world.launched()
    await world.setRelay('read')
    const traceId = 'a'.repeat(32)
    await ask(id, '/products/?secret=1', { headers: { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` } })
    await ask(id, '/policy/1')
    await ask(id, '/policy', { method: 'POST', headers: json, body: '{}' })
    const list = (query: object) => world.viewer.listTenantCalls({ params: { id }, query })
    await expect.poll(async () => (await list({})).items.length).toBe(3)
    const { items } = await list({ sort: 'at' })
    expect(items[0]).toMatchObject({ method: 'GET', path: '/products/', status: 200, code: null, traceId })
    expect(items[0]?.answerSize).toBeGreaterThan(10)
    expect(items[2]).toMatchObject({ method: 'POST', status: 403, code: 'relay_read_only' })
    expect((await list({ traceId })).items).toHaveLength(1)
    expect((await list({ method: 'POST' })).items).toHaveLength(1)
    expect((await list({ status: '4xx' })).items).toHaveLength(2)
    expect((await list({ status: '403' })).items).toHaveLength(1)
    expect((await list({ q: 'products' })).items).toHaveLength(1)
  })
})

it('goes on from memory while the database is away, and answers 503 to what it has not read yet', async () => {
  const [known, unread] = [await world.launched(), await world.launched()]
  await world.setRelay('write')
  const { platform, database } = world
  const [{ token: first }, { token: second }] = [await world.record(known), await world.record(unread)]
  const routes = await createRouteTable(storedRoutes(platform.db), platform.changes, platform.log)
  const pool = createPool(database.address, { name: 'test', max: 1 }, silentLog)
  const own = { ...platform, metrics: new Registry(), db: createDatabase(pool) }
  const other = await startRelay(own, { host: '127.0.0.1', port: 0, pool: database.pool, routes })
  const look = (token: string) =>
    fetch(`http://127.0.0.1:${other.port}/v1/ping/authorized`, { headers: { authorization: `Bearer ${token}` } })
  try {
    expect((await look(first)).status).toBe(200)
    // Its one connection breaks, and no other can be made.
    const held = await pool.connect()
    Object.assign(pool.options, { host: '127.0.0.1', port: 1 })
    held.release(true)
    expect((await look(first)).status).toBe(200)
    const answer = await look(second)
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toMatchObject([
      503,
      '5',
      { code: 'database_unavailable' },
    ])
  } finally {
    await other.stop()
    routes.close()
    await pool.end()
  }
})

it('ends its connections once the process goes out of service, is not ready any more and answers anyway', async () => {
  const { platform, database } = world
  const routes = await createRouteTable(storedRoutes(platform.db), platform.changes, platform.log)
  let ending = false
  const options = { host: '127.0.0.1', port: 0, pool: database.pool, routes, isEnding: () => ending }
  const other = await startRelay({ ...platform, metrics: new Registry() }, options)
  const look = (path: string) =>
    new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
      const asked = request({ port: other.port, path, headers: { connection: 'keep-alive' } }, (response) => {
        response.resume()
        resolve([response.statusCode, response.headers.connection])
      })
      asked.on('error', reject).end()
    })
  try {
    expect(await look('/readyz')).toEqual([200, undefined])
    ending = true
    expect(await look('/readyz')).toEqual([503, 'close'])
    expect(await look('/healthz')).toEqual([200, 'close'])
  } finally {
    await other.stop()
    routes.close()
  }
})

it('unknown tokens that come too often are refused late, while a request with a right one is passed on', async () => {
  const id = await world.launched()
  await world.setRelay('write')
  const { token } = await world.record(id)
  const { platform, database } = world
  const routes = await createRouteTable(storedRoutes(platform.db), platform.changes, platform.log)
  const { promise: later, resolve: letGo } = Promise.withResolvers<void>()
  const parties: string[] = []
  const wait = (party: string) => {
    parties.push(party)
    return later
  }
  const options = { host: '127.0.0.1', port: 0, pool: database.pool, routes, refusals: { wait, giveBack: () => {} } }
  const other = await startRelay({ ...platform, metrics: new Registry() }, options)
  try {
    const look = (authorization: string) =>
      fetch(`http://127.0.0.1:${other.port}/v1/ping/authorized`, { headers: { authorization } })
    const unknown = look('Bearer invented')
    await expect.poll(() => parties).toEqual(['127.0.0.1'])
    expect((await look(`Bearer ${token}`)).status).toBe(200)
    letGo()
    expect((await unknown).status).toBe(401)
  } finally {
    await other.stop()
    routes.close()
  }
})

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))

it.runIf(hasIpv6)('shows figures to nobody who comes by the IPv6 of this machine: applications do', async () => {
  const { platform, database } = world
  const routes = await createRouteTable(storedRoutes(platform.db), platform.changes, platform.log)
  const options = { host: '127.0.0.1', hosts: ['::1'], port: 0, pool: database.pool, routes }
  const other = await startRelay({ ...platform, metrics: new Registry() }, options)
  try {
    const ask = async (host: string) => (await fetch(`http://${host}:${other.port}/metrics`)).status
    expect([await ask('127.0.0.1'), await ask('[::1]')]).toEqual([200, 401])
  } finally {
    await other.stop()
    routes.close()
  }
})

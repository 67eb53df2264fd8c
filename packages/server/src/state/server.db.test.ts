import { request } from 'node:http'
import { applicationSource } from '@mkt/engines'
import { Registry } from 'prom-client'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordReads } from '../actions/route/record-reads.ts'
import { issueKey } from '../domain/route/key.ts'
import { Secret } from '../lib/secret.ts'
import { newId } from '../testing/platform/new-id.ts'
import { atEnd } from '../testing/run/at-end.ts'
import { type LaunchWorld, launchWorld } from '../testing/world/launch-world.ts'
import { type StateServer, startStateServer } from './server.ts'

let world: LaunchWorld
let server: StateServer
let base: string
let listing: { id: string; releaseId: string }

const fields = [
  { name: 'region', title: 'Region', type: 'Select', values: ['eu', 'us'].map((value) => ({ text: value, value })) },
  { name: 'key', title: 'Key', type: 'Password' },
  { name: 'note', title: 'Note', type: 'Text' },
] as const

beforeAll(async () => {
  world = await launchWorld()
  server = await startStateServer(world.platform, { host: '127.0.0.1', port: 0 })
  base = `http://127.0.0.1:${server.port}`
  listing = await world.listing({
    app: { fields: structuredClone(fields) as never },
    platform: { fields: [{ name: 'last', title: 'Last name' }] },
  })
  return () => server.stop()
})
beforeEach(() => world.sim.turn('POST', '/_sim/reset'))

const mappings = [{ productName: 'policyholders', fields: { last: "policyholder.fields[?(@.name=='last_name')]" } }]

async function running(settings: object = { region: 'eu', key: 'the secret key', note: 'grüße 😀' }) {
  const made = await world.admin.launchApp({
    params: { org: 'northwind' },
    body: { listingId: listing.id, tenantId: world.tenantId, settings: settings as never, mappings },
  })
  await world.reach(made.id, 'RUNNING')
  return made.id
}

function keyOf(installationId: string, more: { releaseId?: string; epoch?: number; at?: Date } = {}) {
  const { keyRing, policy, clock } = world.platform
  const to = { installationId, releaseId: more.releaseId ?? listing.releaseId, epoch: more.epoch ?? 1 }
  return issueKey(keyRing, to, more.at ?? clock.now(), policy.keyTtlSeconds)
}

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(base + path, { headers })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

describe('GET /state/<key>', () => {
  it('answers exactly the record of the installation', async () => {
    const id = await running()
    const { status, body, headers } = await read(`/state/${keyOf(id)}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      settings: { region: 'eu', key: 'the secret key', note: 'grüße 😀' },
      mappings,
      platformApiUrl: world.sim.ready.connected.apiUrl,
      tenantHostName: 'northwind.sim.test',
      token: expect.stringMatching(/\./),
    })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('x-mkt-revision')).toBe('1')
    expect((await read(`//state/${keyOf(id)}`)).status).toBe(200)
  })

  it('leaves out what is not set, and always has a list of mappings', async () => {
    const id = await running({ note: 'n' })
    await world.admin.putConfiguration({ params: { id }, body: { settings: {} } })
    const { body } = await read(`/settings/${keyOf(id)}`)
    expect(body).toEqual({ settings: {}, mappings: [] })
  })

  it('is tagged, and a read with the tag is 304 until something changes', async () => {
    const id = await running()
    for (const path of [`/state/${keyOf(id)}`, `/settings/${keyOf(id)}`]) {
      const etag = (await read(path)).headers.get('etag') ?? ''
      expect((await read(path, { 'if-none-match': etag })).status).toBe(304)
      await world.admin.putConfiguration({ params: { id }, body: { settings: { note: path }, mappings } })
      const again = await read(path, { 'if-none-match': etag })
      expect(again).toMatchObject({ status: 200, body: { settings: { note: path } } })
    }
  })

  it('never serves the old configuration once the new one is acknowledged', async () => {
    const id = await running()
    const key = keyOf(id)
    for (let round = 0; round < 8; round += 1) {
      const readers = Array.from({ length: 5 }, () => read(`/settings/${key}`))
      await world.admin.putConfiguration({ params: { id }, body: { settings: { note: `${round}` }, mappings } })
      expect((await read(`/settings/${key}`)).body.settings.note).toBe(`${round}`)
      await Promise.all(readers)
      expect((await read(`/settings/${key}`)).body.settings.note).toBe(`${round}`)
    }
  })

  it('under a stampede signs in once', async () => {
    const id = await running()
    world.platform.tokens.tokens.clear()
    world.platform.tokens.sources.clear()
    await world.platform.db.deleteFrom('token').execute()
    const answers = await Promise.all(Array.from({ length: 50 }, () => read(`/state/${keyOf(id)}`)))
    expect(new Set(answers.map((answer) => answer.body.token)).size).toBe(1)
    const { items } = (await world.sim.turn('GET', '/_sim/requests')) as { items: { url: string }[] }
    expect(items.filter((item) => item.url.endsWith('/account/authenticate')).length).toBe(1)
  })

  it('has the token of new credentials once they are acknowledged, and a renewed one once it is known', async () => {
    const id = await running()
    const path = `/state/${keyOf(id)}`
    const former = await read(path)
    const { data, client } = world.sim.ready.connected
    for (const credentials of [client, data]) {
      world.clock.advance(1)
      await world.admin.replaceTenantCredentials({
        params: { id: world.tenantId },
        body: { credentials: { data: credentials } },
      })
      const { body, headers } = await read(path)
      expect(body.token).not.toBe(former.body.token)
      expect(headers.get('etag')).not.toBe(former.headers.get('etag'))
    }
    const [source] = world.platform.tokens.sources.values()
    world.clock.advance(1)
    const renewed = { token: new Secret('renewed.token'), obtainedAt: world.platform.clock.now(), expiresAt: null }
    // The news of the sign-in may still be on its way, and makes this process forget the token it knows.
    const readRenewed = async () => {
      world.platform.tokens.tokens.set(source?.credentialId ?? '', renewed)
      return (await read(path)).body.token
    }
    await expect.poll(readRenewed).toBe('renewed.token')
    world.platform.tokens.tokens.clear()
  })

  it('answers 503 when the policy system is away and there is no token, while /settings goes on', async () => {
    const id = await running()
    world.platform.tokens.tokens.clear()
    await world.platform.db.deleteFrom('token').execute()
    await world.sim.turn('PUT', '/_sim/mood', { down: true })
    const away = await read(`/state/${keyOf(id)}`)
    expect(away).toMatchObject({ status: 503, body: { code: 'tenant_unavailable' } })
    expect(away.headers.get('retry-after')).toMatch(/^\d+$/)
    expect((await read(`/settings/${keyOf(id)}`)).status).toBe(200)
    await world.sim.turn('PUT', '/_sim/mood', { down: false })
  })

  it('answers 503 while the policy system refuses the credentials and there is no token, while /settings goes on', async () => {
    const id = await running()
    const { db, tokens } = world.platform
    const refused = (at: Date | null) =>
      db.updateTable('credential').set({ refused_at: at }).where('kind', '=', 'data').execute()
    await refused(world.platform.clock.now())
    tokens.tokens.clear()
    await db.deleteFrom('token').execute()
    expect(await read(`/state/${keyOf(id)}`)).toMatchObject({
      status: 503,
      body: { code: 'tenant_credentials_refused' },
    })
    expect((await read(`/settings/${keyOf(id)}`)).status).toBe(200)
    await refused(null)
    expect((await read(`/state/${keyOf(id)}`)).status).toBe(200)
  })
})

describe('GET /state/<key> of an enterprise tenant', () => {
  it('answers 503 once its personal access token is known to be refused, until another one is entered', async () => {
    const { simulation } = world.sim
    const [first, second] = simulation.world.enterprise[0]?.tokens ?? []
    const tenant = await world.admin.createTenant({
      params: { org: 'northwind' },
      body: world.sim.enterprise() as never,
    })
    const { id: listingId, releaseId } = await world.listing({ app: { fields: structuredClone(fields) as never } })
    await world.platform.db.updateTable('listing').set({ variant: 'enterprise' }).where('id', '=', listingId).execute()
    const { id } = await world.admin.launchApp({
      params: { org: 'northwind' },
      body: { listingId, tenantId: tenant.id, settings: { note: 'n' } },
    })
    await world.reach(id, 'RUNNING')
    const [state, settings] = ['state', 'settings'].map((which) => `/${which}/${keyOf(id, { releaseId })}`)
    expect(await read(String(state))).toMatchObject({ status: 200, body: { token: first?.token } })
    if (first) first.revoked = true
    const refresh = { params: { id: tenant.id }, query: { refresh: 'true' } } as const
    await expect(world.admin.getTenantSchema(refresh)).rejects.toMatchObject({ code: 'tenant_credentials_refused' })
    const refused = await read(String(state))
    expect(refused).toMatchObject({ status: 503, body: { code: 'tenant_credentials_refused' } })
    expect(JSON.stringify(refused.body)).not.toContain(first?.token)
    expect(await read(String(settings))).toMatchObject({ status: 200, body: { settings: { note: 'n' } } })
    const body = { credentials: { token: second?.token ?? '' } }
    await world.admin.replaceTenantCredentials({ params: { id: tenant.id }, body })
    expect(await read(String(state))).toMatchObject({ status: 200, body: { token: second?.token } })
  })
})

describe('keys', () => {
  it('that we did not sign, route ids and ids of installations are unknown', async () => {
    const id = await running()
    const { routeId } = await world.admin.getInstallation({ params: { id } })
    const key = keyOf(id)
    for (const wrong of [
      routeId,
      id,
      '',
      'x',
      `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`,
      keyOf(newId('ins')),
      '../x',
    ]) {
      expect(await read(`/state/${wrong}`), wrong).toMatchObject({ status: 404 })
    }
    expect((await read('/state/x')).body.code).toBe('key_unknown')
  })

  it('that nobody signed are refused late where they come too often, while known ones are read', async () => {
    const { promise: later, resolve: letGo } = Promise.withResolvers<void>()
    let held = 0
    const wait = () => {
      held += 1
      return later
    }
    const options = { host: '127.0.0.1', port: 0, refusals: { wait, giveBack: () => {} } }
    const other = await startStateServer({ ...world.platform, metrics: new Registry() }, options)
    atEnd(() => other.stop())
    const origin = `http://127.0.0.1:${other.port}`
    const unknown = fetch(`${origin}/state/invented`)
    await expect.poll(() => held).toBe(1)
    expect((await fetch(`${origin}/state/${keyOf(await running())}`)).status).toBe(200)
    letGo()
    expect((await unknown).status).toBe(404)
  })

  it('expire 70 minutes after the start of their slice', async () => {
    const id = await running()
    const now = world.platform.clock.now().getTime()
    expect((await read(`/state/${keyOf(id, { at: new Date(now - 55 * 60_000) })}`)).status).toBe(200)
    const old = await read(`/state/${keyOf(id, { at: new Date(now - 71 * 60_000) })}`)
    expect(old).toMatchObject({ status: 410, body: { code: 'key_expired' } })
  })

  it('that are revoked answer 410 at once, and new ones work', async () => {
    const id = await running()
    const key = keyOf(id)
    expect((await read(`/state/${key}`)).status).toBe(200)
    await world.admin.revokeKeys({ params: { id } })
    expect(await read(`/state/${key}`)).toMatchObject({ status: 410, body: { code: 'key_expired' } })
    expect((await read(`/state/${keyOf(id, { epoch: 2 })}`)).status).toBe(200)
  })

  it('of a former release answer until they expire', async () => {
    const id = await running()
    expect((await read(`/settings/${keyOf(id, { releaseId: newId('rel') })}`)).status).toBe(200)
  })

  it('answer 410 route_inactive while the installation is stopped', async () => {
    const id = await running()
    await world.admin.stopInstallation({ params: { id } })
    await world.reach(id, 'STOPPED')
    for (const path of ['state', 'settings']) {
      expect(await read(`/${path}/${keyOf(id)}`)).toMatchObject({ status: 410, body: { code: 'route_inactive' } })
    }
  })
})

describe('the ledger', () => {
  it('counts reads by release and hour, and the customer sees it', async () => {
    const id = await running()
    for (let count = 0; count < 3; count += 1) await read(`/state/${keyOf(id)}`)
    await read(`/settings/${keyOf(id)}`)
    await server.ledger.flush()
    await read(`/state/${keyOf(id)}`)
    await server.ledger.flush()
    const { items } = await world.admin.listLedger({ params: { id } })
    expect(items).toMatchObject([{ releaseId: listing.releaseId, version: '1.0.0', reads: 5 }])
  })

  it('sums a day over every release, though it has more rows than a page of them', async () => {
    const installationId = await running()
    const first = Date.UTC(2026, 0, 1)
    const counts = Array.from({ length: 24 * 9 }, (_, index) => {
      const hour = new Date(first + Math.floor(index / 9) * 3_600_000)
      return { installationId, releaseId: `rel_${index % 9}`, hour, reads: 2, firstAt: hour, lastAt: hour }
    })
    await recordReads(world.platform, counts)
    const params = { id: installationId }
    const { next } = await world.admin.listLedger({ params, query: { limit: 200 } })
    expect(next).not.toBeNull()
    const query = { to: new Date(first + 86_400_000).toISOString() }
    expect(await world.admin.getLedgerSummary({ params, query })).toMatchObject({ reads: 432 })
  })
})

describe('two customers on one instance', () => {
  it('never see a byte of each other, whatever the order of reads', async () => {
    const ids = await Promise.all([running({ note: 'customer-one-value' }), running({ note: 'customer-two-value' })])
    const reads = Array.from({ length: 60 }, (_, index) => index % 2)
    const answers = await Promise.all(reads.map((which) => read(`/state/${keyOf(ids[which] ?? '')}`)))
    for (const [index, answer] of answers.entries()) {
      const [own, other] = index % 2 === 0 ? ['one', 'two'] : ['two', 'one']
      expect(answer.body.settings.note).toBe(`customer-${own}-value`)
      expect(JSON.stringify(answer.body)).not.toContain(`customer-${other}-value`)
    }
  })
})

it('unknown paths are 404 and other methods 405', async () => {
  expect((await read('/other')).status).toBe(404)
  const response = await fetch(`${base}/state/x`, { method: 'POST' })
  expect(response.status).toBe(405)
  expect((await read('/readyz')).status).toBe(200)
})

it('tells everybody whether it is ready and how warm, and nobody how much it holds', async () => {
  const ready = (await (await fetch(`${base}/readyz`)).json()) as object
  expect(Object.keys(ready).sort()).toEqual(['changeFeed', 'database', 'reasons', 'status', 'warmth'])
})

it('is not ready any more once the process goes out of service, and answers anyway', async () => {
  const id = await running()
  let ending = false
  const options = { host: '127.0.0.1', port: 0, isEnding: () => ending }
  const other = await startStateServer({ ...world.platform, metrics: new Registry() }, options)
  try {
    const ask = async (path: string) => (await fetch(`http://127.0.0.1:${other.port}${path}`)).status
    expect(await ask('/readyz')).toBe(200)
    ending = true
    expect(await ask('/readyz')).toBe(503)
    expect(await ask('/healthz')).toBe(200)
    expect(await ask(`/settings/${keyOf(id)}`)).toBe(200)
  } finally {
    await other.stop()
  }
})

it('shows figures to this machine, and never to an application, which comes by loopback too', async () => {
  const ask = (localAddress: string) =>
    new Promise<number>((resolve, reject) => {
      request(`${base}/metrics`, { localAddress, agent: false }, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
        .on('error', reject)
        .end()
    })
  expect(await ask('127.0.0.1')).toBe(200)
  expect(await ask(applicationSource())).toBe(404)
})

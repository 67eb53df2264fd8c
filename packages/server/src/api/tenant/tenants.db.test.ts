import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '../../store/accounts/organizations.ts'
import { scanDatabase } from '../../testing/database/scan-database.ts'
import { type TestSimulator, testSimulator } from '../../testing/outside/simulator.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'

let api: TestApi
let sim: TestSimulator
let northwind: Organization
let admin: string
let viewer: string
let stranger: string

beforeAll(async () => {
  api = await testApi()
  sim = await testSimulator()
  api.platform.policy.allowAddresses = ['127.0.0.1']
  northwind = await api.organization('northwind')
  admin = (await api.person({ role: 'admin', organization: northwind })).authorization
  viewer = (await api.person({ role: 'viewer', organization: northwind })).authorization
  const other = await api.organization('other')
  stranger = (await api.person({ role: 'owner', organization: other })).authorization
})
afterEach(() => sim.turn('POST', '/_sim/reset'))

const connect = (body: object) => api.as(admin).createTenant({ params: { org: 'northwind' }, body: body as never })

describe('connecting a tenant', () => {
  it('takes two sets of credentials for the connected variant and shows none of them again', async () => {
    const tenant = await connect(sim.connected())
    expect(tenant).toMatchObject({
      organizationId: northwind.id,
      variant: 'connected',
      hostName: 'northwind.sim.test',
      tenantLocator: null,
      credentials: { integration: { set: true, lastFailedAt: null }, data: { set: true } },
    })
    expect(JSON.stringify(tenant)).not.toContain(sim.ready.connected.integration.password)
    expect(await api.as(viewer).getTenant({ params: { id: tenant.id } })).toEqual(tenant)
    const { items } = await api.as(viewer).listTenants({ params: { org: 'northwind' } })
    expect(items).toContainEqual(tenant)
  })

  it('takes the client credentials of an identity provider for either set', async () => {
    const { client, integration } = sim.ready.connected
    const body = sim.connected({ credentials: { integration: client, data: client } })
    expect(await connect(body)).toMatchObject({ credentials: { data: { set: true } } })
    const wrong = { ...client, clientSecret: 'wrong' }
    await expect(connect(sim.connected({ credentials: { integration, data: wrong } }))).rejects.toMatchObject({
      code: 'tenant_check_failed',
      problems: [{ pointer: '/credentials/data', rule: 'credentials_refused' }],
    })
  })

  it('takes a personal access token for the enterprise variant', async () => {
    const tenant = await connect(sim.enterprise())
    expect(tenant).toMatchObject({
      tenantLocator: sim.ready.enterprise.tenantLocator,
      hostName: '127.0.0.1',
      credentials: { token: { set: true } },
    })
  })

  it.each(['abc\u202egpj', 'a b', 'line\n', '\0', 'clé'])(
    'refuses %j as a personal access token, because no header can hold it',
    async (token) => {
      await expect(connect(sim.enterprise({ credentials: { token } }))).rejects.toMatchObject({
        code: 'request_invalid',
        problems: [{ pointer: '/credentials/token', message: expect.stringContaining('without spaces') }],
      })
    },
  )

  it('says which set fails and why, and keeps nothing then', async () => {
    const { integration, data } = sim.ready.connected
    const before = (await api.as(admin).listTenants({ params: { org: 'northwind' } })).items.length
    const swapped = sim.connected({ credentials: { integration: data, data: { ...data, password: 'wrong' } } })
    await expect(connect(swapped)).rejects.toMatchObject({
      status: 422,
      code: 'tenant_check_failed',
      problems: [
        { pointer: '/credentials/integration', rule: 'credentials_refused' },
        { pointer: '/credentials/data', rule: 'credentials_refused' },
      ],
    })
    const { problems } = await connect(sim.connected({ apiUrl: 'http://127.0.0.1:1' })).catch((error) => error)
    expect(problems).toMatchObject([{ rule: 'unreachable' }, { rule: 'unreachable' }])
    const empty = sim.simulation.world.connected.find((tenant) => tenant.hostName === 'empty.sim.test')
    const [emptyAdmin, emptyUser] = empty?.users ?? []
    const sets = { integration: pick(emptyAdmin), data: pick(emptyUser) }
    await expect(connect(sim.connected({ hostName: 'empty.sim.test', credentials: sets }))).rejects.toMatchObject({
      problems: [{ pointer: '/credentials/data', rule: 'no_product_deployed' }],
    })
    await expect(connect(sim.enterprise({ credentials: { token: 'PAT_01WRONG' } }))).rejects.toMatchObject({
      problems: [{ pointer: '/credentials/token', rule: 'credentials_refused' }],
    })
    expect((await api.as(admin).listTenants({ params: { org: 'northwind' } })).items).toHaveLength(before)
    expect(integration.username).toBe('admin')
  })

  it('never calls an address that is not public, unless it is allowed', async () => {
    api.platform.policy.allowAddresses = []
    try {
      const { problems } = await connect(sim.connected()).catch((error) => error)
      expect(problems).toMatchObject([{ rule: 'unreachable' }, { rule: 'unreachable' }])
      expect(sim.simulation.log.list()).toEqual([])
    } finally {
      api.platform.policy.allowAddresses = ['127.0.0.1']
    }
  })

  it('is for admins of the organization, and its tenants are unknown to others', async () => {
    await expect(
      api.as(viewer).createTenant({ params: { org: 'northwind' }, body: sim.connected() }),
    ).rejects.toMatchObject({ status: 403 })
    const tenant = await connect(sim.connected())
    await expect(api.as(stranger).getTenant({ params: { id: tenant.id } })).rejects.toMatchObject({ status: 404 })
  })

  it('leaves no credential readable in the database', async () => {
    await connect(sim.connected())
    await connect(sim.enterprise())
    for (const secret of [sim.ready.connected.integration.password, sim.ready.enterprise.token])
      expect(await scanDatabase(api.database.pool, secret)).toEqual([])
  })
})

const pick = (user: { username: string; password: string } | undefined) => ({
  username: user?.username ?? '',
  password: user?.password ?? '',
})

describe('credentials of a tenant', () => {
  it('are replaced one set at a time, after the new ones were tried', async () => {
    const tenant = await connect(sim.connected())
    const params = { id: tenant.id }
    const { data, client } = sim.ready.connected
    await expect(
      api.as(admin).replaceTenantCredentials({ params, body: { credentials: { data: { ...data, password: 'x' } } } }),
    ).rejects.toMatchObject({
      code: 'tenant_check_failed',
      message: expect.stringContaining('The new credentials were not accepted; the stored ones stay in use.'),
      problems: [{ pointer: '/credentials/data' }],
    })
    api.clock.advance(1000)
    const replaced = await api.as(admin).replaceTenantCredentials({ params, body: { credentials: { data: client } } })
    expect(replaced.credentials.integration).toEqual(tenant.credentials.integration)
    expect(replaced.credentials.data?.updatedAt).not.toBe(tenant.credentials.data?.updatedAt)
  })
})

describe('the connection of a tenant', () => {
  const test = (id: string, who = admin) => api.as(who).testTenant({ params: { id } })

  it('is reachable after connecting, and says since when and why it is not, however often it failed just before', async () => {
    const tenant = await connect(sim.connected())
    expect(tenant.connection).toMatchObject({ state: 'reachable', since: null, latencyMs: expect.any(Number) })
    await sim.turn('PUT', '/_sim/mood', { down: true })
    const away = await test(tenant.id)
    expect(away.sets).toMatchObject([
      { kind: 'integration', passed: false, rule: 'unreachable' },
      { kind: 'data', passed: false, rule: 'unreachable' },
    ])
    expect(away.tenant.connection).toMatchObject({ state: 'unreachable', reason: expect.stringContaining('reached') })
    const since = away.tenant.connection.since
    api.clock.advance(60_000)
    expect((await test(tenant.id)).tenant.connection.since).toBe(since)
    await sim.turn('PUT', '/_sim/mood', {})
    const back = await test(tenant.id)
    expect(back.sets).toMatchObject([{ passed: true }, { passed: true }])
    expect(back.tenant.connection).toMatchObject({ state: 'reachable', since: null, reason: null })
  })

  it('does not try a refused set again for a while, so that nobody locks the account by pressing a button', async () => {
    const tenant = await connect(sim.enterprise())
    await api.platform.db
      .updateTable('credential')
      .set({ refused_at: api.clock.now() })
      .where('tenant_id', '=', tenant.id)
      .execute()
    const asked = sim.simulation.log.list().length
    const { sets, tenant: after } = await test(tenant.id)
    expect(sets).toMatchObject([{ kind: 'token', passed: false, rule: 'credentials_refused', latencyMs: null }])
    expect(sets[0]?.message).toContain('15 min')
    expect(after.connection.state).toBe('refused')
    expect(sim.simulation.log.list()).toHaveLength(asked)
  })

  it('leaves an audit entry when it is tested, also where the policy system is away', async () => {
    const tenant = await connect(sim.enterprise())
    await sim.turn('PUT', '/_sim/mood', { down: true })
    await test(tenant.id)
    const { items } = await api.as(admin).listAudit({ params: { org: 'northwind' } })
    const { id, name } = tenant
    const entry = { action: 'tenant.test', subject: { kind: 'tenant', id, name }, details: { name } }
    expect(items).toContainEqual(expect.objectContaining(entry))
  })

  it('is not tested by viewers', async () => {
    const tenant = await connect(sim.enterprise())
    await expect(test(tenant.id, viewer)).rejects.toMatchObject({ status: 403 })
  })
})

describe('the schema of a tenant', () => {
  it('of the connected variant is a list of products without the system product, with every path', async () => {
    const tenant = await connect(sim.connected())
    const schema = await api.as(viewer).getTenantSchema({ params: { id: tenant.id } })
    const products = schema.products as { name: string }[]
    expect(products.map((product) => product.name)).toEqual(['personal-auto', 'homeowners', 'commercial-property'])
    expect(schema.paths).toContain(
      "$[?(@.name=='personal-auto')].policyConfiguration.exposures[?(@.name=='vehicle')].fields[?(@.name=='vin')]",
    )
    expect(schema.paths).toContain(
      "$[?(@.name=='personal-auto')].policyConfiguration.fields[?(@.name=='drivers')].fields[?(@.name=='first_name')]",
    )
    expect(schema.paths).toContain("policyholder.fields[?(@.name=='last_name')]")
  })

  it('of the enterprise variant is a map', async () => {
    const tenant = await connect(sim.enterprise())
    const schema = await api.as(viewer).getTenantSchema({ params: { id: tenant.id } })
    expect(schema.paths).toContain("$.products['PersonalAuto'].data['channel']")
    expect(schema.paths).toContain("$.exposures['PersonalVehicle'].data['vin']")
    expect(schema.paths).toContain("$.accounts['ConsumerAccount'].data['firstName']")
  })

  it('keeps the order of the policy system: products first, then each field as it was given', async () => {
    const tenant = await connect(sim.enterprise())
    const model = sim.simulation.world.enterprise[0]?.dataModel
    const schema = await api.as(viewer).getTenantSchema({ params: { id: tenant.id } })
    const kinds = ['products', 'exposures', 'accounts'] as const
    expect(Object.keys(schema).filter((key) => kinds.includes(key as never))).toEqual(kinds)
    expect(Object.keys(schema.products as object)).toEqual(Object.keys(model?.products ?? {}))
    const given = kinds.flatMap((kind) =>
      Object.entries(model?.[kind] ?? {}).flatMap(([owner, { data }]) =>
        Object.keys(data).map((field) => `$.${kind}['${owner}'].data['${field}']`),
      ),
    )
    expect(given.length).toBeGreaterThan(10)
    expect(schema.paths).toEqual(given)
  })

  it('is served from what was read last while the policy system is away, and read again when asked for', async () => {
    const tenant = await connect(sim.connected())
    const params = { id: tenant.id }
    await sim.turn('PUT', '/_sim/mood', { down: true })
    expect(await api.as(viewer).getTenantSchema({ params })).toMatchObject({ stale: false })
    api.clock.advance(11 * 60_000)
    expect(await api.as(viewer).getTenantSchema({ params })).toMatchObject({ stale: true })
    await expect(api.as(viewer).getTenantSchema({ params, query: { refresh: 'true' } })).rejects.toMatchObject({
      status: 503,
      code: 'tenant_unavailable',
    })
    await sim.turn('PUT', '/_sim/mood', {})
    api.clock.advance(30_000)
    expect(await api.as(viewer).getTenantSchema({ params, query: { refresh: 'true' } })).toMatchObject({ stale: false })
  })
})

describe('the host name of a tenant', () => {
  const odd = [
    'evil→.test',
    'a\r\nb',
    'a b',
    '-a.test',
    'a..b',
    'a.test.',
    'münchen.test',
    `${'a'.repeat(64)}.test`,
    '__proto__',
    'a\0b',
  ]

  it.each(odd)('is a host name: %j is refused with a problem that says so', async (hostName) => {
    for (const body of [sim.connected({ hostName }), sim.enterprise({ hostName } as never)])
      await expect(connect(body)).rejects.toMatchObject({ status: 422, problems: [{ pointer: '/hostName' }] })
    const tenant = await connect(sim.connected())
    await expect(api.as(admin).changeTenant({ params: { id: tenant.id }, body: { hostName } })).rejects.toMatchObject({
      status: 422,
      problems: [{ pointer: '/hostName' }],
    })
  })
})

describe('a tenant that moves', () => {
  it('is tried at its new address with the stored credentials, and stays where it was when they fail there', async () => {
    const tenant = await connect(sim.connected())
    const params = { id: tenant.id }
    await expect(api.as(admin).changeTenant({ params, body: { hostName: 'nobody.sim.test' } })).rejects.toMatchObject({
      code: 'tenant_check_failed',
      problems: [{ rule: 'credentials_refused' }, { rule: 'credentials_refused' }],
    })
    await expect(api.as(admin).changeTenant({ params, body: { apiUrl: 'http://127.0.0.1:1' } })).rejects.toMatchObject({
      problems: [{ rule: 'unreachable' }, { rule: 'unreachable' }],
    })
    expect(await api.as(admin).getTenant({ params })).toEqual(tenant)
  })

  it('is reached at the new address from then on, and what is registered follows', async () => {
    const tenant = await connect(sim.connected())
    const params = { id: tenant.id }
    const apiUrl = `${tenant.apiUrl}/`
    api.clock.advance(1000)
    const moved = await api.as(admin).changeTenant({ params, body: { name: 'Moved', apiUrl } })
    expect(moved).toMatchObject({ name: 'Moved', apiUrl, hostName: tenant.hostName })
    expect(moved.credentials.data?.updatedAt).toBe(tenant.credentials.data?.updatedAt)
    const { sweep_at: sweepAt } = await api.platform.db
      .selectFrom('tenant')
      .select('sweep_at')
      .where('id', '=', tenant.id)
      .executeTakeFirstOrThrow()
    expect(sweepAt).toEqual(api.clock.now())
  })

  it('is only renamed where nothing else changes, without asking the policy system', async () => {
    const tenant = await connect(sim.connected())
    const asked = sim.simulation.log.list().length
    const renamed = await api.as(admin).changeTenant({ params: { id: tenant.id }, body: { name: 'Another' } })
    expect(renamed).toEqual({ ...tenant, name: 'Another' })
    expect(sim.simulation.log.list()).toHaveLength(asked)
    await expect(api.as(admin).changeTenant({ params: { id: tenant.id }, body: {} })).rejects.toMatchObject({
      status: 422,
    })
  })
})

it('a tenant that nothing uses can be disconnected, and is gone', async () => {
  const tenant = await connect(sim.connected())
  await api.as(admin).deleteTenant({ params: { id: tenant.id } })
  await expect(api.as(admin).getTenant({ params: { id: tenant.id } })).rejects.toMatchObject({ status: 404 })
})

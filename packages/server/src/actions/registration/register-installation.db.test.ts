import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../lib/ids.ts'
import { fraction, seededRandom } from '../../lib/random.ts'
import { PolicySystemError } from '../../outbound/policy/policy-system-error.ts'
import { transaction } from '../../store/database/transaction.ts'
import { connectionsOf } from '../../store/tenant/connections.ts'
import type { Tenant } from '../../store/tenant/tenants.ts'
import { type TestPlatform, testPlatform } from '../../testing/platform.ts'
import { type TestSimulator, testSimulator } from '../../testing/simulator.ts'
import { type TenantWorld, tenantWorld } from '../../testing/tenant-world.ts'
import { sealOwnCredentials, storeCredentials } from '../installation/installation-credentials.ts'
import { byPlatform } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { replaceCredentials } from '../tenant/replace-credentials.ts'
import { mappingWarnings } from './find-missing-paths.ts'
import { registerInstallation } from './register-installation.ts'
import { sweepTenant } from './sweep-registrations.ts'
import { unregisterInstallation } from './unregister-installation.ts'

const test: TestPlatform = await testPlatform({ allowAddresses: ['127.0.0.1'] })
const chance = seededRandom('moods')
const sim: TestSimulator = await testSimulator({ chance: () => fraction(chance) })
const { platform, clock } = test
let world: TenantWorld
let connected: Tenant
let enterprise: Tenant

beforeAll(async () => {
  world = await tenantWorld(platform)
  connected = await world.connect(sim.connected())
  enterprise = await world.connect(sim.enterprise())
})
afterEach(async () => {
  await platform.db.deleteFrom('registration').execute()
  await sim.turn('POST', '/_sim/reset')
  clock.advance(20 * 60_000)
})

const inTenant = () => sim.simulation.world.connected[0] as (typeof sim.simulation.world.connected)[0]
const inEnterprise = () => sim.simulation.world.enterprise[0] as (typeof sim.simulation.world.enterprise)[0]
const held = { extend: async () => true }
const sweep = (tenant: Tenant) => sweepTenant(platform, { id: tenant.id, failures: 0 }, held)

const everything = {
  webhooks: [
    { path: '/events', events: ['policy.issue', 'claim.*'] },
    { path: '/other', events: ['policy.cancel'] },
  ],
  autofill: [{ path: '/fill', operations: ['*.create'] }],
  externalRaters: [{ name: 'Best Rates', path: '/rate', headers: { 'x-mode': 'fast' } }],
}

describe('registering in the connected variant', () => {
  it('registers each webhook by itself, autofill for every product, and the rater without attaching it', async () => {
    const id = await world.install(connected, everything)
    expect(await registerInstallation(platform, id)).toMatchObject({ kind: 'registered' })
    const tenant = inTenant()
    expect(tenant.webhooks.map((item) => item.events)).toEqual([
      ['policy.issue', 'claim.create', 'claim.open', 'claim.update', 'claim.close', 'claim.discard'],
      ['policy.cancel'],
    ])
    expect(tenant.autofill.map((item) => item.operation).sort()).toEqual(
      ['commercial-property', 'homeowners', 'personal-auto']
        .flatMap((product) => ['endorsement', 'newBusiness', 'renewal'].map((name) => `${product}.${name}.create`))
        .sort(),
    )
    const rater = tenant.integrations.find((item) => item.type === 'external_rater')
    expect(rater?.name).toMatch(/^mkt-[0-9a-z]{26}-rater-best-rates$/)
    expect(rater?.headers).toMatchObject({ 'x-mode': 'fast', 'x-MKT-caller': expect.stringMatching(/^mkc/) })
    expect(tenant.products.every((product) => product.externalRater === undefined)).toBe(true)
  })

  it('registers autofill for the mapped products only, where the app has mapping fields', async () => {
    const part = { ...everything, fields: [{ name: 'vin', title: 'VIN' }] }
    const id = await world.install(connected, part, [
      { productName: 'homeowners', fields: {} },
      { productName: 'policyholders', fields: {} },
    ])
    await registerInstallation(platform, id)
    expect(new Set(inTenant().autofill.map((item) => item.operation.split('.')[0]))).toEqual(new Set(['homeowners']))
  })

  it('again changes nothing, and with another release exactly the difference', async () => {
    const id = await world.install(connected, everything)
    await registerInstallation(platform, id)
    const before = structuredClone(inTenant())
    sim.simulation.log.clear()
    await registerInstallation(platform, id)
    expect(inTenant()).toEqual(before)
    expect(sim.simulation.log.list().filter((item) => item.method !== 'GET')).toEqual([])
    await world.change(id, { webhooks: [{ path: '/events', events: ['policy.issue'] }] })
    await registerInstallation(platform, id)
    expect(inTenant().webhooks.map((item) => item.events)).toEqual([['policy.issue']])
    expect(inTenant().integrations).toHaveLength(1)
    expect(inTenant().autofill).toEqual([])
  })

  it('and unregistering leaves exactly what others had', async () => {
    const tenant = inTenant()
    const theirs = { url: 'http://theirs.test/', headers: {}, tenantLocator: tenant.tenantLocator }
    tenant.integrations.push(
      { ...theirs, name: 'theirs', type: 'data_autofill' },
      { ...theirs, name: 'their-hook', type: 'webhook' },
    )
    tenant.webhooks.push({
      name: 'their-hook',
      integrationName: 'their-hook',
      enabled: true,
      events: ['policy.issue'],
      suspended: true,
      failuresInARow: 0,
      diverted: [],
    })
    tenant.autofill.push({ locator: newId('x'), operation: '*.*.*', callSequence: ['theirs'] })
    tenant.autofill.push({ locator: newId('x'), operation: 'homeowners.renewal.create', callSequence: ['theirs'] })
    const before = structuredClone(tenant)
    const id = await world.install(connected, everything)
    await registerInstallation(platform, id)
    expect(inTenant().autofill.find((item) => item.operation === 'personal-auto.renewal.create')?.callSequence).toEqual(
      ['theirs', expect.stringContaining('-autofill-')],
    )
    expect(await unregisterInstallation(platform, id)).toEqual({ kind: 'unregistered' })
    const { autofill, ...rest } = inTenant()
    const { autofill: autofillBefore, ...restBefore } = before
    expect(rest).toEqual(restBefore)
    expect(autofill.filter((item) => item.operation === '*.*.*')).toEqual(autofillBefore.slice(0, 1))
    expect(autofill.every((item) => item.callSequence.join() === 'theirs')).toBe(true)
  })

  it('is refused in words when the credentials are, and works once they are replaced', async () => {
    const id = await world.install(connected, everything)
    const [admin] = inTenant().users
    if (admin) admin.password = 'changed'
    await sim.turn('POST', '/_sim/expire-tokens')
    expect(await registerInstallation(platform, id)).toMatchObject({ kind: 'refused' })
    sim.simulation.log.clear()
    expect(await registerInstallation(platform, id)).toMatchObject({ kind: 'refused' })
    expect(sim.simulation.log.list()).toEqual([])
    const integration = { username: 'admin', password: 'changed' }
    await replaceCredentials(platform, connected, { integration }, byPlatform)
    expect(await registerInstallation(platform, id)).toMatchObject({ kind: 'registered' })
    await sim.turn('POST', '/_sim/reset')
    await replaceCredentials(platform, connected, { integration: sim.ready.connected.integration }, byPlatform)
  })

  it('renews a token that is no longer accepted', async () => {
    const id = await world.install(connected, everything)
    await registerInstallation(platform, id)
    await sim.turn('POST', '/_sim/expire-tokens')
    expect(await registerInstallation(platform, id)).toMatchObject({ kind: 'registered' })
  })

  it('is unavailable while the policy system is down or talks nonsense, and the sweep completes it', async () => {
    const id = await world.install(connected, everything)
    for (const mood of [{ dieAfter: 6 }, { nonsense: true }]) {
      await sim.turn('PUT', '/_sim/mood', mood)
      expect(await registerInstallation(platform, id)).toMatchObject({ kind: 'unavailable' })
      clock.advance(60_000)
    }
    await sim.turn('PUT', '/_sim/mood', {})
    await sweep(connected)
    expect(inTenant().webhooks).toHaveLength(2)
    expect(inTenant().autofill).toHaveLength(9)
  })

  it('gets through a system that fails now and then', async () => {
    const id = await world.install(connected, everything)
    await sim.turn('PUT', '/_sim/mood', { failShare: 0.1, loseShare: 0.05 })
    await expect
      .poll(
        async () => {
          clock.advance(60_000)
          return (await registerInstallation(platform, id)).kind
        },
        { interval: 10 },
      )
      .toBe('registered')
    await sim.turn('PUT', '/_sim/mood', {})
    expect(inTenant().integrations).toHaveLength(4)
  })
})

describe('the sweep', () => {
  it('mends what somebody changed, and shows the difference', async () => {
    const id = await world.install(connected, everything)
    await registerInstallation(platform, id)
    const tenant = inTenant()
    const wanted = structuredClone(tenant)
    tenant.webhooks.splice(0, 1)
    const [integration] = tenant.integrations
    if (integration) integration.url = 'http://elsewhere.test/'
    await sweep(connected)
    expect(inTenant().integrations).toEqual(wanted.integrations)
    expect(
      inTenant()
        .webhooks.map((item) => item.events.length)
        .sort(),
    ).toEqual([1, 6])
    const row = await platform.db.selectFrom('registration').select('difference').executeTakeFirst()
    expect(row?.difference).toEqual([
      { at: clock.now().toISOString(), what: expect.stringMatching(/^integration .* was changed$/) },
      { at: clock.now().toISOString(), what: expect.stringMatching(/^webhook .* was missing or changed$/) },
    ])
  })

  it('notices mappings that lost their field', async () => {
    const path = "$[?(@.name=='homeowners')].policyConfiguration.fields[?(@.name=='flood_zone')]"
    const part = { ...everything, fields: [{ name: 'zone', title: 'Zone' }] }
    const id = await world.install(connected, part, [{ productName: 'homeowners', fields: { zone: path } }])
    await registerInstallation(platform, id)
    await sweep(connected)
    expect(await mappingWarnings(platform, { id, tenantId: connected.id })).toEqual([])
    const product = inTenant().products.find((one) => one.name === 'homeowners')
    product?.policyConfiguration.fields.pop()
    clock.advance(11 * 60_000)
    await sweep(connected)
    expect(await mappingWarnings(platform, { id, tenantId: connected.id })).toEqual([
      expect.stringContaining('The mapping of zone for homeowners'),
    ])
  })

  it('lifts a suspension and has everything that was set aside during an outage sent again', async () => {
    const received: string[] = []
    let up = false
    const gateway = createServer((request, response) => {
      request.resume().on('end', () => {
        if (up) received.push(request.url ?? '')
        response.writeHead(up ? 202 : 503).end('{}')
      })
    })
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
    const former = platform.addresses.gatewayUrl
    platform.addresses.gatewayUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
    try {
      const id = await world.install(connected, everything)
      await registerInstallation(platform, id)
      const event = { tenant: connected.hostName, type: 'policy.issue', data: {} }
      for (let i = 0; i < 8; i++) {
        await sim.turn('POST', '/_sim/events', event)
        await sim.idle()
      }
      expect(inTenant().webhooks[0]).toMatchObject({ suspended: true, diverted: { length: 8 } })
      up = true
      await sweep(connected)
      expect(received).toHaveLength(8)
      expect(inTenant().webhooks[0]).toMatchObject({ suspended: false, diverted: { length: 0 } })
    } finally {
      platform.addresses.gatewayUrl = former
      gateway.closeAllConnections()
      gateway.close()
    }
  })

  it('leaves set-aside events where they are while the gateway is away', async () => {
    const id = await world.install(connected, everything)
    await registerInstallation(platform, id)
    const [webhook] = inTenant().webhooks
    for (const transactionId of ['t1', 't2'])
      webhook?.diverted.push({ transactionId, type: 'policy.issue', body: '{}', divertedAt: '', reason: '' })
    if (webhook) webhook.suspended = true
    await sweep(connected)
    expect(webhook?.suspended).toBe(false)
    const resent = sim.simulation.log.list().filter((item) => item.direction === 'in' && item.url.endsWith('/resend'))
    // The gateway is not running in this test, so the events stay where they are.
    expect(resent).toHaveLength(1)
    expect(webhook?.diverted).toHaveLength(2)
  })

  it('finishes an unregistration that the policy system was away for', async () => {
    const id = await world.install(connected, everything)
    await registerInstallation(platform, id)
    await sim.turn('PUT', '/_sim/mood', { down: true })
    expect(await unregisterInstallation(platform, id)).toMatchObject({ kind: 'unfinished' })
    await sim.turn('PUT', '/_sim/mood', {})
    clock.advance(60_000)
    await sweep(connected)
    expect(inTenant().integrations).toEqual([])
    expect(await platform.db.selectFrom('registration').selectAll().execute()).toEqual([])
    const row = await platform.db
      .selectFrom('tenant')
      .select('sweep_at')
      .where('id', '=', connected.id)
      .executeTakeFirst()
    expect(row?.sweep_at).toBeNull()
  })
})

describe('the connection of a tenant', () => {
  const trouble = async (tenant: Tenant) => (await connectionsOf(platform.db, [tenant.id])).get(tenant.id)?.trouble
  const part = { webhooks: [{ path: '/events', events: ['document.*'] }] }

  it('is not refused where the policy system declines one request', async () => {
    const id = await world.install(connected, everything)
    const declining: Platform = {
      ...platform,
      policySystems: {
        ...platform.policySystems,
        of: (tenant) => ({
          ...platform.policySystems.of(tenant),
          observe: () => Promise.reject(new PolicySystemError('refused', 'The policy system answered 422')),
        }),
      },
    }
    expect(await registerInstallation(declining, id)).toMatchObject({ kind: 'refused' })
    expect(await trouble(connected)).toBeNull()
    await sweepTenant(declining, { id: connected.id, failures: 0 }, held)
    expect(await trouble(connected)).toBeNull()
  })

  it('is not refused where credentials of an installation are, and still is where those of the tenant are', async () => {
    const own = await world.install(enterprise, part)
    const [ofTenant, second] = inEnterprise().tokens
    const rows = await sealOwnCredentials(platform, enterprise, own, { token: second?.token ?? '' })
    await transaction(platform.db, (trx) => storeCredentials(trx, rows))
    if (second) second.revoked = true
    expect(await registerInstallation(platform, own)).toMatchObject({ kind: 'refused' })
    expect(await trouble(enterprise)).toBeNull()
    await sweep(enterprise)
    expect(await trouble(enterprise)).toBeNull()
    if (ofTenant) ofTenant.revoked = true
    await sweep(enterprise)
    expect(await trouble(enterprise)).toBe('refused')
  })
})

describe('registering in the enterprise variant', () => {
  const part = { webhooks: [{ path: '/events', events: ['policy.quote.*', 'document.ready'] }] }

  it('makes one webhook for each entry that loses nothing, changes it in place, and takes it away', async () => {
    const id = await world.install(enterprise, part)
    expect(await registerInstallation(platform, id)).toMatchObject({ kind: 'registered' })
    const [webhook] = inEnterprise().webhooks
    expect(webhook).toMatchObject({ failureHandling: { divert: true, triggers: ['4xx', '5xx', 'timeout'] } })
    expect(webhook?.eventTypes).toHaveLength(11)
    await world.change(id, { webhooks: [{ path: '/events', events: ['document.*'] }] })
    await registerInstallation(platform, id)
    expect(inEnterprise().webhooks).toMatchObject([
      { locator: webhook?.locator, eventTypes: ['document.ready', 'document.failed'] },
    ])
    await unregisterInstallation(platform, id)
    expect(inEnterprise().webhooks).toEqual([])
  })

  it('is unavailable in every bad mood, and complete afterwards without leaving anything twice', async () => {
    const id = await world.install(enterprise, {
      webhooks: [...part.webhooks, { path: '/more', events: ['claim.fnol.*'] }],
    })
    for (const mood of [{ dieAfter: 2 }, { nonsense: true }, { failShare: 1 }, { loseShare: 1 }, { down: true }]) {
      await sim.turn('PUT', '/_sim/mood', mood)
      expect(await registerInstallation(platform, id)).toMatchObject({ kind: 'unavailable' })
      clock.advance(60_000)
    }
    await sim.turn('PUT', '/_sim/mood', {})
    expect(await registerInstallation(platform, id)).toMatchObject({ kind: 'registered' })
    expect(inEnterprise().webhooks).toHaveLength(2)
  })

  it('is refused when the token was revoked', async () => {
    const id = await world.install(enterprise, part)
    const [token] = inEnterprise().tokens
    if (token) token.revoked = true
    expect(await registerInstallation(platform, id)).toMatchObject({ kind: 'refused' })
  })
})

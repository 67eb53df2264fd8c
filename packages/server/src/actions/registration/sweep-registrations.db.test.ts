import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { PolicySystemError } from '../../outbound/policy/policy-system-error.ts'
import { transaction } from '../../store/database/transaction.ts'
import { connectionsOf } from '../../store/tenant/connections.ts'
import type { Tenant } from '../../store/tenant/tenants.ts'
import { everything, held, registrations } from '../../testing/world/registrations.ts'
import { sealOwnCredentials, storeCredentials } from '../installation/installation-credentials.ts'
import type { Platform } from '../platform/platform.ts'
import { noteConnection } from '../tenant/note-connection.ts'
import { mappingWarnings } from './find-missing-paths.ts'
import { registerInstallation } from './register-installation.ts'
import { sweepTenant } from './sweep-registrations.ts'
import { unregisterInstallation } from './unregister-installation.ts'

const { platform, clock, sim, tenants, inTenant, inEnterprise, sweep } = await registrations()

describe('the sweep', () => {
  it('repairs what somebody changed, and shows the difference', async () => {
    const id = await tenants.world.install(tenants.connected, everything)
    await registerInstallation(platform, id)
    const tenant = inTenant()
    const wanted = structuredClone(tenant)
    tenant.webhooks.splice(0, 1)
    const [integration] = tenant.integrations
    if (integration) integration.url = 'http://elsewhere.test/'
    await sweep(tenants.connected)
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
    const id = await tenants.world.install(tenants.connected, part, [
      { productName: 'homeowners', fields: { zone: path } },
    ])
    await registerInstallation(platform, id)
    await sweep(tenants.connected)
    expect(await mappingWarnings(platform, { ...tenants.connected, id, tenantId: tenants.connected.id })).toEqual([])
    const fields = inTenant().products.find((one) => one.name === 'homeowners')?.policyConfiguration.fields ?? []
    fields.splice(
      fields.findIndex(({ name }) => name === 'flood_zone'),
      1,
    )
    clock.advance(11 * 60_000)
    await sweep(tenants.connected)
    expect(await mappingWarnings(platform, { ...tenants.connected, id, tenantId: tenants.connected.id })).toEqual([
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
      const id = await tenants.world.install(tenants.connected, everything)
      await registerInstallation(platform, id)
      const event = { tenant: tenants.connected.hostName, type: 'policy.issue', data: {} }
      for (let i = 0; i < 8; i++) {
        await sim.turn('POST', '/_sim/events', event)
        await sim.idle()
      }
      expect(inTenant().webhooks[0]).toMatchObject({ suspended: true, diverted: { length: 8 } })
      up = true
      await sweep(tenants.connected)
      expect(received).toHaveLength(8)
      expect(inTenant().webhooks[0]).toMatchObject({ suspended: false, diverted: { length: 0 } })
    } finally {
      platform.addresses.gatewayUrl = former
      gateway.closeAllConnections()
      gateway.close()
    }
  })

  it('leaves set-aside events where they are while the gateway is away', async () => {
    const id = await tenants.world.install(tenants.connected, everything)
    await registerInstallation(platform, id)
    const [webhook] = inTenant().webhooks
    for (const transactionId of ['t1', 't2'])
      webhook?.diverted.push({ transactionId, type: 'policy.issue', body: '{}', divertedAt: '', reason: '' })
    if (webhook) webhook.suspended = true
    await sweep(tenants.connected)
    expect(webhook?.suspended).toBe(false)
    const resent = sim.simulation.log.list().filter((item) => item.direction === 'in' && item.url.endsWith('/resend'))
    // The gateway is not running in this test, so the events stay where they are.
    expect(resent).toHaveLength(1)
    expect(webhook?.diverted).toHaveLength(2)
  })

  it('finishes an unregistration that the policy system was away for', async () => {
    const id = await tenants.world.install(tenants.connected, everything)
    await registerInstallation(platform, id)
    await sim.turn('PUT', '/_sim/mood', { down: true })
    expect(await unregisterInstallation(platform, id)).toMatchObject({ kind: 'unfinished' })
    await sim.turn('PUT', '/_sim/mood', {})
    clock.advance(60_000)
    await sweep(tenants.connected)
    expect(inTenant().integrations).toEqual([])
    expect(await platform.db.selectFrom('registration').selectAll().execute()).toEqual([])
    const row = await platform.db
      .selectFrom('tenant')
      .select('sweep_at')
      .where('id', '=', tenants.connected.id)
      .executeTakeFirst()
    expect(row?.sweep_at).toBeNull()
  })
})

describe('a sweep of a slow policy system', () => {
  /** A policy system that answers each look after a time, and fails where it is said. */
  const slow = (lookMs: number, looked: string[], failing?: string): Platform => ({
    ...platform,
    policySystems: {
      ...platform.policySystems,
      of: (tenant) => {
        const system = platform.policySystems.of(tenant)
        return {
          ...system,
          async observe(token) {
            clock.advance(lookMs)
            const observed = await system.observe(token)
            return {
              ...observed,
              plan(installationId, ...rest) {
                looked.push(installationId)
                if (installationId === failing) throw new PolicySystemError('refused', 'It declines')
                return observed.plan(installationId, ...rest)
              },
            }
          },
        }
      },
    },
  })
  const sweepAt = async () =>
    (
      await platform.db
        .selectFrom('tenant')
        .select('sweep_at')
        .where('id', '=', tenants.connected.id)
        .executeTakeFirstOrThrow()
    ).sweep_at
  const job = () => ({ id: tenants.connected.id, failures: 0 })

  it('ends after a minute and goes on soon with the installations that waited longest', async () => {
    const ids: string[] = []
    for (let count = 0; count < 3; count += 1) {
      const id = await tenants.world.install(tenants.connected, {
        webhooks: [{ path: '/a', events: ['policy.issue'] }],
      })
      await registerInstallation(platform, id)
      clock.advance(1_000)
      ids.push(id)
    }
    const [first = '', second, third] = ids
    const looked: string[] = []
    const platformOfSlow = slow(40_000, looked, first)
    clock.advance(5 * 60_000)
    await sweepTenant(platformOfSlow, job(), held)
    expect(looked).toEqual([first, second])
    expect(await sweepAt()).toEqual(new Date(clock.now().getTime() + 5_000))
    await sweepTenant(platformOfSlow, job(), held)
    expect(looked).toEqual([first, second, third, first])
  })

  it('rests for a minute in each round of all installations, also where a round takes longer than a sweep', async () => {
    for (let count = 0; count < 3; count += 1) {
      const part = { webhooks: [{ path: '/a', events: ['policy.issue'] }] }
      await registerInstallation(platform, await tenants.world.install(tenants.connected, part))
    }
    const looked: string[] = []
    const platformOfSlow = slow(40_000, looked)
    const startMs = clock.now().getTime()
    while (looked.length < 30) {
      await sweepTenant(platformOfSlow, job(), held)
      clock.advance(((await sweepAt())?.getTime() ?? 0) - clock.now().getTime())
    }
    const restMs = clock.now().getTime() - startMs - looked.length * 40_000
    expect(restMs).toBeGreaterThan(8 * 60_000)
    expect(new Set(looked.slice(-3)).size).toBe(3)
  })

  it('that has much to do for one installation gets on with it each time', async () => {
    const id = await tenants.world.install(tenants.connected, everything)
    const looked: string[] = []
    const platformOfSlow = slow(70_000, looked)
    const left: number[] = []
    let outcome = await registerInstallation(platformOfSlow, id)
    while (outcome.kind === 'unfinished' && left.length < 30) {
      left.push(outcome.left)
      outcome = await registerInstallation(platformOfSlow, id)
    }
    expect(outcome.kind).toBe('registered')
    expect(left.length).toBeGreaterThan(5)
    expect(left.slice(0, -1)).toEqual([...new Set(left)].sort((a, b) => b - a).slice(0, left.length - 1))
    expect(inTenant().webhooks).toHaveLength(2)
  })
})

describe('the connection of a tenant', () => {
  const trouble = async (tenant: Tenant) => (await connectionsOf(platform.db, [tenant.id])).get(tenant.id)?.trouble
  const part = { webhooks: [{ path: '/events', events: ['document.*'] }] }

  it('that is away is asked again until it answers, also where nothing is registered', async () => {
    const nextAt = async () =>
      (await connectionsOf(platform.db, [tenants.connected.id])).get(tenants.connected.id)?.nextCheckAt
    expect(await nextAt()).toBeNull()
    await sim.turn('PUT', '/_sim/mood', { down: true })
    const away = { kind: 'unreachable', reason: 'It could not be reached' } as const
    await noteConnection(platform, tenants.connected.id, { trouble: away, latencyMs: null })
    expect(await nextAt()).toEqual(clock.now())
    await sweep(tenants.connected)
    expect(await trouble(tenants.connected)).toBe('unreachable')
    expect((await nextAt())?.getTime()).toBeGreaterThan(clock.now().getTime())
    await sim.turn('PUT', '/_sim/mood', {})
    clock.advance(60_000)
    await sweep(tenants.connected)
    expect(await trouble(tenants.connected)).toBeNull()
    expect(await nextAt()).toBeNull()
  })

  it('is not refused where the policy system declines one request', async () => {
    const id = await tenants.world.install(tenants.connected, everything)
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
    expect(await trouble(tenants.connected)).toBeNull()
    await sweepTenant(declining, { id: tenants.connected.id, failures: 0 }, held)
    expect(await trouble(tenants.connected)).toBeNull()
  })

  it('is not refused where credentials of an installation are, and still is where those of the tenant are', async () => {
    const own = await tenants.world.install(tenants.enterprise, part)
    const [ofTenant, second] = inEnterprise().tokens
    const rows = await sealOwnCredentials(platform, tenants.enterprise, own, { token: second?.token ?? '' })
    await transaction(platform.db, (trx) => storeCredentials(trx, rows))
    if (second) second.revoked = true
    expect(await registerInstallation(platform, own)).toMatchObject({ kind: 'refused' })
    expect(await trouble(tenants.enterprise)).toBeNull()
    await sweep(tenants.enterprise)
    expect(await trouble(tenants.enterprise)).toBeNull()
    if (ofTenant) ofTenant.revoked = true
    await sweep(tenants.enterprise)
    expect(await trouble(tenants.enterprise)).toBe('refused')
  })
})

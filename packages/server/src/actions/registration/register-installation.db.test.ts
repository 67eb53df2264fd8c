import { describe, expect, it } from 'vitest'
import { ownPrefix } from '../../domain/registration/registration.ts'
import { anonymizeEvent } from '../../domain/tenant/anonymize-event.ts'
import { registrationOf } from '../../store/registration/registrations.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { everything, registrations } from '../../testing/world/registrations.ts'
import { byPlatform } from '../platform/origin.ts'
import { replaceCredentials } from '../tenant/replace-credentials.ts'
import { registerInstallation } from './register-installation.ts'
import { unregisterInstallation } from './unregister-installation.ts'

const { platform, clock, sim, tenants, inTenant, inEnterprise, sweep } = await registrations()

describe('registering in the connected variant', () => {
  it('registers each webhook by itself, autofill for every product, and the rater without attaching it', async () => {
    const id = await tenants.world.install(tenants.connected, everything)
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
    const id = await tenants.world.install(tenants.connected, part, [
      { productName: 'homeowners', fields: {} },
      { productName: 'policyholders', fields: {} },
    ])
    await registerInstallation(platform, id)
    expect(new Set(inTenant().autofill.map((item) => item.operation.split('.')[0]))).toEqual(new Set(['homeowners']))
  })

  it('of more definitions than a tenant takes is refused, with the reason as the failure', async () => {
    const { products } = inTenant()
    const [sample] = products
    const policyConfiguration = { fields: [], exposures: [] }
    if (sample)
      for (let at = 0; at < 1_700; at += 1) products.push({ ...sample, name: `product-${at}`, policyConfiguration })
    const id = await tenants.world.install(tenants.connected, everything)
    const reason = expect.stringMatching(/^Autofill of 1703 products needs 5109 definitions, more than 5000/)
    expect(await registerInstallation(platform, id)).toEqual({ kind: 'refused', reason })
    expect(await registrationOf(platform.db, id)).toMatchObject({ failure: reason })
    expect(inTenant().autofill).toEqual([])
  })

  it('again changes nothing, and with another release exactly the difference', async () => {
    const id = await tenants.world.install(tenants.connected, everything)
    await registerInstallation(platform, id)
    const before = structuredClone(inTenant())
    sim.simulation.log.clear()
    await registerInstallation(platform, id)
    expect(inTenant()).toEqual(before)
    expect(sim.simulation.log.list().filter((item) => item.method !== 'GET')).toEqual([])
    await tenants.world.change(id, { webhooks: [{ path: '/events', events: ['policy.issue'] }] })
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
    const id = await tenants.world.install(tenants.connected, everything)
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
    const id = await tenants.world.install(tenants.connected, everything)
    const [admin] = inTenant().users
    if (admin) admin.password = 'changed'
    await sim.turn('POST', '/_sim/expire-tokens')
    expect(await registerInstallation(platform, id)).toMatchObject({ kind: 'refused' })
    sim.simulation.log.clear()
    expect(await registerInstallation(platform, id)).toMatchObject({ kind: 'refused' })
    expect(sim.simulation.log.list()).toEqual([])
    const integration = { username: 'admin', password: 'changed' }
    await replaceCredentials(platform, tenants.connected, { integration }, byPlatform)
    expect(await registerInstallation(platform, id)).toMatchObject({ kind: 'registered' })
    await sim.turn('POST', '/_sim/reset')
    await replaceCredentials(platform, tenants.connected, { integration: sim.ready.connected.integration }, byPlatform)
  })

  it('renews a token that is no longer accepted', async () => {
    const id = await tenants.world.install(tenants.connected, everything)
    await registerInstallation(platform, id)
    await sim.turn('POST', '/_sim/expire-tokens')
    expect(await registerInstallation(platform, id)).toMatchObject({ kind: 'registered' })
  })

  it('is unavailable while the policy system is down or talks nonsense, and the sweep completes it', async () => {
    const id = await tenants.world.install(tenants.connected, everything)
    for (const mood of [{ dieAfter: 6 }, { nonsense: true }]) {
      await sim.turn('PUT', '/_sim/mood', mood)
      expect(await registerInstallation(platform, id)).toMatchObject({ kind: 'unavailable' })
      clock.advance(60_000)
    }
    await sim.turn('PUT', '/_sim/mood', {})
    await sweep(tenants.connected)
    expect(inTenant().webhooks).toHaveLength(2)
    expect(inTenant().autofill).toHaveLength(9)
  })

  it('gets through a system that fails now and then', async () => {
    const id = await tenants.world.install(tenants.connected, everything)
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

describe('registering in the enterprise variant', () => {
  const ofApps = () => inEnterprise().webhooks.filter(({ name }) => !name.endsWith('-reports'))
  const part = { webhooks: [{ path: '/events', events: ['policy.quote.*', 'document.ready'] }] }

  it('makes one webhook for each entry that loses nothing, changes it in place, and takes it away', async () => {
    const id = await tenants.world.install(tenants.enterprise, part)
    expect(await registerInstallation(platform, id)).toMatchObject({ kind: 'registered' })
    const [webhook] = inEnterprise().webhooks
    expect(webhook).toMatchObject({ failureHandling: { divert: true, triggers: ['4xx', '5xx', 'timeout'] } })
    expect(webhook?.eventTypes).toHaveLength(11)
    await tenants.world.change(id, { webhooks: [{ path: '/events', events: ['document.*'] }] })
    await registerInstallation(platform, id)
    expect(ofApps()).toMatchObject([{ locator: webhook?.locator, eventTypes: ['document.ready', 'document.failed'] }])
    await unregisterInstallation(platform, id)
    expect(inEnterprise().webhooks).toEqual([])
  })

  it('is unavailable in every bad mood, and complete afterwards without leaving anything twice', async () => {
    const id = await tenants.world.install(tenants.enterprise, {
      webhooks: [...part.webhooks, { path: '/more', events: ['claim.fnol.*'] }],
    })
    for (const mood of [{ dieAfter: 2 }, { nonsense: true }, { failShare: 1 }, { loseShare: 1 }, { down: true }]) {
      await sim.turn('PUT', '/_sim/mood', mood)
      expect(await registerInstallation(platform, id)).toMatchObject({ kind: 'unavailable' })
      clock.advance(60_000)
    }
    await sim.turn('PUT', '/_sim/mood', {})
    expect(await registerInstallation(platform, id)).toMatchObject({ kind: 'registered' })
    expect(ofApps()).toHaveLength(2)
    expect(inEnterprise().webhooks).toHaveLength(3)
  })

  it('lets the platform itself hear of anonymized accounts, unless the app asks for the event', async () => {
    const id = await tenants.world.install(tenants.enterprise, { webhooks: [] })
    await registerInstallation(platform, id)
    const [own, ...others] = inEnterprise().webhooks
    expect(others).toEqual([])
    expect(own).toMatchObject({
      name: `${ownPrefix(id)}reports`,
      eventTypes: [anonymizeEvent],
      endpoint: { url: expect.stringContaining('/_app/reports') },
    })
    expect((await registrationOf(platform.db, id))?.difference).toEqual([])
    await tenants.world.change(id, { webhooks: [{ path: '/events', events: [anonymizeEvent] }] })
    await registerInstallation(platform, id)
    expect(inEnterprise().webhooks).toMatchObject([{ name: expect.stringContaining('-webhook-') }])
    await unregisterInstallation(platform, id)
    expect(inEnterprise().webhooks).toEqual([])
  })

  it('is complete without it where the policy system does not know the event, and asks again a day later', async () => {
    const id = await tenants.world.install(tenants.enterprise, part)
    await sim.turn('PUT', '/_sim/mood', { unknownEvents: [anonymizeEvent] })
    expect(await registerInstallation(platform, id)).toMatchObject({ kind: 'registered' })
    expect(ofApps()).toHaveLength(1)
    expect(inEnterprise().webhooks).toHaveLength(1)
    await sim.turn('PUT', '/_sim/mood', {})
    await sweep(tenants.enterprise)
    expect(inEnterprise().webhooks).toHaveLength(1)
    clock.advance(24 * 60 * 60_000)
    await sweep(tenants.enterprise)
    expect(inEnterprise().webhooks).toHaveLength(2)
    const { difference, reportsDeclinedAt } = (await registrationOf(platform.db, id)) ?? {}
    expect({ difference, reportsDeclinedAt }).toEqual({ difference: [], reportsDeclinedAt: null })
  })

  it('is refused when the token was revoked', async () => {
    const id = await tenants.world.install(tenants.enterprise, part)
    const [token] = inEnterprise().tokens
    if (token) token.revoked = true
    expect(await registerInstallation(platform, id)).toMatchObject({ kind: 'refused' })
  })
})

import { integrationsOf, type Manifest } from '@mkt/manifest'
import { describe, expect, it } from 'vitest'
import { planConnected } from './plan-connected.ts'
import { planEnterprise } from './plan-enterprise.ts'
import { atGateway, EMPTY_REGISTRATION, ownPrefix, wantedRegistration, withProducts } from './registration.ts'
import { registrationExcess } from './registration-size.ts'

const installationId = 'ins_01aaaaaaaaaaaaaaaaaaaaaaaa'
const secrets = { callerSecret: 'caller', signingSecret: 'signing' }

function wanted(
  platform: Manifest['platform'],
  products?: string[],
  variant: 'connected' | 'enterprise' = 'connected',
) {
  const manifest = { name: 'a/b', version: '1.0.0', ...(platform ? { platform } : {}) }
  return wantedRegistration({
    installationId,
    variant,
    routeId: 'route',
    integrations: integrationsOf(manifest, variant),
    hasMappingFields: products !== undefined,
    mappings: (products ?? []).map((productName) => ({ productName })),
  })
}

describe('what an installation wants registered', () => {
  it('has one entry for each path, with a name of its own that stays the same', () => {
    const part = {
      webhooks: [
        { path: '/a', events: ['policy.issue'] },
        { path: '/a', events: ['claim.open'] },
      ],
    }
    const { webhooks } = wanted(part)
    expect(webhooks.map((item) => item.url)).toEqual(['/route/a', '/route/a'])
    expect(new Set(webhooks.map((item) => item.name)).size).toBe(2)
    expect(webhooks.every((item) => item.name.startsWith(ownPrefix(installationId)))).toBe(true)
    expect(wanted(part)).toEqual(wanted(part))
  })

  it('names operations by the mapped products, or by every product where nothing is mapped', () => {
    const part = { autofill: [{ path: '/f', operations: ['*.create'] }] }
    expect(wanted(part, ['auto', 'policyholders']).autofill[0]?.operations).toEqual([
      'auto.newBusiness.create',
      'auto.endorsement.create',
      'auto.renewal.create',
    ])
    const every = withProducts(wanted(part), ['auto', 'home'])
    expect(every.autofill[0]?.operations).toHaveLength(6)
    expect(withProducts(wanted(part, []), ['auto']).autofill[0]?.operations).toEqual([])
  })

  it('is webhooks alone in the enterprise variant', () => {
    expect(wanted({ autofill: [{ path: '/f', operations: ['*.*'] }] }, undefined, 'enterprise')).toEqual(
      EMPTY_REGISTRATION,
    )
  })
})

describe('a registration at an https gateway', () => {
  const part = { webhooks: [{ path: '/a', events: ['policy.issue'] }] }

  it('asks the connected variant to sign', () => {
    const steps = planConnected(installationId, atGateway(wanted(part), 'https://gw.test'), secrets, {
      integrations: [],
      webhooks: [],
      autofill: [],
    })
    expect(steps[0]).toMatchObject({
      do: 'create-integration',
      integration: {
        url: 'https://gw.test/route/a',
        headers: { 'x-MKT-caller': 'caller' },
        securitySpec: { hmacEnabled: true, secret: 'signing', secureSSL: true },
      },
    })
  })

  it('asks the enterprise variant to sign, and to lose nothing', () => {
    const entry = { webhooks: [{ path: '/a', events: ['document.ready'] }] }
    const at = atGateway(wanted(entry, undefined, 'enterprise'), 'https://gw.test')
    expect(planEnterprise(installationId, at, secrets, [])).toMatchObject([
      {
        do: 'create',
        webhook: {
          endpoint: { headers: { 'x-MKT-caller': ['caller'] }, hmacEnabled: true, secret: 'signing' },
          failureHandling: { divert: true },
        },
      },
    ])
  })
})

describe('a webhook of the enterprise variant', () => {
  const part = { webhooks: [{ path: '/a', events: ['document.ready'] }] }

  it('gets a new caller secret in place', () => {
    const at = atGateway(wanted(part, undefined, 'enterprise'), 'http://gw.test')
    const [created] = planEnterprise(installationId, at, secrets, [])
    if (created?.do !== 'create') throw new Error('expected a creation')
    const actual = [{ ...created.webhook, locator: 'W' }]
    expect(planEnterprise(installationId, at, secrets, actual)).toEqual([])
    expect(planEnterprise(installationId, at, { ...secrets, callerSecret: 'new' }, actual)).toMatchObject([
      { do: 'change', locator: 'W', removeHeaders: ['x-MKT-caller'], addHeaders: { 'x-MKT-caller': ['new'] } },
    ])
  })

  it('is made again for another address, after the old one is gone', () => {
    const [created] = planEnterprise(
      installationId,
      atGateway(wanted(part, undefined, 'enterprise'), 'http://old.test'),
      secrets,
      [],
    )
    if (created?.do !== 'create') throw new Error('expected a creation')
    const moved = atGateway(wanted(part, undefined, 'enterprise'), 'http://new.test')
    const steps = planEnterprise(installationId, moved, secrets, [{ ...created.webhook, locator: 'W' }])
    expect(steps.map((step) => step.do)).toEqual(['delete', 'create'])
  })
})

describe('how much an installation may want registered', () => {
  const part = { webhooks: [], raters: [], autofill: [{ operations: ['newBusiness.create', 'renewal.create'] }] }

  it('counts operations of all products', () => {
    expect(registrationExcess(part, { products: 2_500, areMapped: true })).toBeUndefined()
    expect(registrationExcess(part, { products: 2_501, areMapped: true })).toBe(
      'Autofill of 2501 products needs 5002 definitions, more than 5000: fewer products have to be mapped',
    )
  })

  it('counts an operation of several entries once, because they share its definition', () => {
    const autofill = [{ operations: ['*.*'] }, { operations: ['*.*'] }, { operations: ['*.*', 'renewal.create'] }]
    expect(registrationExcess({ ...part, autofill }, { products: 2_500, areMapped: false })).toBeUndefined()
    expect(registrationExcess({ ...part, autofill }, { products: 2_501, areMapped: false })).toMatch(
      /needs 5002 definitions, more than 5000: its publisher has to declare fewer operations/,
    )
  })

  it('counts the names in all definitions', () => {
    const autofill = Array.from({ length: 20 }, () => ({ operations: ['*.*'] }))
    expect(registrationExcess({ ...part, autofill }, { products: 2_500, areMapped: true })).toBeUndefined()
    expect(registrationExcess({ ...part, autofill }, { products: 2_501, areMapped: true })).toMatch(
      /^Autofill of 2501 products needs 50020 names in its definitions, more than 50000/,
    )
  })

  it('counts integrations of every kind', () => {
    const one = { products: 1, areMapped: true }
    const webhooks = Array.from({ length: 199 }, () => ({}))
    expect(registrationExcess({ ...part, webhooks }, one)).toBeUndefined()
    expect(registrationExcess({ ...part, webhooks, raters: [{}] }, one)).toMatch(
      /^The application has 201 integrations/,
    )
  })
})

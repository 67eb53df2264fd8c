import { describe, expect, it } from 'vitest'
import type { TenantAddress } from '../../domain/tenant/tenant.ts'
import { systemClock } from '../../lib/clock.ts'
import { Secret } from '../../lib/secret.ts'
import type { OutboundRequest } from '../http-client.ts'
import { createPolicySystems } from './policy-systems.ts'

const token = Secret.of('t')
const connected: TenantAddress = {
  id: 'ten_c',
  organizationId: 'org_c',
  variant: 'connected',
  apiUrl: 'https://policy.test',
  hostName: 'acme.test',
  tenantLocator: null,
}
const enterprise: TenantAddress = { ...connected, id: 'ten_e', variant: 'enterprise', tenantLocator: 'loc' }

/** A policy system that answers whatever it likes. */
function hostile(tenant: TenantAddress, answer: (request: OutboundRequest) => unknown) {
  const asked: OutboundRequest[] = []
  const send = async (request: OutboundRequest) => {
    asked.push(request)
    const body = answer(request)
    return { status: 200, headers: {}, body: Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)) }
  }
  const system = createPolicySystems({ clock: systemClock, allow: () => [], http: { send, close: async () => {} } })
  return { system: system.of(tenant), asked }
}

const webhook = (at: number) => ({
  locator: `w${at}`,
  name: `n${at}`,
  eventTypes: [],
  endpoint: { url: 'https://x.test' },
})

describe('an answer of a policy system', () => {
  it('a list ends within its limits or counts as no answer', async () => {
    const items = Array.from({ length: 100 }, (_, at) => webhook(at))
    const { system, asked } = hostile(enterprise, () => ({ listCompleted: false, items }))
    await expect(system.observe(token)).rejects.toThrow('does not end')
    expect(asked.length).toBeLessThanOrEqual(60)
  })

  it('is a list of 8 MB in all, or counts as no answer', async () => {
    const items = Array.from({ length: 100 }, (_, at) => ({ ...webhook(at), name: 'x'.repeat(18_000) }))
    const { system, asked } = hostile(enterprise, () => ({ listCompleted: false, items }))
    await expect(system.observe(token)).rejects.toThrow('too long')
    expect(asked.length).toBeLessThanOrEqual(5)
  })

  it('holds no more items in a page than were asked for', async () => {
    const items = Array.from({ length: 101 }, (_, at) => webhook(at))
    const { system, asked } = hostile(enterprise, () => ({ listCompleted: true, items }))
    await expect(system.observe(token)).rejects.toThrow('unknown shape')
    expect(asked).toHaveLength(1)
  })

  const texts = Array.from({ length: 501 }, (_, at) => `t${at}`)
  const headers = Object.fromEntries(texts.map((name) => [name, 'v']))

  it.each([
    ['/integrations', { externalServiceIntegrations: [{ name: 'n', url: 'u', type: 'webhook', headers }] }],
    ['/webhooks', [{ name: 'n', integrationName: 'n', events: texts }]],
    ['/integrations/autofill', { calls: [{ locator: 'l', operation: '*.*.*', callSequence: texts }] }],
  ])('has a maximum for each list inside of an item: %s', async (path, answer) => {
    const { system } = hostile(connected, ({ url }) => {
      if (url.endsWith(path)) return answer
      return url.endsWith('/integrations') ? { externalServiceIntegrations: [] } : []
    })
    await expect(system.observe(token)).rejects.toMatchObject({
      trouble: 'unavailable',
      message: `policy.test answered GET ${path} in an unknown shape: a list of 501 items, more than 500`,
    })
  })

  it.each([
    ['eventTypes', { eventTypes: texts }],
    ['headers', { endpoint: { url: 'u', headers: Object.fromEntries(texts.map((name) => [name, ['v']])) } }],
    ['values of a header', { endpoint: { url: 'u', headers: { name: texts } } }],
  ])('has a maximum for each list inside of a webhook of the enterprise variant: %s', async (_, part) => {
    const { system } = hostile(enterprise, () => ({ listCompleted: true, items: [{ ...webhook(1), ...part }] }))
    await expect(system.observe(token)).rejects.toThrow('a list of 501 items, more than 500')
  })

  it('of which no item has the right shape counts as no answer, however many there are', async () => {
    const items = Array.from({ length: 600_000 }, () => 1)
    const { system } = hostile(connected, ({ url }) =>
      url.endsWith('/webhooks') ? items : { externalServiceIntegrations: [] },
    )
    await expect(system.observe(token)).rejects.toMatchObject({ trouble: 'unavailable' })
    const inside = hostile(enterprise, () => ({ listCompleted: true, items: [{ ...webhook(1), eventTypes: items }] }))
    await expect(inside.system.observe(token)).rejects.toMatchObject({ trouble: 'unavailable' })
  })

  it('is read up to a number of bytes', async () => {
    const { system, asked } = hostile(connected, () => [])
    await system.checkAccess(token, 'data')
    expect(asked[0]?.maxBytes).toBe(2 * 1024 * 1024)
  })

  it('is not nested without end', async () => {
    const deep = Buffer.from(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
    const { system } = hostile(connected, () => deep)
    await expect(system.observe(token)).rejects.toThrow('nested too deeply')
    await expect(system.readSchema(token)).rejects.toThrow('nested too deeply')
  })

  it.each([
    ['no moment', 'never'],
    ['infinite', '1e999'],
    ['beyond all dates', 9e15],
    ['fractional', 1.5],
    ['long past', 1000],
  ])('tells when a token ends; an end that is %s is no sign-in', async (_, expiresTimestamp) => {
    const { system } = hostile(connected, () => ({ authorizationToken: 'a', expiresTimestamp }))
    const credentials = { by: 'password', username: 'u', password: Secret.of('p') } as const
    await expect(system.signIn(credentials, 'data')).rejects.toMatchObject({ trouble: 'unavailable' })
  })

  it('holds a token that can be sent, for a month at most', async () => {
    const credentials = { by: 'password', username: 'u', password: Secret.of('p') } as const
    const odd = hostile(connected, () => ({ authorizationToken: 'a\nb', expiresTimestamp: 8e15 }))
    await expect(odd.system.signIn(credentials, 'data')).rejects.toThrow('unknown shape')
    const long = hostile(connected, () => ({ authorizationToken: 'a', expiresTimestamp: 8e15 }))
    const { expiresAt } = await long.system.signIn(credentials, 'data')
    expect(expiresAt?.getTime()).toBeLessThan(Date.now() + 31 * 86_400_000)
  })
})

it('concurrent calls are limited for an organization, however many tenants it has, and for a tenant', async () => {
  const calls: string[] = []
  const gate = Promise.withResolvers<void>()
  const send = async ({ url }: OutboundRequest) => {
    calls.push(new URL(url).hostname)
    await gate.promise
    return { status: 200, headers: {}, body: Buffer.from('[]') }
  }
  const systems = createPolicySystems({ clock: systemClock, allow: () => [], http: { send, close: async () => {} } })
  const ask = (tenant: TenantAddress) => systems.of(tenant).checkAccess(token, 'data')
  const hoard = Array.from({ length: 10 }, (_, at) => ({
    ...connected,
    id: `ten_${at}`,
    apiUrl: `https://t${at}.test`,
  }))
  const asked = hoard.flatMap((tenant) => Array.from({ length: 10 }, () => ask(tenant)))
  const honest = { ...connected, id: 'ten_honest', organizationId: 'org_honest', apiUrl: 'https://honest.test' }
  asked.push(ask(honest))
  await new Promise((resolve) => setImmediate(resolve))
  const ofHoard = calls.filter((host) => host !== 'honest.test')
  expect(calls).toContain('honest.test')
  expect(ofHoard).toHaveLength(12)
  expect(ofHoard.filter((host) => host === 't0.test')).toHaveLength(6)
  gate.resolve()
  await Promise.all(asked)
})

describe('a schema', () => {
  const field = (at: number) => ({ name: `f${at}`, title: 'x'.repeat(100), type: 'string' })
  const product = (count: number) => [
    { name: 'home', policyConfiguration: { fields: Array.from({ length: count }, (_, at) => field(at)) } },
  ]
  const of = (fields: number) =>
    hostile(connected, ({ url }) => (url.endsWith('/products/') ? product(fields) : { fields: [] })).system

  it('that is large is parsed in a thread', async () => {
    const schema = await of(5_000).readSchema(token)
    expect(JSON.parse(schema.paths)).toHaveLength(5_000)
    expect(schema.names.offered).toEqual(['home'])
  })

  it('a schema with too many fields is refused without blocking the event loop', async () => {
    // Computing of this thread, which does not depend on what else the machine does.
    const computed = () =>
      Object.values(process.threadCpuUsage()).reduce((sum, microseconds) => sum + microseconds / 1000, 0)
    let longest = 0
    let last = computed()
    const ticking = setInterval(() => {
      longest = Math.max(longest, computed() - last)
      last = computed()
    }, 5)
    await expect(of(60_000).readSchema(token)).rejects.toThrow('more than 20000')
    clearInterval(ticking)
    expect(longest).toBeLessThan(1_000)
  })

  it('whose paths are long in all is refused, although it is short itself', async () => {
    const name = 'x'.repeat(490)
    const fields = Array.from({ length: 10_000 }, (_, at) => ({ name: `f${at}` }))
    const { system } = hostile(connected, ({ url }) =>
      url.endsWith('/products/') ? [{ name, policyConfiguration: { exposures: [{ name, fields }] } }] : null,
    )
    await expect(system.readSchema(token)).rejects.toThrow(/its paths have \d+ characters, more than 8000000/)
  })

  it('whose fields are nested too deeply is refused', async () => {
    let fields: object[] = [field(0)]
    for (let at = 0; at < 10; at += 1) fields = [{ ...field(at), type: 'group', fields }]
    const { system } = hostile(connected, ({ url }) =>
      url.endsWith('/products/') ? [{ name: 'home', policyConfiguration: { fields } }] : null,
    )
    await expect(system.readSchema(token)).rejects.toThrow('nested 11 deep')
  })
})

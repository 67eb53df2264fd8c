import { afterEach, beforeEach, expect, test } from 'vitest'
import { startReceiver, startTestSimulator } from '../testing.ts'

let sim: Awaited<ReturnType<typeof startTestSimulator>>
let app: Awaited<ReturnType<typeof startReceiver>>
let status = 202

beforeEach(async () => {
  status = 202
  sim = await startTestSimulator()
  app = await startReceiver(() => ({ status }))
})
afterEach(async () => {
  app.close()
  await sim.close()
})

const call = (method: string, path: string, body?: unknown, token = sim.ready.enterprise.token) =>
  sim.call(method, sim.enterpriseUrl(path), body, token)

const webhook = (failureHandling?: object) => ({
  name: 'hook',
  enabled: true,
  eventTypes: ['policy.quote.issue'],
  endpoint: { url: `${app.url}/events`, headers: { 'x-MKT-caller': ['secret'] }, hmacEnabled: true, secret: 's' },
  ...(failureHandling ? { failureHandling } : {}),
})

const fire = () => {
  const tenant = sim.ready.enterprise.tenantLocator
  return sim.call('POST', '/_sim/events', { tenant, type: 'policy.quote.issue', data: { quoteLocator: 'Q' } })
}

test('a personal access token is accepted in its own tenant only', async () => {
  expect((await call('GET', '/auth/users/whoami')).status).toBe(200)
  expect((await call('GET', '/auth/tenants/mytenants/list')).body.items).toHaveLength(1)
  expect((await call('GET', '/auth/users/whoami', undefined, 'PAT_WRONG')).status).toBe(401)
  expect((await call('GET', '/config/00000000-0000-4000-a000-000000000000/deployments/datamodel')).status).toBe(403)
  expect(
    (await call('GET', '/config/:tenant/deployments/datamodel')).body.products.PersonalAuto.data.channel,
  ).toBeDefined()
})

test('an event is posted with this variant’s body, headers and signature', async () => {
  await call('POST', '/event/:tenant/webhooks', webhook())
  const { body } = await fire()
  await sim.idle()
  expect(app.received[0]?.headers['x-mkt-caller']).toBe('secret')
  expect(app.received[0]?.headers['platform-signature']).toMatch(/^[0-9a-f]{64}$/)
  expect(app.received[0]?.body).toMatchObject({
    locator: body.id,
    type: 'policy.quote.issue',
    data: { quoteLocator: 'Q' },
  })
})

test('a webhook without failure handling loses what fails; one with it retries, diverts and suspends', async () => {
  status = 500
  const { body: plain } = await call('POST', '/event/:tenant/webhooks', webhook())
  await fire()
  await sim.idle()
  expect(app.received).toHaveLength(1)
  await call('DELETE', `/event/:tenant/webhooks/${plain.locator}`)
  const retryStrategy = { type: 'exponential', interval: 1, attempts: 2 }
  const handling = { triggers: ['5xx', 'timeout'], retryStrategy, divert: true, suspend: true }
  const { body: careful } = await call('POST', '/event/:tenant/webhooks', webhook(handling))
  await fire()
  await sim.idle()
  expect(app.received).toHaveLength(4)
  const { body: suspended } = await call('GET', `/event/:tenant/webhooks/${careful.locator}`)
  expect(suspended).toMatchObject({ suspended: true, divertedCount: 1 })
  status = 202
  await call('PATCH', `/event/:tenant/webhooks/${careful.locator}/unsuspend`)
  const { body: diverted } = await call('GET', `/event/:tenant/webhooks/${careful.locator}/diverted`)
  const resend = `/event/:tenant/webhooks/${careful.locator}/diverted/${diverted.items[0].locator}/resend`
  expect((await call('POST', resend)).status).toBe(200)
  expect((await call('GET', `/event/:tenant/webhooks/list?name=hook`)).body.items[0].divertedCount).toBe(0)
})

test('a webhook is changed in place by adding and removing', async () => {
  const { body } = await call('POST', '/event/:tenant/webhooks', webhook())
  const { body: patched } = await call('PATCH', `/event/:tenant/webhooks/${body.locator}`, {
    addEventTypes: ['document.ready'],
    removeEventTypes: ['policy.quote.issue'],
    addHeaders: { 'x-b': ['2'] },
    removeHeaders: ['x-MKT-caller'],
  })
  expect(patched.eventTypes).toEqual(['document.ready'])
  expect(patched.endpoint.headers).toEqual({ 'x-b': ['2'] })
  expect(JSON.stringify(patched)).not.toContain('"secret"')
})

test('a quote goes through its steps to a policy', async () => {
  const { body: account } = await call('POST', '/policy/:tenant/accounts', { type: 'ConsumerAccount', data: {} })
  const { body: quote } = await call('POST', '/policy/:tenant/quotes', {
    productName: 'PersonalAuto',
    accountLocator: account.locator,
  })
  expect((await call('POST', `/policy/:tenant/quotes/${quote.locator}/issue`)).status).toBe(409)
  for (const step of ['validate', 'price', 'accept', 'issue'])
    expect((await call('POST', `/policy/:tenant/quotes/${quote.locator}/${step}`)).status).toBe(200)
  const { body: issued } = await call('GET', `/policy/:tenant/quotes/${quote.locator}`)
  const { body: policy } = await call('GET', `/policy/:tenant/policies/${issued.policyLocator}`)
  expect(policy).toMatchObject({ status: 'onRisk', productName: 'PersonalAuto' })
})

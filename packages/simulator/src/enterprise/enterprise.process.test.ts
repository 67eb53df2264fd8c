import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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

test('an account that is anonymized loses its data, and is reported', async () => {
  await call('POST', '/event/:tenant/webhooks', { ...webhook(), eventTypes: ['policy.account.anonymize'] })
  const { body: account } = await call('POST', '/policy/:tenant/accounts', {
    type: 'ConsumerAccount',
    data: { firstName: 'Ada', lastName: 'Lovelace' },
  })
  const { status, body } = await call('POST', `/policy/:tenant/accounts/${account.locator}/anonymize`, {})
  expect([status, body.locator, body.data]).toEqual([200, account.locator, {}])
  await sim.idle()
  expect(app.received.map((each) => each.body)).toMatchObject([
    { type: 'policy.account.anonymize', data: { accountLocator: account.locator } },
  ])
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

describe('elements', () => {
  const vehicle = { type: 'PersonalVehicle', data: { vin: 'VIN1' }, elements: [{ type: 'Collision' }] }
  const step = (locator: string, name: string, body: object = {}) =>
    call('POST', `/policy/:tenant/quotes/${locator}/${name}`, body)

  async function newQuote(body: object) {
    const account = await call('POST', '/policy/:tenant/accounts', { type: 'ConsumerAccount' })
    const accountLocator = account.body.locator
    return call('POST', '/policy/:tenant/quotes', { productName: 'PersonalAuto', accountLocator, ...body })
  }
  async function issued(body: object) {
    const { body: quote } = await newQuote(body)
    for (const name of ['validate', 'price', 'accept', 'issue'])
      expect((await step(quote.locator, name)).status).toBe(200)
    return (await call('GET', `/policy/:tenant/quotes/${quote.locator}`)).body
  }
  const policyOf = async (quote: { policyLocator: string }) =>
    (await call('GET', `/policy/:tenant/policies/${quote.policyLocator}`)).body

  test('of a quote are as given, with what the data model creates by itself, and become the policy’s', async () => {
    const quote = await issued({ data: { channel: 'Direct' }, elements: [vehicle] })
    expect(quote.elements).toMatchObject([
      {
        ...vehicle,
        elements: [
          { type: 'Collision', data: {} },
          { type: 'BodilyInjury', data: {} },
        ],
      },
    ])
    expect((await policyOf(quote)).elements).toEqual(quote.elements)
  })

  test('of a quote that was written without any are a sample of each that is required', async () => {
    const { body: quote } = await newQuote({})
    expect(quote.elements).toMatchObject([{ type: 'PersonalVehicle', data: { make: 'Honda', year: 2003 } }])
    expect(quote.elements[0].data.vin).toHaveLength(17)
    expect(quote.elements[0].elements).toMatchObject([{ type: 'BodilyInjury' }])
  })

  test('that the data model or the quote does not have are refused by name', async () => {
    const messageOf = async (body: object) => {
      const { status, body: answer } = await newQuote(body)
      return `${status} ${answer.message}`
    }
    const wrong = [{ type: 'PersonalVehicel', data: {} }]
    expect(await messageOf({ elements: wrong })).toMatch(/^400 .*no element "PersonalVehicel".*"PersonalVehicle"\?/)
    expect(await messageOf({ elements: [{ ...vehicle, data: { vinn: 'X' } }] })).toMatch(/no field "vinn".*"vin"\?/)
    expect(await messageOf({ elements: [{ type: 'Fire' }] })).toContain('The product "PersonalAuto" has no element')
    expect(await messageOf({ elements: [{ locator: 'x' }] })).toContain('no element with the locator "x"')
    expect(await messageOf({ elements: vehicle })).toContain('must be a list')
    expect(await messageOf({ data: { chanel: 'x' } })).toMatch(/no field "chanel".*"channel"\?/)
    expect(await messageOf({ productName: 'personal-auto' })).toContain('Did you mean "PersonalAuto"?')
    const account = await call('POST', '/policy/:tenant/accounts', { type: 'ConsumerAccount', data: { name: 'Ada' } })
    expect([account.status, account.body.message]).toEqual([400, expect.stringContaining('no field "name"')])
  })

  test('that the data model asks for are asked for when the quote is validated', async () => {
    const { body: quote } = await newQuote({ elements: [] })
    const refused = await step(quote.locator, 'validate')
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'The product "PersonalAuto" needs an element "PersonalVehicle".',
    ])
    expect((await step(quote.locator, 'update', { elements: [vehicle] })).status).toBe(200)
    expect((await step(quote.locator, 'validate')).status).toBe(200)
  })

  test('are added, changed and removed by a change, which reaches the policy when it is issued', async () => {
    const before = await issued({ elements: [vehicle] })
    const [{ locator, elements }] = before.elements
    const collision = elements.find((item: { type: string }) => item.type === 'Collision').locator
    const driver = { type: 'Driver', data: { firstName: 'Ada', licenseNumber: 'L1' } }
    const body = {
      kind: 'change',
      elements: [{ locator, data: { make: 'Volvo' } }, driver],
      removeElements: [collision],
    }
    const { body: change } = await call('POST', `/policy/:tenant/policies/${before.policyLocator}/transactions`, body)
    expect((await policyOf(before)).elements).toEqual(before.elements)
    for (const name of ['validate', 'price', 'accept', 'issue'])
      expect((await step(change.locator, name)).status).toBe(200)
    expect((await policyOf(before)).elements).toMatchObject([
      { locator, data: { vin: 'VIN1', make: 'Volvo' }, elements: [{ type: 'BodilyInjury' }] },
      driver,
    ])
  })

  test('are named by their locators in the events of their quote and policy', async () => {
    const eventTypes = ['policy.quote.issue', 'policy.status.update']
    await call('POST', '/event/:tenant/webhooks', { ...webhook(), eventTypes })
    const quote = await issued({ elements: [vehicle] })
    await sim.idle()
    const [{ locator, elements }] = quote.elements
    const elementLocators = [locator, ...elements.map((item: { locator: string }) => item.locator)]
    const { accountLocator, policyLocator } = quote
    const data = app.received.map(({ body }) => body.data)
    expect(data).toContainEqual({ quoteLocator: quote.locator, accountLocator, policyLocator, elementLocators })
    expect(data).toContainEqual({ accountLocator, policyLocator, elementLocators })
  })
})

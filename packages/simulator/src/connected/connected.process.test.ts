import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startReceiver, startTestSimulator } from '../testing.ts'

type Sim = Awaited<ReturnType<typeof startTestSimulator>>
type Receiver = Awaited<ReturnType<typeof startReceiver>>

let sim: Sim
let app: Receiver
let answer: (path: string, body: Record<string, unknown>) => { status: number; body?: unknown }

beforeEach(async () => {
  answer = () => ({ status: 202 })
  sim = await startTestSimulator()
  app = await startReceiver((received) => answer(received.path, received.body))
})
afterEach(async () => {
  app.close()
  await sim.close()
})

const headers = { 'x-MKT-caller': 'secret-of-the-route' }

describe('signing in', () => {
  test('works for users, administrators and clients of the identity provider', async () => {
    const { hostName, client } = sim.ready.connected
    expect(await sim.admin()).toMatch(/^ey/)
    expect(await sim.user()).toMatch(/^ey/)
    const right = await sim.call('POST', '/account/sso/authenticateClient', { ...client, hostName })
    expect(right.status).toBe(200)
    const wrong = await sim.call('POST', '/account/sso/authenticateClient', { ...client, clientSecret: 'x', hostName })
    expect(wrong.status).toBe(401)
  })

  test('as administrator is refused to users', async () => {
    const { hostName, data } = sim.ready.connected
    const refused = await sim.call('POST', '/account/authenticateAdmin', { ...data, hostName })
    expect(refused.status).toBe(403)
  })

  test('with wrong passwords locks the account, even for the right one', async () => {
    const { hostName, data } = sim.ready.connected
    for (let i = 0; i < 5; i++)
      await sim.call('POST', '/account/authenticate', { ...data, password: 'wrong', hostName })
    const { status } = await sim.call('POST', '/account/authenticate', { ...data, hostName })
    expect(status).toBe(423)
  })

  test('gives tokens that end when told to, and that do only what their holder may', async () => {
    const [admin, user] = [await sim.admin(), await sim.user()]
    expect((await sim.call('GET', '/integrations', undefined, user)).status).toBe(403)
    expect((await sim.call('GET', '/integrations', undefined, admin)).status).toBe(200)
    await sim.call('POST', '/_sim/expire-tokens')
    expect((await sim.call('GET', '/integrations', undefined, admin)).status).toBe(401)
  })
})

async function registerWebhook(admin: string, events: string[]) {
  await sim.call('POST', '/integrations', { name: 'hook', url: `${app.url}/events`, type: 'webhook', headers }, admin)
  return sim.call('PUT', '/webhooks', { name: 'hook', integrationName: 'hook', enabled: true, events }, admin)
}

describe('webhooks', () => {
  test('receive the events they ask for, with the static headers', async () => {
    await registerWebhook(await sim.admin(), ['policy.issue'])
    const tenant = sim.ready.connected.hostName
    const fired = await sim.call('POST', '/_sim/events', { tenant, type: 'policy.issue', data: { policyLocator: '1' } })
    await sim.call('POST', '/_sim/events', { tenant, type: 'policy.cancel', data: {} })
    await sim.idle()
    expect(fired.status).toBe(202)
    expect(app.received).toHaveLength(1)
    expect(app.received[0]?.headers['x-mkt-caller']).toBe('secret-of-the-route')
    expect(app.received[0]?.body).toMatchObject({
      id: fired.body.id,
      type: 'policy.issue',
      data: { policyLocator: '1' },
    })
    const { items } = (await sim.call('GET', '/_sim/requests')).body
    expect(items.filter((item: { direction: string }) => item.direction === 'out')).toMatchObject([
      { method: 'POST', url: `${app.url}/events`, status: 202, requestBody: { id: fired.body.id } },
    ])
  })

  test('that fail are diverted, suspended, and can be resent', async () => {
    const admin = await sim.admin()
    await registerWebhook(admin, ['policy.issue'])
    answer = () => ({ status: 500 })
    const tenant = sim.ready.connected.hostName
    for (let i = 0; i < 6; i++) {
      await sim.call('POST', '/_sim/events', { tenant, type: 'policy.issue', data: {} })
      await sim.idle()
    }
    expect((await sim.call('GET', '/webhooks/hook', undefined, admin)).body.suspended).toBe(true)
    const { diverted } = (await sim.call('GET', '/webhooks/hook/diverted', undefined, admin)).body
    expect(diverted).toHaveLength(6)
    answer = () => ({ status: 202 })
    await sim.call('PATCH', '/webhooks/hook/unsuspend', undefined, admin)
    for (const item of diverted)
      await sim.call('POST', `/webhooks/hook/diverted/${item.transactionId}/resend`, undefined, admin)
    expect((await sim.call('GET', '/webhooks/hook/diverted', undefined, admin)).body.diverted).toEqual([])
  })

  test('refuse unknown events, and an integration in use is not deleted', async () => {
    const admin = await sim.admin()
    expect((await registerWebhook(admin, ['policy.invented'])).status).toBe(400)
    await registerWebhook(admin, ['policy.issue'])
    expect((await sim.call('DELETE', '/integrations/hook', undefined, admin)).status).toBe(409)
  })
})

describe('the life of a policy', () => {
  const exposures = [{ exposureName: 'vehicle', fieldValues: { vin: 'VIN1' }, perils: [{ name: 'collision' }] }]

  async function newPolicy(user: string) {
    const holder = await sim.call('POST', '/policyholder/create', { values: { first_name: 'Ada' } }, user)
    const { locator: policyholderLocator } = holder.body
    return sim.call('POST', '/policy', { policyholderLocator, productName: 'personal-auto', exposures }, user)
  }

  test('runs the autofill sequence on creation, each call on the result of the one before', async () => {
    const admin = await sim.admin()
    for (const name of ['first', 'second'])
      await sim.call(
        'POST',
        '/integrations',
        { name, url: `${app.url}/${name}`, type: 'data_autofill', headers },
        admin,
      )
    const operation = 'personal-auto.newBusiness.create'
    await sim.call('PUT', '/integrations/autofill', { operation, callSequence: ['first', 'second'] }, admin)
    answer = (path) => ({ status: path === '/first' ? 201 : 200, body: { fieldValues: { channel: path } } })
    const { body: policy } = await newPolicy(await sim.user())
    expect(policy.locator).toMatch(/^\d+$/)
    expect(policy.characteristics[0].fieldValues.channel).toEqual(['/second'])
    expect(app.received.map((item) => item.path)).toEqual(['/first', '/second'])
    expect(app.received[1]?.body).toMatchObject({
      productName: 'personal-auto',
      operation: 'newBusiness',
      operationType: 'create',
      updates: { fieldValues: { channel: ['/first'] } },
    })
  })

  /** An application that autofill calls for one operation. */
  async function registerAutofill(operation: string) {
    const admin = await sim.admin()
    const integration = { name: 'filler', url: `${app.url}/fill`, type: 'data_autofill', headers }
    await sim.call('POST', '/integrations', integration, admin)
    await sim.call('PUT', '/integrations/autofill', { operation, callSequence: ['filler'] }, admin)
  }

  async function issuedPolicy(user: string) {
    const { body: policy } = await newPolicy(user)
    for (const step of ['price', 'finalize', 'issue'])
      await sim.call('POST', `/policy/${policy.locator}/${step}`, {}, user)
    return policy
  }

  test('refuses an unknown name in a change and in an answer, says which, and changes nothing', async () => {
    const user = await sim.user()
    await registerAutofill('personal-auto.newBusiness.update')
    const { body: policy } = await newPolicy(user)
    const update = (body: object) => sim.call('POST', `/policy/${policy.locator}/update`, body, user)
    const refused = await update({ fieldValues: { chanel: 'Broker' } })
    expect(refused.status).toBe(400)
    expect(refused.body.message).toContain('has no field "chanel". Did you mean "channel"?')
    expect(app.received).toEqual([])
    answer = () => ({ status: 200, body: { addExposures: [{ exposureName: 'vehicel', fieldValues: {} }] } })
    const failed = await update({ fieldValues: { channel: 'Broker' } })
    expect(failed.status).toBe(502)
    expect(failed.body.message).toMatch(/^"filler" answered .* no exposure "vehicel"\. Did you mean "vehicle"\?/)
    const { body: same } = await sim.call('GET', `/policy/${policy.locator}`, undefined, user)
    expect(same).toEqual(policy)
    const holder = await sim.call('POST', '/policyholder/create', { values: { firstname: 'Ada' } }, user)
    expect(holder.body.message).toContain('Did you mean "first_name"?')
  })

  test('takes the term from an autofill answer', async () => {
    await registerAutofill('personal-auto.newBusiness.create')
    const [policyStartTimestamp, policyEndTimestamp] = ['1900000000000', '1910000000000']
    answer = () => ({ status: 200, body: { policyStartTimestamp, policyEndTimestamp } })
    const { body: policy } = await newPolicy(await sim.user())
    expect(policy.characteristics[0]).toMatchObject({ policyStartTimestamp, policyEndTimestamp })
  })

  test('takes name and effective time of an endorsement from an autofill answer', async () => {
    const user = await sim.user()
    const policy = await issuedPolicy(user)
    await registerAutofill('personal-auto.endorsement.create')
    const term = policy.characteristics[0]
    const endorsementEffectiveTimestamp = String(Number(term.policyStartTimestamp) + 1_000_000)
    answer = () => ({ status: 200, body: { endorsementName: 'Other channel', endorsementEffectiveTimestamp } })
    const change = { fieldValues: { channel: 'Broker' }, endorsementName: 'unnamed' }
    const { body } = await sim.call('POST', `/policy/${policy.locator}/endorsements`, change, user)
    const { policyStartTimestamp, policyEndTimestamp } = term
    expect(app.received[0]?.body.updates).toMatchObject({ policyStartTimestamp, policyEndTimestamp })
    expect(body.updates).toMatchObject({ endorsementName: 'Other channel', endorsementEffectiveTimestamp })
    for (const step of ['price', 'accept', 'issue'])
      await sim.call('POST', `/endorsements/${body.locator}/${step}`, {}, user)
    const { body: endorsed } = await sim.call('GET', `/policy/${policy.locator}`, undefined, user)
    expect(endorsed.characteristics.at(-1)).toMatchObject({
      ...{ policyStartTimestamp, policyEndTimestamp, startTimestamp: endorsementEffectiveTimestamp },
    })
    answer = () => ({ status: 200, body: { endorsementEffectiveTimestamp: policyEndTimestamp } })
    const late = await sim.call('POST', `/policy/${policy.locator}/endorsements`, {}, user)
    expect([late.status, late.body.message]).toEqual([502, expect.stringContaining('within the term')])
  })

  test('renews for the next term, and keeps what earlier updates of the renewal said', async () => {
    const user = await sim.user()
    const policy = await issuedPolicy(user)
    const term = policy.characteristics[0]
    const renewals = `/policy/${policy.locator}/renewals`
    const { body } = await sim.call('POST', renewals, { fieldValues: { channel: 'Broker' } }, user)
    await sim.call('POST', `/renewals/${body.locator}/update`, { fieldValues: { credit_score: '700' } }, user)
    for (const step of ['price', 'accept', 'issue'])
      expect((await sim.call('POST', `/renewals/${body.locator}/${step}`, {}, user)).status).toBe(200)
    const { body: renewed } = await sim.call('GET', `/policy/${policy.locator}`, undefined, user)
    const length = Number(term.policyEndTimestamp) - Number(term.policyStartTimestamp)
    expect(renewed.characteristics.at(-1)).toMatchObject({
      policyStartTimestamp: term.policyEndTimestamp,
      policyEndTimestamp: String(Number(term.policyEndTimestamp) + length),
      fieldValues: { channel: ['Broker'], credit_score: ['700'] },
    })
  })

  test('prices with the attached rater, which has to price every peril', async () => {
    const admin = await sim.admin()
    const user = await sim.user()
    await sim.call('POST', '/integrations', { name: 'rates', url: `${app.url}/rate`, type: 'external_rater' }, admin)
    await sim.call('PUT', '/_sim/raters', {
      tenant: sim.ready.connected.hostName,
      product: 'personal-auto',
      rater: 'rates',
    })
    const { body: policy } = await newPolicy(user)
    answer = () => ({ status: 200, body: { pricedPerilCharacteristics: {} } })
    expect((await sim.call('POST', `/policy/${policy.locator}/price`, {}, user)).status).toBe(502)
    answer = (_path, body) => {
      const perils = body.policyExposurePerils as { perilCharacteristicsLocator: string }[]
      const priced = perils.map((item) => [item.perilCharacteristicsLocator, { yearlyPremium: '12.5' }])
      return { status: 200, body: { pricedPerilCharacteristics: Object.fromEntries(priced) } }
    }
    const priced = await sim.call('POST', `/policy/${policy.locator}/price`, {}, user)
    expect(priced.body.premium).toBe('12.50')
    expect(app.received.at(-1)?.body).toMatchObject({ operation: 'new_business', tenantTimeZone: 'America/New_York' })
  })

  test('emits the events of each step, endorsements included', async () => {
    const admin = await sim.admin()
    const user = await sim.user()
    const events = [
      'policy.create',
      'policy.price',
      'policy.finalize',
      'policy.issue',
      'endorsement.issue',
      'policy.endorse',
    ]
    await registerWebhook(admin, events)
    const { body: policy } = await newPolicy(user)
    for (const step of ['price', 'finalize', 'issue'])
      await sim.call('POST', `/policy/${policy.locator}/${step}`, {}, user)
    const change = { fieldValues: { channel: 'Broker' } }
    const { body } = await sim.call('POST', `/policy/${policy.locator}/endorsements`, change, user)
    for (const step of ['price', 'accept', 'issue'])
      await sim.call('POST', `/endorsements/${body.locator}/${step}`, {}, user)
    await sim.idle()
    expect(app.received.map((item) => item.body.type).sort()).toEqual([...events].sort())
    const { body: issued } = await sim.call('GET', `/policy/${policy.locator}`, undefined, user)
    expect(issued.characteristics.at(-1).fieldValues.channel).toEqual(['Broker'])
    expect((await sim.call('POST', `/policy/${policy.locator}/issue`, {}, user)).status).toBe(409)
  })
})

test('a scenario runs its rounds and counts them', async () => {
  const tenant = sim.ready.connected.hostName
  await sim.call('POST', '/_sim/scenarios', { name: 'issue-policies', tenant, count: 20, seconds: 0 })
  await expect
    .poll(async () => (await sim.call('GET', '/_sim/scenarios')).body.items[0])
    .toMatchObject({ state: 'done', done: 20, failed: 0 })
  expect((await sim.call('GET', '/_sim')).body.tenants[0].policies).toBe(20)
})

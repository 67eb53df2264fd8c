import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startReceiver, startTestSimulator } from '../testing.ts'

let sim: Awaited<ReturnType<typeof startTestSimulator>>
let app: Awaited<ReturnType<typeof startReceiver>>
let fill: () => { status: number; body?: unknown; requestId?: string }

const hostile = '"><script>alert(1)</script>'

beforeEach(async () => {
  fill = () => ({
    status: 200,
    requestId: 'req-fill',
    body: { addExposures: [{ exposureName: 'vehicle', fieldValues: { make: 'Saab' } }] },
  })
  sim = await startTestSimulator()
  app = await startReceiver(({ path, body }) => {
    if (path === '/fill') return fill()
    if (path === '/events') return { status: 202, requestId: 'req-event' }
    const perils = body.policyExposurePerils as { perilCharacteristicsLocator: string }[]
    const priced = perils.map((one, at) => [one.perilCharacteristicsLocator, { premium: `${at + 1}0.50` }])
    return { status: 200, requestId: 'req-rate', body: { pricedPerilCharacteristics: Object.fromEntries(priced) } }
  })
})
afterEach(async () => {
  app.close()
  await sim.close()
})

const get = (path: string) => sim.inject('connected', { method: 'GET', url: path })
const post = (
  path: string,
  form: Record<string, string> = {},
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
) =>
  sim.inject('connected', {
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: '127.0.0.1:7080', ...headers },
    payload: new URLSearchParams(form).toString(),
  })
/** Sends a form and goes on to where it leads. */
const send = async (path: string, form: Record<string, string> = {}) => {
  const answer = await post(path, form)
  expect([answer.statusCode, answer.body], path).toEqual([303, ''])
  const to = String(answer.headers.location)
  const page = await get(to)
  expect(page.statusCode, to).toBe(200)
  return { to, body: page.body }
}

async function register() {
  const admin = await sim.admin()
  for (const [name, path, type] of [
    ['filler', '/fill', 'data_autofill'],
    ['rater', '/rate', 'external_rater'],
    ['hook', '/events', 'webhook'],
  ])
    await sim.call('POST', '/integrations', { name, url: `${app.url}${path}`, type }, admin)
  await sim.call('PUT', '/integrations/autofill', { operation: '*.*.*', callSequence: ['filler'] }, admin)
  const events = ['policy.create', 'policy.issue', 'policy.endorse', 'claim.open']
  await sim.call('PUT', '/webhooks', { name: 'hook', integrationName: 'hook', enabled: true, events }, admin)
}

const home = '/desk/northwind.sim.test'
const quote = {
  product: 'personal-auto',
  'holder.first_name': 'Ada',
  'holder.last_name': 'Byron',
  'policy.channel': 'Direct',
  'new.vehicle': 'on',
  'new.vehicle.vin': 'V1',
  'new.vehicle.peril.collision': 'on',
  'new.vehicle.peril.comprehensive': 'on',
}
const policies = () => sim.simulation.world.connected[0]?.policies ?? []
const received = (path: string) => app.received.filter((one) => one.path === path)

describe('the desk of the connected variant', () => {
  test('quotes, fills in, prices, issues, endorses and opens a claim by form, with the calls and events of the interface', async () => {
    await register()
    await send(`${home}/products`, { product: 'personal-auto', rater: 'rater' })

    const filled = await send(`${home}/new`, { ...quote, next: 'autofill' })
    expect(filled.body).toMatch(/class="field filled">\s*<label[^>]*>Make[\s\S]{0,300}value="Saab"/)
    expect(filled.body).toContain('Autofill filled in one field.')
    expect(received('/fill')[0]?.body).toMatchObject({ operation: 'newBusiness', operationType: 'create' })

    const policy = `${home}/policies/${policies()[0]?.locator}`
    const priced = (await send(`${policy}/price`)).body
    expect(priced).toMatch(/Collision<\/th><td>Vehicle<\/td><td class="number">10\.50/)
    expect(priced).toMatch(/<strong>31\.00 USD/)
    expect((await send(`${policy}/issue`)).body).toContain('Issued')

    const change = await send(`${policy}/endorse`, {
      'policy.channel': 'Broker',
      'endorsement.name': 'Sold by a broker',
    })
    expect(change.body).toMatch(/Sales channel<\/th><td>Direct<\/td><td>Broker/)
    const [path = ''] = change.to.split('?')
    await send(`${path}/price`)
    await send(`${path}/issue`)
    expect(policies()[0]?.characteristics[0]?.fieldValues.channel).toEqual(['Broker'])

    await send(`${policy}/claim`, { 'claim.incident': '2026-01-31', 'claim.description': 'Hail' })
    await sim.idle()
    expect(
      received('/events')
        .map(({ body }) => body.type)
        .sort(),
    ).toEqual(['claim.open', 'policy.create', 'policy.endorse', 'policy.issue'])
    const { body } = await get(policy)
    for (const words of ['req-fill', 'req-rate', 'req-event', 'Answered 202', 'claim.open', 'policy.finalize', 'Hail'])
      expect(body, words).toContain(words)
    expect(body).toContain('No webhook asks for this event.')
  })

  test('shows the sentence of a refusal, keeps what was typed, and leaves nothing behind', async () => {
    await register()
    fill = () => ({ status: 422, body: { code: 'app_refused', detail: 'The vehicle V1 is not known.' } })
    const { statusCode, body } = await post(`${home}/new`, { ...quote, next: 'autofill' })
    expect(statusCode).toBe(502)
    expect(body).toMatch(/role="alert">&#34;filler&#34; answered 422: The vehicle V1 is not known\./)
    expect(body).toMatch(/name="new\.vehicle\.vin"[^>]*value="V1"/)
    expect([policies(), sim.simulation.world.connected[0]?.policyholders]).toEqual([[], []])
  })

  test('shows answers of applications as text, whatever they hold', async () => {
    await register()
    fill = () => ({ status: 200, body: { fieldValues: { channel: [hostile], garaging_zip: [hostile] } } })
    const { body } = await send(`${home}/new`, { ...quote, next: 'autofill' })
    const policy = (await get(`${home}/policies/${policies()[0]?.locator}`)).body
    const book = (await get(`${home}?q=${encodeURIComponent(hostile)}&state=${encodeURIComponent(hostile)}`)).body
    fill = () => ({ status: 500, body: { message: hostile } })
    const refused = (await post(`${home}/new`, { ...quote, 'policy.channel': hostile })).body
    for (const page of [body, policy, book, refused]) {
      expect(page).toContain('&#60;script&#62;')
      expect(page).not.toMatch(/<script(?! type="module" src="\/_page\/desk\.js")/)
    }
  })

  test('refuses a step that the state does not allow, on the page of the policy', async () => {
    await send(`${home}/new`, quote)
    const policy = `${home}/policies/${policies()[0]?.locator}`
    const { statusCode, body } = await post(`${policy}/renew`)
    expect([statusCode, /role="alert">([^<]+)/.exec(body)?.[1]]).toEqual([409, 'A policy that is draft cannot change'])
    expect((await post(`${policy}/explode`)).statusCode).toBe(404)
    expect((await get(`${home}/policies/nope`)).statusCode).toBe(404)
    expect((await get('/desk/nobody')).statusCode).toBe(404)
    const loss = await post(`${policy}/claim`, { 'claim.incident': '2026-01-31' })
    expect([loss.statusCode, loss.body]).toEqual([409, expect.stringContaining('A policy that is draft cannot claim')])
  })
})

test('the desk of the enterprise variant goes from a quote to a change and a first notice of loss', async () => {
  const tenant = sim.simulation.world.enterprise[0]
  const desk = `/desk/${tenant?.tenantLocator}`
  const created = await send(`${desk}/new`, {
    ...{ product: 'PersonalAuto', account: 'ConsumerAccount', 'account.firstName': 'Ada', 'account.lastName': 'Byron' },
    ...{ 'product.channel': 'Direct', 'product.new.PersonalVehicle.vin': 'V1' },
  })
  const [path = ''] = created.to.split('?')
  await send(`${path}/price`)
  const issued = await send(`${path}/issue`)
  expect(tenant?.policies).toMatchObject([{ data: { channel: 'Direct' }, elements: [{ data: { vin: 'V1' } }] }])
  const policy = `${desk}/policies/${tenant?.policies[0]?.locator}`
  expect(issued.to).toContain(policy)

  const change = await send(`${policy}/endorse`, { 'product.channel': 'Broker' })
  expect(change.body).toMatch(/Sales channel<\/th><td>Direct<\/td><td>Broker/)
  const [changePath = ''] = change.to.split('?')
  await send(`${changePath}/price`)
  await send(`${changePath}/issue`)
  expect(tenant?.policies[0]?.data.channel).toBe('Broker')

  await send(`${policy}/claim`, { 'claim.incident': '2026-01-31', 'claim.description': 'Hail' })
  const { body } = await send(`${desk}/claims/${tenant?.firstNotices[0]?.locator}/submit`)
  for (const words of ['policy.quote.create', 'policy.change.issue', 'claim.fnol.submit', 'Submitted'])
    expect(body).toContain(words)
  await send(`${policy}/cancel`)
  expect(tenant?.quotes.at(-1)).toMatchObject({ kind: 'cancellation', state: 'draft' })
})

test.each([
  ['no page at all', {}],
  ['a page of another site', { 'sec-fetch-site': 'cross-site', origin: 'http://127.0.0.1:7080' }],
  ['a page of another port', { 'sec-fetch-site': 'same-site' }],
  ['another origin, in a browser that says no more', { origin: 'http://evil.test' }],
  ['a name that somebody points here', { 'sec-fetch-site': 'same-origin', host: 'evil.test:7080' }],
])('a form from %s changes nothing', async (_whence, headers) => {
  expect((await post(`${home}/books`, { policies: '1' }, headers)).statusCode).toBe(403)
  expect(policies()).toEqual([])
})

test('a form from our own page counts also where a browser tells the origin alone', async () => {
  expect((await post(`${home}/books`, { policies: '1' }, { origin: 'http://127.0.0.1:7080' })).statusCode).toBe(303)
  expect(policies()).toHaveLength(1)
})

test('the switches refuse pages and names of others, however their path is written', async () => {
  for (const url of ['/_sim/reset', '/%5Fsim/reset'])
    for (const headers of [{ 'sec-fetch-site': 'same-site' }, { origin: 'http://evil.test' }, { host: 'evil.test' }])
      expect((await sim.inject('connected', { method: 'POST', url, headers })).statusCode, url).toBe(403)
  expect((await get('/_sim')).statusCode).toBe(200)
})

test('reading changes nothing: the addresses of steps lead back to the policy', async () => {
  await send(`${home}/books`, { policies: '1' })
  const before = JSON.stringify(sim.simulation.world)
  const policy = `${home}/policies/${policies()[0]?.locator}`
  for (const path of [
    '/',
    home,
    `${home}/new`,
    `${home}/products`,
    `${home}/scenarios`,
    policy,
    `${policy}/endorse`,
    `${policy}/claim`,
  ]) {
    const { statusCode, headers } = await get(path)
    expect([path, statusCode]).toEqual([path, 200])
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/)
  }
  expect((await get(`${policy}/cancel`)).headers.location).toBe(policy)
  expect(JSON.stringify(sim.simulation.world)).toBe(before)
})

test('a renewal season is started by a button, and its run is shown', async () => {
  await send(`${home}/books`, { policies: '3' })
  const { body } = await send(`${home}/scenarios`, { name: 'renewal-season', count: '3', seconds: '0' })
  expect(body).toContain('Renewal season')
  await expect.poll(async () => (await get(`${home}/scenarios`)).body).toMatch(/3 of 3 <span class="dim">done/)
  const [first] = policies()
  expect((await get(`${home}/policies/${first?.locator}`)).body).toContain('renewal.issue')
  const refused = await post('/desk/empty.sim.test/scenarios', { name: 'renewal-season', count: '3', seconds: '0' })
  expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('has no issued policy')])
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { startReceiver, startTestSimulator } from '../testing.ts'

let sim: Awaited<ReturnType<typeof startTestSimulator>>
let app: Awaited<ReturnType<typeof startReceiver>>

beforeEach(async () => {
  sim = await startTestSimulator()
  app = await startReceiver(({ path, body }) => {
    if (path === '/fill') return { status: 200, body: { fieldValues: { channel: ['Broker'] } } }
    const perils = (body.policyExposurePerils ?? []) as { perilCharacteristicsLocator: string }[]
    const priced = perils.map((one) => [one.perilCharacteristicsLocator, { premium: '10.00' }])
    return { status: 200, body: { pricedPerilCharacteristics: Object.fromEntries(priced) } }
  })
})
afterEach(async () => {
  app.close()
  await sim.close()
})

const connected = () => sim.simulation.world.connected[0]
const enterprise = () => sim.simulation.world.enterprise[0]
const season = async (tenant: string, count: number) => {
  await sim.call('POST', '/_sim/scenarios', { name: 'renewal-season', tenant, count })
  const run = async () => (await sim.call('GET', '/_sim/scenarios')).body.items.at(-1)
  await expect.poll(run, { timeout: 60_000 }).toMatchObject({ state: 'done', failed: 0 })
  await sim.idle()
  return run()
}

test('a book of 5,000 policies is added to a tenant of either variant, and nobody is called', async () => {
  for (const tenant of [sim.ready.connected.hostName, sim.ready.enterprise.tenantLocator]) {
    const { status, body } = await sim.call('POST', '/_sim/books', { tenant })
    expect([status, body]).toEqual([201, { added: 5_000, policies: 5_000 }])
  }
  const { items } = (await sim.call('GET', '/_sim/requests')).body
  expect(items).toEqual([])
  const locators = [...(connected()?.policies ?? []), ...(enterprise()?.policies ?? [])].map(({ locator }) => locator)
  expect(new Set(locators).size).toBe(10_000)
})

test('a tenant without a product takes no book, and no tenant takes more than it can hold', async () => {
  const empty = await sim.call('POST', '/_sim/books', { tenant: 'empty.sim.test' })
  expect([empty.status, empty.body.code]).toEqual([409, 'no_product'])
  const tenant = sim.ready.connected.hostName
  for (let i = 0; i < 4; i++) await sim.call('POST', '/_sim/books', { tenant })
  const full = await sim.call('POST', '/_sim/books', { tenant, policies: 1 })
  expect([full.status, full.body.code, connected()?.policies.length]).toEqual([409, 'book_full', 20_000])
})

test('a renewal season needs a book', async () => {
  const tenant = sim.ready.connected.hostName
  const { status, body } = await sim.call('POST', '/_sim/scenarios', { name: 'renewal-season', tenant, count: 5 })
  expect([status, body.code]).toEqual([409, 'nothing_to_renew'])
})

test('a renewal season fills in, prices and renews what ends first, and ends with the book', async () => {
  const { hostName: tenant } = sim.ready.connected
  const admin = await sim.admin()
  for (const [name, path, type] of [
    ['filler', '/fill', 'data_autofill'],
    ['rates', '/rate', 'external_rater'],
  ])
    await sim.call('POST', '/integrations', { name, url: `${app.url}${path}`, type }, admin)
  const operation = 'personal-auto.renewal.create'
  await sim.call('PUT', '/integrations/autofill', { operation, callSequence: ['filler'] }, admin)
  await sim.call('PUT', '/_sim/raters', { tenant, product: 'personal-auto', rater: 'rates' })
  await sim.call('POST', '/_sim/books', { tenant, policies: 40 })
  const before = structuredClone(connected()?.policies ?? [])
  const endOf = (locator: string, policies = connected()?.policies) =>
    Number(policies?.find((one) => one.locator === locator)?.characteristics.at(-1)?.policyEndTimestamp)
  const byEnd = before.map(({ locator }) => locator).sort((a, b) => endOf(a, before) - endOf(b, before))

  await season(tenant, 10)
  const renewed = byEnd.filter((locator) => endOf(locator) !== endOf(locator, before))
  expect(renewed).toEqual(byEnd.slice(0, 10))
  const autos = before.filter(
    ({ locator, productName }) => renewed.includes(locator) && productName === 'personal-auto',
  )
  expect(autos.length).toBeGreaterThan(0)
  const called = (path: string) => app.received.filter((one) => one.path === path)
  expect(called('/fill')).toHaveLength(autos.length)
  expect(called('/rate').length).toBeGreaterThanOrEqual(autos.length)
  expect(called('/rate')[0]?.body).toMatchObject({ operation: 'renewal' })

  expect(await season(tenant, 1_000)).toMatchObject({ count: 40, done: 40 })
})

test('a renewal season of the enterprise variant gives each policy its next term, with the events', async () => {
  const { tenantLocator: tenant, token } = sim.ready.enterprise
  const eventTypes = ['policy.renewal.issue']
  const webhook = { name: 'hook', enabled: true, eventTypes, endpoint: { url: `${app.url}/events` } }
  await sim.call('POST', sim.enterpriseUrl('/event/:tenant/webhooks'), webhook, token)
  await sim.call('POST', '/_sim/books', { tenant, policies: 25 })
  const ends = new Map(enterprise()?.policies.map(({ locator, endTime }) => [locator, endTime]))
  expect(await season(tenant, 100)).toMatchObject({ count: 25, done: 25 })
  for (const { locator, startTime } of enterprise()?.policies ?? []) expect(startTime).toBe(ends.get(locator))
  expect(app.received).toHaveLength(25)
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startReceiver, startTestSimulator } from '../packages/simulator/src/testing.ts'
import { expectAccessibleInBothLooks } from './testing/accessible.ts'
import { openBrowser, type Visitor, visit } from './testing/browser.ts'

let browser: Browser
let visitor: Visitor
let sim: Awaited<ReturnType<typeof startTestSimulator>>
let app: Awaited<ReturnType<typeof startReceiver>>
let refuses = false

const vehicle = { exposureName: 'vehicle', fieldValues: { make: 'Honda' } }

beforeAll(async () => {
  sim = await startTestSimulator()
  app = await startReceiver(({ path, body }) => {
    if (path === '/events') return { status: 202, requestId: 'req-event' }
    if (path === '/fill' && refuses) return { status: 422, body: { detail: 'This vehicle is not known.' } }
    if (path === '/fill')
      return { status: 200, body: body.operationType === 'create' ? { addExposures: [vehicle] } : {} }
    const perils = body.policyExposurePerils as { perilCharacteristicsLocator: string }[]
    const priced = perils.map((one, at) => [one.perilCharacteristicsLocator, { premium: `${at + 1}10.50` }])
    return { status: 200, requestId: 'req-rate', body: { pricedPerilCharacteristics: Object.fromEntries(priced) } }
  })
  const admin = await sim.admin()
  for (const [name, path, type] of [
    ['filler', '/fill', 'data_autofill'],
    ['rater', '/rate', 'external_rater'],
    ['hook', '/events', 'webhook'],
  ])
    await sim.call('POST', '/integrations', { name, url: `${app.url}${path}`, type }, admin)
  const operation = 'personal-auto.newBusiness.*'
  await sim.call('PUT', '/integrations/autofill', { operation, callSequence: ['filler'] }, admin)
  const webhook = { name: 'hook', integrationName: 'hook', enabled: true, events: ['claim.open'] }
  await sim.call('PUT', '/webhooks', webhook, admin)
  browser = await openBrowser()
  visitor = await visit(browser, sim.ready.connected.apiUrl)
}, 60_000)
afterAll(async () => {
  await browser?.close()
  app?.close()
  await sim?.close()
})

const expectNoBarrier = () => expectAccessibleInBothLooks(visitor.page)

it('a person takes a policy from the quote to a claim at the desk, and sees what applications filled in, priced and refused', async () => {
  const { page } = visitor
  const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter')
  const follow = (name: string) => page.getByRole('link', { name, exact: true }).press('Enter')
  await page.goto('/switches')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectNoBarrier()
  await page.goto('/')
  await expectNoBarrier()
  await page.getByRole('link', { name: /^northwind\.sim\.test/ }).press('Enter')
  await follow('Products')
  await page.getByLabel('Rater of Personal Auto').selectOption('rater')
  await press('Attach the rater to Personal Auto')
  await expectNoBarrier()

  await follow('New quote')
  await page.getByLabel('Begin with sample data').check()
  await press('Continue')
  refuses = true
  const vin = await page.getByLabel('Vehicle identification number').inputValue()
  await press('Autofill')
  await page.getByRole('alert').getByText('"filler" answered 422: This vehicle is not known.').waitFor()
  await expect.poll(() => page.getByLabel('Vehicle identification number').inputValue()).toBe(vin)
  await expectNoBarrier()
  refuses = false
  await press('Autofill')
  await page.getByText('Autofill filled in one field.').waitFor()
  const make = page.getByRole('textbox', { name: 'Make optional', description: 'Filled in by autofill' })
  await expect.poll(() => make.inputValue()).toBe('Honda')
  await expectNoBarrier()

  await press('Save')
  await press('Price')
  await page.getByRole('row', { name: 'Collision Vehicle 210.50' }).waitFor()
  await press('Issue')
  await follow('Endorse')
  await page.getByLabel('Sales channel').selectOption({ index: 2 })
  await page.getByLabel('Garaging postal code').fill('98101')
  await press('Begin the endorsement')
  await page.getByRole('row', { name: /Garaging postal code – 98101/ }).waitFor()
  await expectNoBarrier()
  await press('Price')
  await press('Issue')

  await follow('Open a claim')
  await page.getByLabel('What happened').fill('Hail <b>on</b> the parking lot')
  await press('Open the claim')
  await page.getByText('Hail <b>on</b> the parking lot').waitFor()
  // The event is delivered while the page is there, and the page tells.
  const happened = page.locator('.history > ol > li', { hasText: 'claim.open' })
  await happened.getByText('Answered 202').waitFor()
  await happened.locator('summary').press('Enter')
  await page.getByText('req-event').waitFor()
  await expectNoBarrier()
  const [policy] = sim.simulation.world.connected[0]?.policies ?? []
  expect(policy).toMatchObject({ state: 'issued', characteristics: [{ fieldValues: { garaging_zip: ['98101'] } }] })

  await follow('Scenarios')
  await press('Start Renewal season')
  await page.getByText('1 of 1').waitFor()
  await expectNoBarrier()
  await follow('Policies')
  await page.getByLabel('Search').fill('nobody')
  await press('Search')
  await page.getByText('Nothing matches.').waitFor()
  await expectNoBarrier()
  expect(visitor.complaints).toEqual([])
}, 120_000)

it('the desk of the enterprise variant has no barrier on the way from a quote to a policy', async () => {
  const { page } = visitor
  const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter')
  await page.goto('/')
  await page.getByRole('region', { name: 'Enterprise' }).getByRole('link').first().press('Enter')
  await page.getByRole('link', { name: 'New quote', exact: true }).press('Enter')
  await page.getByLabel('Begin with sample data').check()
  await press('Continue')
  const create = page.getByRole('button', { name: 'Create the quote', exact: true })
  await create.waitFor()
  await expectNoBarrier()
  await create.press('Enter')
  await press('Price')
  await press('Issue')
  await page.getByRole('link', { name: 'Endorse', exact: true }).waitFor()
  await expectNoBarrier()
  expect(sim.simulation.world.enterprise[0]?.policies).toHaveLength(1)
  expect(visitor.complaints).toEqual([])
}, 120_000)

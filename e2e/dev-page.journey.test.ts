import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Dev, runDev } from '../packages/cli/src/services/dev/run-dev.ts'
import { copyExample } from '../packages/cli/src/testing/copy-example.ts'
import { expectAccessibleInBothLooks } from './testing/accessible.ts'
import { openBrowser, type Visitor, visit } from './testing/browser.ts'

let browser: Browser
let visitor: Visitor
let dev: Dev
const { dir, remove } = copyExample('vin-autofill')
const start = (port: number) => runDev({ dir, port, print: () => {} })

beforeAll(async () => {
  dev = await start(0)
  browser = await openBrowser()
  visitor = await visit(browser, dev.url)
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await dev?.close()
  remove()
}, 60_000)

it('an author sends what they edited, is told what is wrong with it, and replays; nothing typed is lost while mkt dev is away', async () => {
  const { page } = visitor
  await page.goto('/_dev/')
  const firing = page.getByLabel('Event, call or hook')
  const payload = page.getByLabel('Payload')
  const press = (name: string | RegExp) => page.getByRole('button', { name }).press('Enter')
  await firing.selectOption('autofill newBusiness.create')
  const sample = await payload.inputValue()
  // A call that nobody here made is named by the failure.
  await expect.poll(() => page.locator('#calls').textContent()).toBe('')
  await page.getByText('Nothing yet.').waitFor()
  await expectAccessibleInBothLooks(page)

  await payload.fill('{ wrong')
  await press('Send')
  await page.getByRole('alert').getByText('The payload is not JSON').waitFor()
  await firing.selectOption({ index: 1 })
  await expect.poll(() => payload.inputValue()).not.toBe('{ wrong')
  await firing.selectOption('autofill newBusiness.create')
  await expect.poll(() => payload.inputValue()).toBe('{ wrong')
  await press('Back to the sample')
  await expect.poll(() => payload.inputValue()).toBe(sample)

  await press('Send')
  const calls = page.locator('#calls > li')
  await calls.first().getByText('200', { exact: true }).waitFor()
  await expect.poll(() => calls.first().textContent()).toMatch(/^\d\d:\d\d:\d\d [A-Z]\S* autofill POST/)
  await calls.first().locator('summary').press('Enter')
  await press(/^Replay POST/)
  await calls.filter({ hasText: '· replay' }).waitFor()
  await expectAccessibleInBothLooks(page)

  const edited = sample.replace('{', '{ ')
  await payload.fill(edited)
  const port = Number(new URL(dev.url).port)
  await dev.close()
  await press(/^Replay POST/)
  await calls.getByRole('alert').getByText('mkt dev does not answer').waitFor()
  await press('Send')
  await page.locator('#problem').getByText('mkt dev does not answer').waitFor()
  await expectAccessibleInBothLooks(page)
  dev = await start(port)
  await page.getByText('mkt dev does not answer').first().waitFor({ state: 'detached' })
  // Calls are kept over a restart, and so is what was typed.
  await expect.poll(() => calls.count()).toBe(2)
  await expect.poll(() => payload.inputValue()).toBe(edited)
  await press('Send')
  await expect.poll(() => calls.count()).toBe(3)
  expect(visitor.complaints).toEqual([])
}, 180_000)

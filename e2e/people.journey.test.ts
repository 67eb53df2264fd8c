import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placesOf } from '../packages/console/src/testing/places.ts'
import { expectAccessible } from './testing/accessible.ts'
import { open, openBrowser, visit } from './testing/browser.ts'
import { locator, startPeopleWorld } from './testing/people-world.ts'
import { type RunningPlatform, startPlatform } from './testing/platform.ts'

let platform: RunningPlatform
let browser: Browser
let world: Awaited<ReturnType<typeof startPeopleWorld>>

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
  world = await startPeopleWorld(platform)
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
}, 60_000)

type Who = 'customer' | 'operations' | 'publisher' | 'moderator' | 'operator'

/** A day of one of the five roles: whatever they do, the browser complains of nothing. */
async function day(who: Who, does: (page: Page) => Promise<void>): Promise<void> {
  const { page, complaints, close } = await visit(browser, platform.apiUrl, { as: world.people[who] })
  await open(page, '/')
  await does(page)
  expect(complaints).toEqual([])
  await close()
}

/** Searches from anywhere and opens the first that is found, by keyboard alone. */
async function find(page: Page, key: string, words: string, name: RegExp): Promise<void> {
  await page.keyboard.press(key)
  await page.getByRole('combobox', { name: /Installations, tenants, policies/ }).fill(words)
  await page.getByRole('option', { name, selected: true }).waitFor()
  await page.keyboard.press('Enter')
}

/** A button cannot be pressed and says why, to screen readers too. What somebody may do is known a moment after the page. */
async function expectRefusal(page: Page, name: string, why: RegExp): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  const refusal = async () => {
    if ((await button.getAttribute('aria-disabled')) !== 'true') return 'can be pressed'
    return page.locator(`[id="${await button.getAttribute('aria-describedby')}"]`).textContent()
  }
  await expect.poll(refusal).toMatch(why)
}

describe('a day of', () => {
  it('a customer: all is well, a policy is found, its story is stepped through, and nothing is undone by mistake', () =>
    day('customer', async (page) => {
      await page.getByRole('status').filter({ hasText: 'All applications are working' }).waitFor()
      await find(page, '/', locator, new RegExp(`Policy ${locator}`))
      await page.getByRole('heading', { level: 1, name: `Policy ${locator}` }).waitFor()
      const entry = page.getByRole('table', { name: `Policy ${locator}` }).getByRole('link', { name: 'policy.issue' })
      await entry.first().press('Enter')
      const drawer = page.getByRole('dialog', { name: 'Delivery' })
      await drawer.locator('[data-state="DELIVERED"]').waitFor()
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'detached' })
      const rows = page.locator('tbody tr')
      const filtered = await rows.count()
      await page.getByRole('button', { name: 'Clear filters' }).click()
      // The former rows stay until the list is read again: a key pressed while they are exchanged reaches none.
      await expect.poll(() => rows.count()).toBeGreaterThan(filtered)
      // One entry after another: J goes on from the first, K comes back to it.
      await page.locator('tbody').getByRole('button').first().press('Enter')
      const opened = () => new URL(page.url()).searchParams.get('open')
      await expect.poll(opened).toBeTruthy()
      const first = opened()
      // The drawer is drawn a moment after the address: keys go on from it when it offers the next one.
      await page.locator('button[aria-label="Next"]:enabled').waitFor()
      await page.keyboard.press('j')
      await expect.poll(opened).not.toBe(first)
      await page.keyboard.press('k')
      await expect.poll(opened).toBe(first)
      await page.keyboard.press('Escape')

      await page.getByRole('link', { name: 'Manage', exact: true }).first().click()
      const row = page.getByRole('table', { name: 'Installations' }).getByRole('row').last()
      await row.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Stop 1' }).click()
      await page.getByRole('dialog').getByText(world.installation.name).waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      // A press anywhere in the row opens it.
      await row.getByRole('cell').nth(1).click()
      await page.getByRole('button', { name: 'Uninstall' }).click()
      const sure = page.getByRole('dialog').getByRole('button', { name: 'Uninstall' })
      expect(await sure.isDisabled()).toBe(true)
      await page.keyboard.press('Escape')
      await page.locator('header [data-state="RUNNING"]').waitFor()
    }))

  it('a customer who launches the same app again: it is told before, and Back leads a step back', () =>
    day('customer', async (page) => {
      await open(page, world.place('/launch/$listingId'))
      await page.getByText('This application is already installed here.').waitFor()
      await page.getByRole('radio').first().check()
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByRole('textbox', { name: /Sender/ }).fill('second@northwind.test')
      await page.goBack()
      await page.getByRole('radio').first().waitFor()
      await page.goForward()
      await expect.poll(() => page.getByRole('textbox', { name: /Sender/ }).inputValue()).toBe('second@northwind.test')
    }))

  it('a colleague in operations: stops, starts, configures, replays; what is not theirs says whose it is', () =>
    day('operations', async (page) => {
      await page.getByText('All applications are working').waitFor()
      await find(page, 'Control+k', world.installation.name, new RegExp(world.installation.name))
      await page.getByRole('button', { name: 'Stop', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
      await page.locator('header [data-state="STOPPED"]').waitFor()
      await page.getByRole('button', { name: 'Start', exact: true }).click()
      await page.locator('header [data-state="RUNNING"]').waitFor()
      await expectRefusal(page, 'Uninstall', /Only owners.* can do this/)

      await page.getByRole('button', { name: 'Send a test event' }).click()
      await page.getByText('The event arrived').waitFor()
      await page.getByRole('link', { name: 'Configuration', exact: true }).click()
      const sender = page.getByRole('textbox', { name: /Sender/ })
      await sender.fill('typed@northwind.test')
      await page.getByText('1 change', { exact: true }).waitFor()
      await page.getByRole('link', { name: 'Log', exact: true }).click()
      await page.getByRole('button', { name: 'Leave', exact: true }).click()
      // The other page is there: only then is the form gone.
      await page.getByRole('textbox', { name: 'Search the log' }).waitFor()
      await page.goBack()
      await page.getByText('Your unsaved changes from last time are back.').waitFor()
      await expect.poll(() => sender.inputValue()).toBe('typed@northwind.test')
      await page.getByRole('button', { name: 'Save configuration' }).click()
      await page.getByText('Saved as revision 2.').waitFor()

      await page.getByRole('link', { name: 'Activity', exact: true }).click()
      await page.getByRole('button', { name: 'policy.issue' }).first().click()
      const drawer = page.getByRole('dialog', { name: 'Delivery' })
      await drawer.getByRole('document', { name: 'Payload' }).waitFor()
      await drawer.getByRole('button', { name: 'Replay' }).click()
      await page.getByRole('dialog', { name: 'Replay' }).getByRole('button', { name: 'Replay' }).click()
      await drawer.locator('[data-attempt]').nth(1).waitFor()
      await page.keyboard.press('Escape')

      await open(page, world.place('/browse/$listingId'))
      await expectRefusal(page, 'Launch', /Only owners.* can do this/)
      await open(page, '/organization/members')
      await page.getByRole('table', { name: 'Members' }).getByText('Olga').waitFor()
      await expectRefusal(page, 'Invite', /Only owners and admins/)
    }))

  it('a publisher: sees installs and the review that waits, finds the listing, and learns whom a step would hit', () =>
    day('publisher', async (page) => {
      const sample = page.getByRole('table', { name: 'What you publish' }).getByRole('row', { name: /Sample/ })
      await sample.getByText('Public').waitFor()
      await page
        .getByRole('list', { name: 'Reviews' })
        .getByRole('link', { name: /Waiting/ })
        .waitFor()
      await find(page, 'Control+k', 'sampel', /acme\/sample/)
      await page.waitForURL('**/publish/**')
      await page.getByRole('link', { name: 'Releases', exact: true }).click()
      await page.getByText('followed by 100 %', { exact: false }).waitFor()
      await page.getByRole('link', { name: 'Overview', exact: true }).click()
      await page.getByRole('button', { name: 'Take out of the catalogue' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('All 2 installations of it keep running', { exact: false }).waitFor()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('link', { name: 'Usage', exact: true }).click()
      await page.getByText('1 of them yours').waitFor()
    }))

  it('a moderator: opens the oldest review, decides it by keyboard, and goes on to the next', () =>
    day('moderator', async (page) => {
      const queue = page.getByRole('table', { name: 'Reviews to decide' })
      await queue.getByRole('link', { name: 'Waiting' }).press('Enter')
      const reason = page.getByRole('textbox', { name: 'Reason' })
      await reason.fill('Say where the data goes.')
      await reason.press('Control+Enter')
      await page.getByRole('dialog', { name: /Approve/ }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await reason.press('Control+Shift+Enter')
      const decision = page.getByRole('region', { name: 'Decision' })
      await decision.getByText('Say where the data goes.').waitFor()
      // The way on has the focus, a moment after it is there.
      await decision.locator('a:focus').waitFor()
      await page.keyboard.press('Enter')
      await page.getByText('The queue is empty').waitFor()
      await find(page, '/', 'sample', /acme\/sample/)
      await page.getByRole('button', { name: /Suspend listing/ }).click()
      await page.getByRole('dialog').getByText('2 installations keep running', { exact: false }).waitFor()
      await page.keyboard.press('Escape')
    }))

  it('an operator: sees the signals, finds a person, and is asked before somebody becomes an operator', () =>
    day('operator', async (page) => {
      const { email } = world.people.customer
      await page.getByText('Every part is running').waitFor()
      await page.getByText('Requests, last hour').waitFor()
      await find(page, 'Control+k', email, new RegExp(email))
      await page.waitForURL('**/operate/people?**')
      await page
        .getByRole('row', { name: new RegExp(email) })
        .getByRole('combobox')
        .click()
      await page.getByRole('option', { name: 'Operator' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await find(page, 'Control+k', 'northwind', /Organization northwind/)
      await page.waitForURL('**/operate/organizations/*')
      // From a signal to the installation behind it.
      await page.getByRole('table', { name: 'Installations' }).getByRole('link').first().click()
      await page.waitForURL('**/manage/installations/*')
      await page.getByRole('link', { name: 'Activity', exact: true }).waitFor()
    }))
})

/** By day on a desk and by night on a telephone: a page is loaded once and looked at twice. */
async function expectNoBarriers(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 900 })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 800 })
  await expectAccessible(page)
}

describe('every page', () => {
  it.each(Object.keys(placesOf) as (keyof typeof placesOf)[])(
    'has no barrier by day on a desk and by night on a telephone: %s',
    async (who) => {
      const as = who === 'stranger' ? undefined : world.people[who]
      // Two at a time: one screen leaves half of the machine idle.
      const places = placesOf[who].map(world.place)
      const walk = async () => {
        const { page, complaints, close } = await visit(browser, platform.apiUrl, { as })
        for (let place = places.shift(); place !== undefined; place = places.shift()) {
          await open(page, place)
          await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
          await expectNoBarriers(page)
        }
        expect(complaints).toEqual([])
        await close()
      }
      await Promise.all([walk(), walk()])
    },
    300_000,
  )
})

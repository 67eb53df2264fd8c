import { createHash } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible } from './testing/accessible.ts'
import { keptByBrowser, open, openBrowser, signIn, type Visitor, visit } from './testing/browser.ts'
import { type RunningPlatform, startPlatform } from './testing/platform.ts'
import { deploySampleApp } from './testing/sample-app.ts'

const secret = 'correct-horse-battery-staple'
const phrase = 'whispered at the gate'
const fingerprint = createHash('sha256').update(secret).digest('hex').slice(0, 12)

let platform: RunningPlatform
let browser: Browser

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
}, 60_000)

async function createListing(page: Page): Promise<void> {
  await open(page, '/publish')
  await page.getByRole('link', { name: 'Publish new app' }).first().click()
  await page.getByLabel('Title').fill('Registry Check')
  await expect.poll(() => page.getByLabel('App name').inputValue()).toBe('registry-check')
  await page.getByRole('radio', { name: 'Connected' }).check()
  await page.getByLabel('Summary').fill('Looks vehicles up in the registry.')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('About').fill('## What it does\n\nLooks vehicles up.')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Requirements').fill('- An account at the registry')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('acme/registry-check').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Publish listing' }).click()
  await page.getByRole('heading', { name: 'Registry Check is published as a draft' }).waitFor()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Full name, for the manifest' }).inputValue())
    .toBe('acme/registry-check')
  await expect.poll(() => page.getByRole('textbox', { name: 'Start a project' }).inputValue()).toContain('mkt init')
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Or push an image yourself' }).inputValue())
    .toContain('acme/registry-check')
  await page.getByRole('link', { name: 'Open the listing' }).click()
  await page.getByText('Deploy a first release with the tool.').waitFor()
}

async function connectTenant(page: Page): Promise<void> {
  const { apiUrl, hostName, integration, data } = platform.simulator.connected
  await page.getByRole('button', { name: 'Connect policy system' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Simulated')
  await page.getByRole('textbox', { name: 'API address' }).fill(apiUrl)
  await page.getByRole('textbox', { name: 'Host name' }).fill(hostName)
  const sets = [
    ['Integration credentials', integration],
    ['Data credentials', data],
  ] as const
  for (const [name, set] of sets) {
    const group = page.getByRole('group', { name })
    await group.getByRole('textbox', { name: 'User name' }).fill(set.username)
    await group.getByLabel('Password', { exact: true }).fill(set.password)
  }
  await page.getByRole('button', { name: 'Check and connect' }).click()
  await page.getByRole('radio', { name: /Simulated/ }).waitFor()
}

async function configure(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('things need your attention').waitFor()
  await page.getByRole('combobox', { name: 'Region' }).click()
  await page.getByRole('option', { name: 'Europe' }).click()
  await page.getByLabel('Sender address').fill('policies@northwind.test')
  await page.getByLabel('Registry key', { exact: false }).first().fill(secret)
  await page.getByLabel('Pass phrase').fill(phrase)
  await expectAccessible(page)
}

/** Through Configure, Map and Review to a running installation. */
async function launch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next' }).click()
  await configure(page)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Fields of the application').waitFor()
  await page.getByRole('button', { name: 'Fill in suggestions' }).click()
  await page.locator('[data-mapped="vin"]').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('This will be registered in your tenant').waitFor()
  await page.getByText('policy.issue').waitFor()
  expect(await page.locator('main').textContent()).not.toContain(secret)
  await page.getByRole('button', { name: 'Launch', exact: true }).click()
  await page.waitForURL('**/manage/installations/**')
  await page.locator('header [data-state="RUNNING"]').waitFor({ timeout: 120_000 })
}

/** Ends a launch: one call through the gateway, what the application answered, and where it is found again. */
async function tryOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send a test call' }).click()
  const answered = page.getByRole('status').filter({ hasText: 'The application answered' })
  await answered.getByText('Broker').waitFor()
  await expectAccessible(page)
  await answered.getByRole('link', { name: 'Open it in Activity' }).click()
  const row = page.getByRole('table', { name: 'Activity' }).getByRole('row', { name: /POST \/fill/ })
  await row.getByText('test', { exact: true }).waitFor()
}

async function approve(moderator: Visitor): Promise<void> {
  const { page } = moderator
  await open(page, '/moderate')
  await page.getByRole('link', { name: 'Registry Check' }).click()
  await page.getByRole('heading', { name: 'Evidence' }).waitFor()
  await expectAccessible(page)
  await page.getByLabel('Reason').fill('Well done.')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await page.locator('header [data-state="APPROVED"]').waitFor()
}

/** Changes a plain setting and leaves the secret empty: the stored one stays. */
async function reconfigure(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Configuration' }).click()
  const key = page.locator('[data-setting="apiKey"]')
  await key.waitFor()
  await expect.poll(() => key.inputValue()).toBe('')
  await page.getByText('Leave empty to keep it.').first().waitFor()
  await page.getByRole('combobox', { name: 'Region' }).click()
  await page.getByRole('option', { name: 'North America' }).click()
  await page.getByRole('button', { name: 'Save configuration' }).click()
  await page.getByText('Saved as revision 2.').waitFor()
  await page.getByText('Registry key: kept').first().waitFor()
}

/** Two revisions side by side, on a desk and a telephone: what changed, and of secrets only what happened to them. */
async function compareRevisions(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Compare revision 2' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/configuration/compare?revision=2')
  const changed = page.getByRole('table', { name: 'Compared revisions' })
  await changed.waitFor()
  const cells = () => changed.locator('tbody td').allTextContents()
  await expect.poll(cells).toEqual(['Regionregion', 'Europe', 'North America'])
  const secrets = page.getByRole('table', { name: 'Since revision 1' })
  await secrets.getByRole('row', { name: 'apiKey kept' }).waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 800 })
  await expectAccessible(page)
  await page.getByLabel('From revision').selectOption('2')
  await page.waitForURL('**/configuration/compare?revision=2&with=2')
  await page.getByRole('heading', { name: 'Nothing differs' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Nothing differs' }).waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  const kept = await keptByBrowser(page)
  for (const hidden of [secret, phrase]) expect(kept).not.toContain(hidden)
  await page.getByRole('link', { name: 'Back to the configuration' }).click()
}

async function deliverAndReplay(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByRole('heading', { name: 'Activity' }).waitFor()
  await platform.emit('policy.issue', { policyLocator: '100002122' })
  // The list is told of the event; nobody reloads the page.
  await page.getByRole('button', { name: 'policy.issue' }).click()
  const drawer = page.getByRole('dialog').first()
  await drawer.locator('[data-state="DELIVERED"]').waitFor()
  await drawer.getByRole('document', { name: 'Payload' }).filter({ hasText: '100002122' }).waitFor()
  await drawer.getByText(fingerprint).waitFor()
  await drawer.getByText('"region":"na"').waitFor()
  await expectAccessible(page)
  await drawer.getByRole('button', { name: 'Replay' }).click()
  // It was delivered already, so the console asks for confirmation.
  await page.getByRole('dialog', { name: 'Replay' }).getByRole('button', { name: 'Replay' }).click()
  await drawer.locator('[data-attempt]').nth(1).waitFor()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await findPolicy(page)
  // Charts of an application that answers calls show those, unless one looks at its deliveries.
  await open(page, `${page.url().split('?')[0]}?kind=delivery`)
  // Both attempts are counted within seconds; the charts are told too.
  await page.getByText('Delivery attempts: 2, failed: 0').first().waitFor()
  await expectAccessible(page)
}

/** A search by locator finds the delivery; from there its policy's page leads back to it. */
async function findPolicy(page: Page): Promise<void> {
  await page.getByLabel('Policy locator').fill('100002122')
  await page.waitForURL(/activity\?locator=/)
  await page.getByRole('button', { name: 'policy.issue' }).click()
  const drawer = page.getByRole('dialog', { name: 'Delivery' })
  await drawer.getByText('x-MKT-key').waitFor()
  await drawer.getByRole('link', { name: '100002122' }).click()
  await page.getByRole('heading', { name: 'Policy 100002122' }).waitFor()
  const story = page.getByRole('table', { name: 'Policy 100002122' })
  await story.getByRole('link', { name: 'Registry Check' }).first().waitFor()
  await expectAccessible(page)
  await story.getByRole('link', { name: 'policy.issue' }).click()
  await drawer.waitFor()
  // What was opened is a step of its own.
  await page.goBack()
  await page.getByRole('heading', { name: 'Policy 100002122' }).waitFor()
  await page.goForward()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Clear filters' }).click()
}

/** The configuration begins another launch: plain values are there, secrets are asked for again. */
async function copyElsewhere(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Configuration' }).click()
  await page.getByRole('link', { name: 'Copy to another tenant' }).click()
  await page.getByRole('radio').first().click()
  await page.getByRole('button', { name: 'Next' }).click()
  const region = page.getByRole('combobox', { name: 'Region' })
  await region.waitFor()
  await expect.poll(() => region.inputValue()).toBe('North America')
  await expect.poll(() => page.locator('[data-setting="apiKey"]').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('needs your attention').waitFor()
  await expectAccessible(page)
  await page.goBack()
  await page.goBack()
}

/** How the app fares, as its publisher sees it: instances, what they print, and who has which release. */
async function lookAfter(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Deployments' }).click()
  // The manifest was edited to plan ahead and is not saved, so the console asks.
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await page
    .getByRole('log', { name: 'Container output' })
    .getByText('handled an event for the region na')
    .first()
    .waitFor()
  await page.getByLabel('Instances at once').selectOption('2')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('2 of 2 healthy').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Usage' }).click()
  const row = page.getByRole('table', { name: 'Installations by release' }).getByRole('row').last()
  await row.getByText('2 Running').waitFor()
  await row.getByText('1 of them yours').waitFor()
  await expectAccessible(page)
}

/** Before a release: which installations it would break. Of other organizations' ones only rule and count are told. */
async function planAhead(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Manifest', exact: true }).click()
  await page.getByRole('textbox', { name: 'platform-app.json' }).click()
  await page.keyboard.press('Control+a')
  const fields = [{ name: 'branch', title: 'Branch', type: 'Text', required: true }]
  await page.keyboard.insertText(JSON.stringify({ name: 'acme/registry-check', version: '2.0.0', app: { fields } }))
  await page.getByRole('button', { name: 'Check against installations' }).click()
  const plan = page.getByRole('status').filter({ hasText: 'Of 2 installations, 0 would upgrade' })
  await plan.getByRole('link', { name: 'Simulated' }).waitFor()
  await plan.getByText('at 1 installation of another customer').waitFor()
  await expectAccessible(page)
}

describe('from a listing to a customer who uses it', () => {
  it('publishes, deploys, tests, is approved, becomes public, is launched, reconfigured, used and uninstalled', async () => {
    const publisher = await visit(browser, platform.apiUrl, { as: platform.publisher })
    await createListing(publisher.page)
    const autofill = [{ path: '/fill', operations: ['newBusiness.create'] }]
    await deploySampleApp(platform, 'acme/registry-check', { autofill })

    await publisher.page.getByRole('link', { name: 'Test launch' }).click()
    await connectTenant(publisher.page)
    await launch(publisher.page)
    await open(publisher.page, '/publish')
    await publisher.page.getByRole('link', { name: 'Registry Check' }).click()
    await publisher.page.getByRole('button', { name: 'Ask for a review' }).click()
    await publisher.page.getByText('The moderation team is looking at it.').waitFor()

    const moderator = await visit(browser, platform.apiUrl, { as: platform.moderator })
    await approve(moderator)

    await publisher.page.getByRole('button', { name: 'Make public' }).click()
    await publisher.page.locator('header [data-state="PUBLIC"]').waitFor()

    const customer = await visit(browser, platform.apiUrl)
    const { page } = customer
    await signIn(page, platform.customer)
    await open(page, '/browse')
    await page.getByLabel('Search applications').fill('registry')
    await page.getByRole('link', { name: /Registry Check/ }).click()
    await page.getByText('What it asks for and can see').waitFor()
    await page.getByRole('link', { name: 'Launch' }).click()
    await page.getByRole('radio').first().click()
    await launch(page)
    await tryOut(page)
    await reconfigure(page)
    await compareRevisions(page)
    await deliverAndReplay(page)
    await Promise.all([copyElsewhere(page), planAhead(publisher.page)])
    await lookAfter(publisher.page)
    const installation = page.url().replace(/\/configuration.*/, '')
    // What the journey only passes by is read too: no answer to it may hold a secret.
    for (const place of ['/activity', '/log', '/ledger', ''].map((tab) => `${installation}${tab}`)) {
      await open(page, place)
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
    }

    const kept = await keptByBrowser(page)
    for (const hidden of [secret, phrase]) {
      expect(kept).not.toContain(hidden)
      expect(customer.answers.join('\n')).not.toContain(hidden)
      expect(publisher.answers.join('\n')).not.toContain(hidden)
      expect(platform.output()).not.toContain(hidden)
    }

    await page.getByRole('button', { name: 'Uninstall' }).click()
    await page.getByLabel('Type Registry Check to confirm').fill('Registry Check')
    await page.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click()
    await page.locator('header [data-state="UNINSTALLED"]').waitFor({ timeout: 120_000 })
    for (const visitor of [publisher, moderator, customer]) expect(visitor.complaints).toEqual([])
  }, 480_000)
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible } from './testing/accessible.ts'
import { keptByBrowser, open, openBrowser, type Visitor, visit } from './testing/browser.ts'
import { column } from './testing/console-steps.ts'
import { type RunningPlatform, startPlatform } from './testing/platform.ts'
import { launchSampleApp } from './testing/sample-installation.ts'

const secret = 'correct-horse-battery-staple'

let platform: RunningPlatform
let browser: Browser
let sample: Awaited<ReturnType<typeof launchSampleApp>>
let visitor: Visitor
let page: Page

beforeAll(async () => {
  platform = await startPlatform()
  browser = await openBrowser()
  sample = await launchSampleApp(platform, 'sample', secret)
  visitor = await visit(browser, platform.apiUrl, { as: platform.publisher })
  page = visitor.page
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
}, 60_000)

/**
 * Chooses from one of the lists above a list, by keyboard alone. What loads above it may push it out of sight, which
 * closes it: then again. But never while the choice is on its way, for choosing the chosen takes it back.
 */
async function choose(label: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label, exact: true })
  const wanted = page.getByRole('option', { name: option, exact: true })
  const chosen = async () => {
    await box.scrollIntoViewIfNeeded()
    await box.focus()
    // One that lies open may have been opened where nobody sees it.
    if ((await box.getAttribute('aria-expanded')) === 'true') await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await wanted.waitFor({ timeout: 5000 })
    for (let step = 0; step < 10; step += 1) {
      if ((await wanted.getAttribute('data-combobox-selected', { timeout: 5000 })) === 'true') break
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
    await expect.poll(() => box.inputValue()).toBe(option)
  }
  await expect.poll(() => chosen().then(() => 'chosen', String), { timeout: 200_000 }).toBe('chosen')
}

/** What holds for a list now must hold after a reload. */
async function survives(holds: () => Promise<void>): Promise<void> {
  await holds()
  await page.reload()
  await holds()
}

/** Whatever stands above the list has room on a telephone and is no barrier. */
async function fitsTelephone(): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 })
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
}

const texts = (selector: string) => async () =>
  (await page.locator(selector).allTextContents()).map((text) => text.trim())

describe('what was chosen for a list is in its address and outlives a reload:', () => {
  it('words, level and direction of the log of an installation', async () => {
    await open(page, `/manage/installations/${sample.installation.id}/log`)
    const messages = texts('main ol li > div > div:first-child')
    await expect.poll(async () => (await messages()).at(-1)).toContain('Launched acme/sample')
    await choose('Sort by', 'Oldest first')
    await expect.poll(async () => (await messages())[0]).toContain('Launched acme/sample')
    await page.getByRole('textbox', { name: 'Search the log' }).fill('REGISTER')
    await page.waitForURL('**/log?**q=REGISTER**')
    await survives(async () => {
      const found = async () => {
        const all = await messages()
        return all.length > 0 && all.every((text) => /register/i.test(text))
      }
      await expect.poll(found).toBe(true)
      expect(page.url()).toContain('sort=at')
    })
    await fitsTelephone()
    await choose('Level', 'Errors')
    await page.getByText('Nothing matches your search').waitFor()
  }, 120_000)

  it('who and direction of the history of a configuration', async () => {
    const params = { id: sample.installation.id }
    for (const sender of ['two@acme.test', 'three@acme.test']) {
      const settings = { region: 'eu', sender }
      const { mappings } = await sample.client.getConfiguration({ params })
      await sample.client.putConfiguration({ params, body: { settings, mappings } })
    }
    // While it is being applied the form is away, and whatever stands below moves.
    const settled = async () => (await sample.client.getInstallation({ params })).operations.includes('configure')
    await expect.poll(settled).toBe(true)
    await open(page, `/manage/installations/${params.id}/configuration`)
    const revisions = async () =>
      (await page.getByRole('link', { name: /Compare revision/ }).all()).map((link) => link.getAttribute('aria-label'))
    const shown = async () => (await Promise.all(await revisions())).map((label) => label?.split(' ').at(-1))
    await expect.poll(shown).toEqual(['3', '2', '1'])
    await choose('Sort by', 'Oldest first')
    await survives(() => expect.poll(shown).toEqual(['1', '2', '3']))
    await fitsTelephone()
    await page.getByRole('textbox', { name: 'Person or version' }).fill('nobody')
    await survives(() => page.getByText('Nothing matches your search').waitFor())
  }, 120_000)

  it('version, days and order of the ledger of secret reads', async () => {
    await platform.emit('policy.issue', { policyLocator: '100002122' })
    await open(page, `/manage/installations/${sample.installation.id}/ledger`)
    const releases = () => column(page, 'Who read your secrets', 2)
    // Reads are counted in memory and written down every few seconds: then the page is told, and nobody reloads it.
    await expect.poll(releases).toHaveLength(1)
    const version = (await releases())[0] ?? ''
    await page.getByRole('textbox', { name: 'Version' }).fill(version.slice(0, 3))
    await page.getByRole('columnheader', { name: 'Reads' }).getByRole('button').press('Enter')
    await page.waitForURL('**/ledger?**sort=-reads**')
    await survives(() => expect.poll(releases).toEqual([version]))
    await fitsTelephone()
    await page.getByLabel('To this day').fill('2020-01-01')
    await survives(() => page.getByText('Nothing matches your search').waitFor())
  }, 120_000)

  it('words, stream and direction of container output', async () => {
    await platform.emit('policy.issue', { policyLocator: '100002123' })
    await open(page, `/publish/${sample.listing.id}/deployments`)
    const output = page.getByRole('log', { name: 'Container output' })
    await output.getByText('handled an event for the region eu').first().waitFor()
    await page.getByRole('textbox', { name: 'Search output' }).fill('no such words')
    await survives(() => output.getByText('Nothing matches your search').waitFor())
    await page.getByRole('textbox', { name: 'Search output' }).fill('HANDLED')
    await choose('Sort by: Container output', 'Newest first')
    await choose('Stream', 'Output')
    await page.waitForURL('**/deployments?**stream=stdout**')
    await survives(() => output.getByText('handled an event').first().waitFor())
    await fitsTelephone()
    await choose('Stream', 'Errors')
    await output.getByText('Nothing matches your search').waitFor()
  }, 120_000)

  it('app, state and order of what is registered in a tenant', async () => {
    await open(page, `/manage/tenants/${sample.tenant.id}`)
    await page.getByRole('link', { name: 'Sample' }).waitFor()
    await choose('Sort by', 'Checked most recently')
    await page.getByRole('textbox', { name: 'Search applications' }).fill('SAMP')
    await page.waitForURL('**/tenants/**q=SAMP**')
    await survives(() => page.getByRole('link', { name: 'Sample' }).waitFor())
    expect(page.url()).toContain('sort=-checkedAt')
    await fitsTelephone()
    await choose('State', 'Removing')
    await page.getByText('Nothing matches your search').waitFor()
  }, 120_000)

  it('words and direction of the conversation about a review, for its publisher and for a moderator', async () => {
    const params = { id: sample.listing.id }
    // A single review needs no choice among reviews; from the second on there is one.
    const first = await sample.client.openReview({ params, body: {} })
    await sample.client.withdrawReview({ params: { id: first.id } })
    await open(page, `/publish/${sample.listing.id}`)
    await page.getByRole('textbox', { name: 'Search messages' }).waitFor()
    const review = await sample.client.openReview({ params, body: { message: 'Please look' } })
    for (const text of ['It checks vehicles', 'The registry is ours'])
      await sample.client.addReviewMessage({ params: { id: review.id }, body: { text } })
    const { page: desk, close } = await visit(browser, platform.apiUrl, { as: platform.moderator })
    await open(desk, `/moderate/${review.id}?messages=-at`)
    const said = /Please look|It checks vehicles|The registry is ours/
    const order = async () => (await desk.locator('main').textContent())?.match(new RegExp(said, 'g'))
    await expect.poll(order).toEqual(['The registry is ours', 'It checks vehicles', 'Please look'])
    await desk.getByRole('combobox', { name: 'Sort by: Conversation' }).waitFor()
    await expectAccessible(desk)
    await close()

    await open(page, `/publish/${sample.listing.id}`)
    await page.getByText('It checks vehicles').waitFor()
    await page.getByRole('textbox', { name: 'Search messages' }).fill('REGISTRY')
    await page.waitForURL('**/publish/**said=REGISTRY**')
    await survives(async () => {
      await page.getByText('The registry is ours').waitFor()
      await page.getByText('It checks vehicles').waitFor({ state: 'detached' })
    })
    await fitsTelephone()
  }, 120_000)

  it('sessions, invitations, variables and notifications, each by their own words', async () => {
    const org = platform.publisher.organization.id
    for (const email of ['zoe@acme.test', 'adam@acme.test'])
      await sample.client.inviteMember({ params: { org }, body: { email, role: 'viewer' } })
    await open(page, '/organization/members')
    const invited = () => column(page, 'Open invitations', 1)
    await page.getByRole('columnheader', { name: 'Email address' }).getByRole('button').press('Enter')
    await survives(() => expect.poll(invited).toEqual(['adam@acme.test', 'zoe@acme.test']))
    await page.getByRole('textbox', { name: 'Search invitations' }).fill('zoe')
    await survives(() => expect.poll(invited).toEqual(['zoe@acme.test']))
    await fitsTelephone()

    await open(page, '/account')
    await page.getByRole('columnheader', { name: 'Browser' }).getByRole('button').press('Enter')
    await page.getByRole('textbox', { name: 'Browser or address' }).fill('chrome')
    await survives(() => expect.poll(() => column(page, 'Sessions', 1)).toEqual(['Chrome, Linux']))

    for (const name of ['ALPHA', 'BETA'])
      await sample.client.putVariable({ params: { id: sample.listing.id, name }, body: { value: 'x' } })
    await open(page, `/publish/${sample.listing.id}/variables`)
    await page.getByRole('textbox', { name: 'Search variables' }).fill('bet')
    await survives(() => expect.poll(() => column(page, 'Application variables', 1)).toEqual(['BETA']))

    // Where nothing happened yet there is nothing to narrow; what the address asks for is shown anyway.
    await open(page, '/notifications?state=unread')
    const chosen = () => page.getByRole('combobox', { name: 'Read or not', exact: true }).inputValue()
    await survives(() => expect.poll(chosen).toBe('Unread'))
    expect(visitor.complaints).toEqual([])
  }, 180_000)
})

describe('a call', () => {
  it('is shown in a drawer with what it carried once recording is on, and a write-only value in it is hidden', async () => {
    const { id, endpoint } = sample.installation
    const home = `/manage/installations/${id}`
    const { callerSecret } = await sample.client.rotateCallerSecret({ params: { id } })
    const call = (policy: string) =>
      fetch(`${endpoint}/tell`, { method: 'POST', headers: { 'x-mkt-caller': callerSecret }, body: policy })
    // The gateway hears of a new secret a moment later.
    await expect.poll(async () => (await call('{"policyLocator":"before"}')).status).toBe(200)
    await open(page, home)
    await page.getByRole('switch', { name: 'Record payloads of calls' }).press('Space')
    await expect.poll(async () => (await sample.client.getInstallation({ params: { id } })).recording).toBe(true)
    // So it does of this; and what a call carried is written down beside the call.
    let kept = ''
    const recorded = async () => {
      const answer = await call('{"policyLocator":"100002122"}')
      // The caller gets the application's own answer; nobody else does.
      expect(await answer.text()).toContain(secret)
      const [latest] = (await sample.client.listCalls({ params: { id }, query: { limit: 1 } })).items
      kept = latest?.id ?? ''
      return sample.client.getCallPayload({ params: { id: kept } }).then(
        () => true,
        () => false,
      )
    }
    await expect.poll(recorded).toBe(true)
    // The address names the call, so the person it is sent to sees the same.
    await open(page, `${home}/calls?call=${kept}`)
    const drawer = page.getByRole('dialog', { name: 'Call' })
    await drawer.getByText('POST /tell').waitFor()
    const request = drawer.getByRole('document', { name: 'Request' })
    await request.waitFor()
    expect(await request.textContent()).toContain('100002122')
    const shown = await drawer.getByRole('document', { name: 'Answer of the application' }).textContent()
    expect(shown).toContain('"secret": "[secret]"')
    await expectAccessible(page)

    await page.setViewportSize({ width: 360, height: 800 })
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    expect(page.url()).not.toContain('open=')

    const earlier = page.getByRole('table', { name: 'Activity' }).getByRole('row').last().getByRole('button')
    await earlier.press('Enter')
    await drawer.getByText('No payload is stored').waitFor()
    expect(await keptByBrowser(page)).not.toContain(secret)
    expect(visitor.answers.join('\n')).not.toContain(secret)
    expect(platform.output()).not.toContain(secret)
    expect(visitor.complaints).toEqual([])
  }, 120_000)
})

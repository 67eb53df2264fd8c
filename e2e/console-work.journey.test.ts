import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible } from './testing/accessible.ts'
import { open, openBrowser, signIn, visit } from './testing/browser.ts'
import { beginListing, column, resetLinkFor } from './testing/console-steps.ts'
import { type RunningPlatform, startPlatform } from './testing/platform.ts'

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

describe('lists', () => {
  it('are sorted from their headings by keyboard and narrowed by words, and the address keeps both', async () => {
    await beginListing(platform, 'sorted-b', 'banana')
    await beginListing(platform, 'sorted-a', 'Apple')
    await beginListing(platform, 'sorted-c', 'cherry')
    const { page, close } = await visit(browser, platform.apiUrl, { as: platform.publisher })
    await open(page, '/publish?q=sorted')
    const titles = async () => (await column(page, 'Publish', 1)).map((text) => text.replace(/acme\/.*/, ''))
    const heading = page.getByRole('columnheader', { name: 'Application' })
    await heading.getByRole('button').focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/publish?**sort=title**')
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('ascending')
    await expect.poll(titles).toEqual(['Apple', 'banana', 'cherry'])
    // The heading still has the focus: pressing again reverses the order.
    await page.keyboard.press('Enter')
    await expect.poll(titles).toEqual(['cherry', 'banana', 'Apple'])
    await page.reload()
    await expect.poll(titles).toEqual(['cherry', 'banana', 'Apple'])
    await page.getByRole('textbox', { name: 'Search' }).fill('sorted-a')
    await expect.poll(titles).toEqual(['Apple'])
    await page.setViewportSize({ width: 360, height: 800 })
    await page.getByRole('textbox', { name: 'Search' }).fill('sorted')
    await page.getByLabel('Sort by').selectOption('title')
    await expect.poll(titles).toEqual(['Apple', 'banana', 'cherry'])
    await expectAccessible(page)
    await close()
  }, 120_000)
})

describe('a listing', () => {
  it('takes a logo, screenshots and links, and refuses what is no picture', async () => {
    const { id } = await beginListing(platform, 'pictured', 'Pictured')
    const { page, complaints, close } = await visit(browser, platform.apiUrl, { as: platform.publisher })
    await open(page, `/publish/${id}/details`)
    const picture = { name: 'picture.png', mimeType: 'image/png', buffer: await page.screenshot() }
    const [logo, shot] = [page.locator('input[type=file]').first(), page.locator('input[type=file]').last()]
    await logo.setInputFiles(picture)
    await page.locator('main header img').waitFor()
    await shot.setInputFiles(picture)
    const shown = page.getByRole('img', { name: 'Screenshot 1' })
    await shown.waitFor()
    await expect
      .poll(() => shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(0)
    await shot.setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
    await page.getByRole('alert').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove the logo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the logo' }).click()
    await page.locator('main header img').waitFor({ state: 'detached' })

    await page.getByRole('textbox', { name: 'Support contact' }).fill('help@acme.test')
    await page.getByRole('button', { name: 'Add a link' }).click()
    await page.getByRole('textbox', { name: 'Link title' }).fill('Manual')
    await page.getByRole('textbox', { name: 'Address' }).fill('nowhere')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Give an http or https address.', { exact: true }).waitFor()
    await page.getByRole('textbox', { name: 'Address' }).fill('https://acme.test/manual')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The listing is saved.').waitFor()
    await open(page, `/browse/${id}`)
    await expect
      .poll(() => page.getByRole('link', { name: 'Manual' }).getAttribute('href'))
      .toBe('https://acme.test/manual')
    await page.getByText('help@acme.test').waitFor()
    expect(complaints).toEqual([])
    await close()
  }, 120_000)
})

describe('somebody invited', () => {
  it('joins by the link, is seen at once, and sets a new password by a link that works once', async () => {
    const email = 'newcomer@mkt.test'
    const owner = await visit(browser, platform.apiUrl, { as: platform.publisher })
    await open(owner.page, '/organization/members')
    await owner.page.getByRole('button', { name: 'Invite' }).click()
    await owner.page.getByRole('dialog').getByRole('textbox', { name: 'Email address' }).fill(email)
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
    const link = await owner.page.getByRole('textbox', { name: 'Invitation link' }).inputValue()
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

    const { page, complaints, close } = await visit(browser, platform.apiUrl)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await open(page, link)
    await expectAccessible(page)
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email)
    await page.getByLabel('Your name').fill('Nora Newcomer')
    await page.getByLabel('Password', { exact: true }).fill('a first long password')
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.locator('aside').getByText('Developer').waitFor()
    const token = new URL(link).hash.slice(1)
    expect(token.length).toBeGreaterThan(20)
    expect(asked.filter((url) => url.includes(token))).toEqual([])
    await owner.page.getByText('Nora Newcomer').waitFor()

    await open(page, await resetLinkFor(platform, email))
    const used = page.url()
    await expectAccessible(page)
    await page.getByLabel('New password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('New password', { exact: true }).fill('a second long password')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.waitForURL('**/sign-in')
    await page.getByText('Your new password is set.').waitFor()
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Your email address').fill(email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await page.getByText('This platform sends no mail.').waitFor()
    await expectAccessible(page)
    await signIn(page, { email, password: 'a second long password' })
    await open(page, '/account')
    await page.getByRole('button', { name: 'New organization' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Newcomers Ltd')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await page.getByRole('cell', { name: 'newcomers-ltd' }).waitFor()
    await page.getByRole('button', { name: 'Leave: Acme Apps' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('cell', { name: 'acme', exact: true }).waitFor({ state: 'detached' })
    await owner.page.getByText('Nora Newcomer').waitFor({ state: 'detached' })
    await expectAccessible(page)
    await open(page, used)
    await page.getByLabel('New password', { exact: true }).fill('a third long password')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('alert').waitFor()
    expect(complaints).toEqual([])
    await close()
    await owner.close()
  }, 120_000)
})

describe('the change feed', () => {
  it('is found again after the platform was away, and what changed meanwhile is shown without a reload', async () => {
    const { page, close } = await visit(browser, platform.apiUrl, { as: platform.publisher })
    await open(page, '/publish?q=after-restart')
    await page.getByText('Nothing matches').waitFor()
    await page.evaluate('window.stillHere = true')
    await platform.away()
    await page.getByRole('status').filter({ hasText: 'Live updates are interrupted' }).waitFor()
    await platform.back()
    await beginListing(platform, 'after-restart', 'After the restart')
    await page.getByRole('link', { name: 'After the restart' }).waitFor()
    await page.getByText('Live updates are interrupted').waitFor({ state: 'detached' })
    await beginListing(platform, 'after-restart-2', 'Told by the feed')
    await page.getByRole('link', { name: 'Told by the feed' }).waitFor()
    expect(await page.evaluate('window.stillHere')).toBe(true)
    await close()
  }, 180_000)
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, expectNotSideways } from './testing/accessible.ts'
import { type Account, open, openBrowser, signIn, visit } from './testing/browser.ts'
import { beginListing, connectTenant } from './testing/console-steps.ts'
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

/** Pages that look different before anything was made; every other is gone through where there is something to see. */
const places = {
  publisher: ['/', '/publish'],
  customer: ['/', '/manage'],
} as const

const looks = [
  [360, 'dark'],
  [1280, 'light'],
] as const

/** Both looks are gone through side by side: one screen leaves half of the machine idle. */
async function expectNoBarriers(list: readonly string[], as?: Account): Promise<void> {
  const walk = async ([width, scheme]: (typeof looks)[number]) => {
    const { page, complaints, close } = await visit(browser, platform.apiUrl, { width, scheme, as })
    for (const place of list) {
      await open(page, place)
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
      await expectAccessible(page)
    }
    expect(complaints).toEqual([])
    await close()
  }
  await Promise.all(looks.map(walk))
}

describe('the console', () => {
  it.each(Object.entries(places))(
    'has no barrier for a %s who begins, on a telephone or a desk, by day or night',
    (who, list) => expectNoBarriers(list, platform[who as keyof typeof places]),
    300_000,
  )

  it(
    'has no barrier in its documentation, nor where a page is not there',
    () =>
      expectNoBarriers([
        ...['/docs', '/docs/for-customers', '/docs/errors', '/docs/search?q=retry', '/docs/search?q=zyzzyva'],
        ...['/downloads', '/docs/nope', '/downloads/mkt-0.1.tgz'],
      ]),
    120_000,
  )

  it('is pushed sideways by no name, however long, on a telephone, a tablet or a desk', async () => {
    const long = 'Kraftfahrzeughaftpflichtversicherungsbedingungen'
    const listing = await beginListing(platform, 'long-name', long)
    const tenant = await connectTenant(platform, `${long}${long}`)
    const ways = {
      publisher: ['/', '/browse', `/browse/${listing.id}`, '/publish', `/publish/${listing.id}`],
      customer: ['/', '/manage', '/manage/tenants', `/manage/tenants/${tenant.id}`],
    }
    const wander = async (who: keyof typeof ways) => {
      const { page, close } = await visit(browser, platform.apiUrl, { as: platform[who] })
      for (const place of ways[who]) {
        await open(page, place)
        await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
        for (const width of [360, 800, 1280]) {
          await page.setViewportSize({ width, height: 900 })
          await expectNotSideways(page)
        }
      }
      await close()
    }
    await Promise.all([wander('publisher'), wander('customer')])
    const { page, close } = await visit(browser, platform.apiUrl, { width: 360 })
    for (const place of ['/docs/api', '/docs/manifest', '/docs/reference/cli', '/docs/reference/access']) {
      await open(page, place)
      await expectNotSideways(page)
    }
    await close()
  }, 120_000)

  it('lets a reader of the API reference send requests: with the session, with a key, and changes only when asked twice', async () => {
    const { page, complaints, close } = await visit(browser, platform.apiUrl, { as: platform.publisher })
    await open(page, '/docs/api')
    /** Unfolds an operation, as somebody who reads it. */
    const trying = async (id: string) => {
      const operation = page.locator(`#${id}`)
      await operation.locator('summary').click()
      await operation.getByRole('button', { name: 'Try it' }).click()
      const send = () => operation.getByRole('button', { name: 'Send', exact: true }).click()
      return { operation, send, answer: operation.locator('.answer') }
    }
    // A link to an operation unfolds it.
    await page.evaluate("location.hash = '#listListings'")
    await page.locator('#listListings .curl').waitFor()
    const me = await trying('getMe')
    await me.send()
    await me.answer.getByText(platform.publisher.email).waitFor()

    const { clientId, apiKey } = platform.publisher
    await page.getByLabel('An API key').check()
    await page.getByLabel('Client ID').fill(clientId)
    await page.locator('#caller-key').fill(apiKey)
    const create = await trying('createListing')
    await create.operation.getByLabel('org').fill('acme')
    await create.operation.getByLabel('Body').fill('{ "appName": "tried", "title": "Tried", "variant": "connected" }')
    await create.send()
    await page.getByRole('button', { name: 'Do not send' }).click()
    expect(await create.answer.textContent()).toBe('')
    await create.send()
    await page.getByRole('button', { name: 'Send it' }).click()
    await create.answer.getByText(/^201 .* · request /).waitFor()
    await create.send()
    await page.getByRole('button', { name: 'Send it' }).click()
    await create.answer.getByText('name_taken').waitFor()
    // What is unfolded is looked at; the folded rest, two hundred operations, would take a minute.
    await page.evaluate("for (const folded of document.querySelectorAll('.operation:not([open])')) folded.remove()")
    await expectAccessible(page)
    const kept = await page.evaluate<string>(
      'JSON.stringify([localStorage, sessionStorage]) + document.cookie + location',
    )
    expect(kept).not.toContain(apiKey)

    await page.getByLabel('Nobody: neither session nor key').check()
    await me.send()
    await me.answer.getByText('credentials_missing').waitFor()
    expect(complaints).toEqual([])
    await close()
  }, 120_000)

  it('shows each role its own places only, and says so at those of others', async () => {
    const own = [
      ['publisher', '/moderate', ['Home', 'Browse', 'Manage', 'Publish', 'Organization']],
      ['moderator', '/operate', ['Home', 'Browse', 'Moderate']],
      ['operator', '/moderate', ['Home', 'Browse', 'Operate']],
    ] as const
    for (const [who, foreign, places] of own) {
      const { page, close } = await visit(browser, platform.apiUrl)
      await signIn(page, platform[who])
      const seen = async () => (await page.locator('aside nav a').allTextContents()).map((name) => name.trim())
      await expect.poll(seen).toEqual(places)
      await open(page, foreign)
      await page.getByRole('heading', { level: 1, name: 'Your role does not allow this' }).waitFor()
      await close()
    }
  })

  it('refuses a wrong password and says so, keeping the address', async () => {
    const { page, close } = await visit(browser, platform.apiUrl, { width: 360 })
    await open(page, '/manage')
    await page.getByLabel('Email').fill(platform.customer.email)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(platform.customer.email)
    await page.getByLabel('Password', { exact: true }).fill(platform.customer.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    // Signing in goes on to the page that was asked for.
    await page.waitForURL('**/manage')
    await close()
  })

  it('lets somebody whose session ended sign in again without losing what they typed', async () => {
    const { page, close } = await visit(browser, platform.apiUrl, { as: platform.publisher })
    await open(page, '/organization')
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Nightly build')
    await page.context().clearCookies()
    await page.getByRole('dialog').getByRole('button', { name: 'New API key' }).click()
    await page.getByText('Your session has ended').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(platform.publisher.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Your session has ended').waitFor({ state: 'hidden' })
    await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Nightly build')
    await page.getByRole('dialog').getByRole('button', { name: 'New API key' }).click()
    await page.getByText('It is shown once.').waitFor()
    await close()
  })

  it('forgets a new API key as soon as its dialog is closed', async () => {
    const { page, close } = await visit(browser, platform.apiUrl, { as: platform.publisher })
    await open(page, '/organization')
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Once')
    await page.getByRole('dialog').getByRole('button', { name: 'New API key' }).click()
    const secret = await page.getByRole('textbox', { name: 'API key', exact: true }).inputValue()
    expect(secret.length).toBeGreaterThan(20)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('textbox', { name: 'API key', exact: true }).waitFor({ state: 'detached' })
    const stored = await page.evaluate('document.documentElement.outerHTML + JSON.stringify(localStorage)')
    expect(stored).not.toContain(secret)
    await close()
  })

  it('warns the second of two people who edit the same listing, and overwrites nothing', async () => {
    const first = await visit(browser, platform.apiUrl, { as: platform.publisher })
    await open(first.page, '/publish/new')
    await first.page.getByRole('textbox', { name: 'Title' }).fill('Shared Work')
    await first.page.getByRole('radio', { name: 'Enterprise' }).check()
    await first.page.getByRole('button', { name: 'Next' }).click()
    await first.page.getByRole('textbox', { name: 'About' }).fill('About it.')
    await first.page.getByRole('button', { name: 'Next' }).click()
    await first.page.getByRole('textbox', { name: 'Requirements' }).fill('Nothing.')
    await first.page.getByRole('button', { name: 'Next' }).click()
    await first.page.getByRole('button', { name: 'Publish listing' }).click()
    await first.page.getByRole('link', { name: 'Open the listing' }).click()
    await first.page.getByRole('link', { name: 'Details' }).click()
    const second = await visit(browser, platform.apiUrl, { as: platform.publisher })
    await first.page.waitForURL('**/details')
    await open(second.page, first.page.url())
    await second.page.getByRole('textbox', { name: 'Summary' }).fill('By the second')
    await first.page.getByRole('textbox', { name: 'Summary' }).fill('By the first')
    await first.page.getByRole('button', { name: 'Save', exact: true }).click()
    await first.page.getByText('The listing is saved.').waitFor()
    await second.page.getByRole('button', { name: 'Save', exact: true }).click()
    await second.page.getByRole('alert').first().waitFor()
    await expect.poll(() => second.page.getByRole('textbox', { name: 'Summary' }).inputValue()).toBe('By the second')
    await second.page.reload()
    // What was typed is kept in the browser; what is saved is there once it is discarded.
    await second.page.getByText('Your unsaved changes from last time are back.').waitFor()
    await expect.poll(() => second.page.getByRole('textbox', { name: 'Summary' }).inputValue()).toBe('By the second')
    await second.page.getByRole('button', { name: 'Discard them' }).click()
    await expect.poll(() => second.page.getByRole('textbox', { name: 'Summary' }).inputValue()).toBe('By the first')
    await first.close()
    await second.close()
  })

  it('shows a server in trouble with a number to report, and works again when it is asked again', async () => {
    const { page, close } = await visit(browser, platform.apiUrl, { as: platform.customer })
    const body = JSON.stringify({ title: 'Internal error', status: 500, code: 'internal_error', requestId: 'req_42' })
    await page.route('**/installations?*', (route) =>
      route.fulfill({ status: 500, contentType: 'application/problem+json', body }),
    )
    await open(page, '/manage')
    await page.getByText('Something went wrong on our side').waitFor()
    await page.getByText('req_42').waitFor()
    await page.unroute('**/installations?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Nothing launched yet').waitFor()
    await close()
  })

  it('says that the platform is out of reach instead of showing nothing', async () => {
    const { page, close } = await visit(browser, platform.apiUrl, { as: platform.customer })
    await page.route('**/tenants?*', (route) => route.abort('connectionrefused'))
    await open(page, '/manage/tenants')
    await page.getByText('The platform is out of reach').waitFor()
    // A page whose script was never fetched: the console stays, and the page comes when the platform is back.
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Publish', exact: true }).click()
    await page.waitForURL('**/publish')
    // In place of the page: the panel of the page before says the same for as long as it is shown.
    await page.getByRole('heading', { level: 1, name: 'The platform is out of reach' }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Publish' }).waitFor()
    await close()
  })

  it('loads with less than 250 kB over the line: scripts, styles and letters', async () => {
    const { page, close } = await visit(browser, platform.apiUrl)
    await signIn(page, platform.customer)
    // The pointer still lies where the button was: a link below it would fetch the page it leads to.
    await page.mouse.move(0, 0)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
    await page.evaluate('document.fonts.ready.then(() => undefined)')
    const names = await page.evaluate<string[]>(
      `performance.getEntriesByType('resource').map((one) => one.name).filter((name) => /\\/assets\\/.*\\.(js|css|woff2)$/.test(name))`,
    )
    const sizes: Record<string, number> = { js: 0, css: 0, woff2: 0 }
    for (const name of new Set(names)) {
      const answer = await fetch(name, { headers: { 'accept-encoding': 'identity;q=0, br' } })
      const kind = name.slice(name.lastIndexOf('.') + 1)
      sizes[kind] = (sizes[kind] ?? 0) + Number(answer.headers.get('content-length'))
      expect(answer.headers.get('cache-control')).toContain('immutable')
    }
    // Nothing of it is missing from the count.
    expect(sizes.js).toBeGreaterThan(50_000)
    expect(sizes.css).toBeGreaterThan(5_000)
    expect(sizes.woff2).toBeGreaterThan(10_000)
    expect(Object.values(sizes).reduce((sum, size) => sum + size)).toBeLessThan(250_000)
    await close()
  })

  it('edits a manifest with its problems and the form it makes beside it, and saves the draft', async () => {
    const { page, close } = await visit(browser, platform.apiUrl, { as: platform.publisher })
    await open(page, '/publish/new')
    await page.getByRole('textbox', { name: 'Title' }).fill('Drawn Form')
    await page.getByRole('radio', { name: 'Connected' }).check()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('textbox', { name: 'About' }).fill('About it.')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('textbox', { name: 'Requirements' }).fill('Nothing.')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Publish listing' }).click()
    await page.getByRole('link', { name: 'Write the manifest here' }).click()
    await page.getByText('No problems. This manifest can be released.').waitFor()
    await page.getByRole('combobox', { name: 'Region' }).waitFor()
    await page.reload()
    await page.getByRole('combobox', { name: 'Region' }).waitFor()
    const tops = (what: string) =>
      page.locator(what).evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
    const numbers = '.cm-lineNumbers .cm-gutterElement:not([style*="visibility"])'
    await expect.poll(async () => (await tops(numbers)).length).toBeGreaterThan(10)
    const beside = async () => String(await tops(numbers)) === String(await tops('.cm-line'))
    await expect.poll(beside, { message: 'each number stands beside its line' }).toBe(true)
    await page.getByRole('button', { name: 'Check against installations' }).click()
    await page.getByText('Nobody has installed it yet.').waitFor()
    await expectAccessible(page)
    const editor = page.getByRole('textbox', { name: 'platform-app.json' })
    await editor.click()
    await page.keyboard.press('Control+a')
    const broken =
      '{"name":"acme/drawn-form","version":"1.0","app":{"fields":[{"name":"a","title":"A","type":"Select"}]}}'
    await page.keyboard.insertText(broken)
    await page.getByText('setting.values.missing').waitFor()
    await page.getByText('manifest.version.invalid').waitFor()
    // From a problem to its place: the cursor stands there, ready to type.
    await page.keyboard.press('Control+Home')
    await page.getByRole('listitem').filter({ hasText: 'setting.values.missing' }).getByRole('button').click()
    await page.locator('.cm-editor.cm-focused').waitFor()
    await page.keyboard.insertText('HERE')
    await expect.poll(() => editor.textContent()).toContain('HERE{"name":"a","title":"A","type":"Select"}')
    await page.keyboard.press('Control+z')
    await expect.poll(() => editor.textContent()).toBe(broken)
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('The draft is saved.').waitFor()
    await page.reload()
    await page.getByText('setting.values.missing').waitFor()
    // Nobody is caught in the editor: Tab goes on.
    await editor.focus()
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.closest(".cm-editor") === null')).toBe(true)
    await close()
  })
})

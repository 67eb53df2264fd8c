import AxeBuilder from '@axe-core/playwright'
import { type Browser, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: flags })

export interface Visitor {
  page: Page
  /** Every answer the browser got, as text, to look for what must not be there. */
  answers: string[]
  /** What the browser complained about: script errors and refused by the content security policy. */
  complaints: string[]
  close(): Promise<void>
}

/** A person with a browser of their own. */
export async function visit(browser: Browser, url: string, width = 1280): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const answers: string[] = []
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text())
  })
  page.on('response', (response) => {
    if (!response.url().includes('/api/v1/') || response.url().includes('/stream')) return
    response.text().then(
      (text) => answers.push(text),
      () => undefined,
    )
  })
  return { page, answers, complaints, close: () => context.close() }
}

/** Opens a page of the console. A machine whose networks come and go may break off a load: then it is tried again. */
export async function open(page: Page, path: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await page.goto(path)
    const shown = page.getByRole('heading', { level: 1 }).waitFor({ timeout: 15_000 })
    const failed = await shown.then(
      () => undefined,
      (error: Error) => error,
    )
    if (failed === undefined) return
    if (tries === 3) throw failed
  }
}

export async function signIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await open(page, '/sign-in')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/browse')
}

/** The page holds no barrier that the rules of WCAG 2.2 AA can find by machine, and does not scroll sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze()
  const found = violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`)
  expect(found, `barriers on ${page.url()}`).toEqual([])
  expect(await page.evaluate(unnamedButtons), `buttons on ${page.url()} that do not name their row`).toEqual([])
  await expectNotSideways(page)
}

/** What stands in every row of a table alike is told apart by its name: it holds what the first cell of the row says. */
const unnamedButtons = `[...document.querySelectorAll('tbody tr')].flatMap((row) => {
  const names = row.cells[0].innerText.split('\\n').map((line) => line.trim()).filter(Boolean)
  return [...row.querySelectorAll('td:not(:first-child) button')]
    .map((button) => button.getAttribute('aria-label') ?? button.textContent)
    .filter((called) => !names.some((name) => called.includes(name)))
})`

/** Everything on the page is within the width of the window. */
export async function expectNotSideways(page: Page): Promise<void> {
  const [beyond, width] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth - window.innerWidth, window.innerWidth]',
  )
  expect(beyond, `${page.url()} scrolls sideways at ${width}`).toBeLessThanOrEqual(0)
}

/** Everything the browser keeps: the document, both storages and cookies that scripts can read. */
export async function keptByBrowser(page: Page): Promise<string> {
  return page.evaluate(
    `document.documentElement.outerHTML + [...document.querySelectorAll('input, textarea')].map((one) => one.value).join(' ') + JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + document.cookie`,
  )
}

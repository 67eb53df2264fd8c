import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

// The browser's own address line draws its suggestions in two pages of their own in every window, which cost more than most of what
// is looked at. A second list of this kind replaces the one of the driver, so what of that matters here is said again.
const featuresOff = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${featuresOff.join(',')}`,
]

// The same engine without the window of a browser around it, which nobody sees here and which costs a third of the time of a journey.
const shell = '/usr/bin/chromium-headless-shell'
const program = process.env.CHROMIUM_PATH ?? (existsSync(shell) ? shell : '/usr/bin/chromium')

export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath: program, args: flags })

export interface Account {
  email: string
  password: string
}

export interface Visitor {
  page: Page
  /** Every answer the browser got, as text, to look for what must not be there. */
  answers: string[]
  /** What the browser complained about: script errors and refused by the content security policy. */
  complaints: string[]
  close(): Promise<void>
}

interface Visit {
  width?: number
  scheme?: 'light' | 'dark'
  as?: Account | undefined
}

/** A person with a browser of their own, signed in already where an account is given. */
export async function visit(
  browser: Browser,
  url: string,
  { width = 1280, scheme = 'light', as }: Visit = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: 900 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  })
  if (as !== undefined) await beginSession(context, as)
  const page = await context.newPage()
  // A busy machine is slow, not wrong.
  page.setDefaultTimeout(60_000)
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

/** Signs in as the form does, without loading a page for it. */
async function beginSession(context: BrowserContext, { email, password }: Account): Promise<void> {
  const answer = await context.request.post('/api/v1/session', { data: { email, password } })
  if (!answer.ok()) throw new Error(`Signing in as ${email} was answered ${answer.status()}: ${await answer.text()}`)
}

/** Opens a page of the console. A machine whose networks come and go may break off a load: then it is tried again. */
export async function open(page: Page, path: string): Promise<void> {
  const load = async () => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 20_000 })
  }
  await load().catch(load).catch(load)
}

/** Signs in by the form, as a person does. */
export async function signIn(page: Page, account: Account): Promise<void> {
  await open(page, '/sign-in')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
}

/** Everything the browser keeps: the document, both storages and cookies that scripts can read. */
export async function keptByBrowser(page: Page): Promise<string> {
  return page.evaluate(
    `document.documentElement.outerHTML + [...document.querySelectorAll('input, textarea')].map((one) => one.value).join(' ') + JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + document.cookie`,
  )
}

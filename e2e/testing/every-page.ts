import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser, visit } from './browser.ts'
import type { RunningPlatform } from './platform.ts'

const widths = [390, 820, 1440]
const schemes = ['light', 'dark'] as const

async function firstId(page: Page, path: string): Promise<string> {
  const answer = await page.request.get(`/api/v1${path}`)
  return ((await answer.json()) as { items: { id: string }[] }).items[0]?.id ?? ''
}

const placesOf = {
  customer: async (page: Page) => {
    const installation = `/manage/installations/${await firstId(page, '/organizations/northwind/installations')}`
    const listing = await firstId(page, '/listings?name=acme/notifier')
    return {
      home: '/',
      browse: '/browse',
      listing: `/browse/${listing}`,
      publisher: '/browse/publishers/acme',
      launch: `/launch/${listing}`,
      installations: '/manage',
      tenants: '/manage/tenants',
      tenant: `/manage/tenants/${await firstId(page, '/organizations/northwind/tenants')}`,
      policies: '/manage/policies',
      installation,
      activity: `${installation}/activity`,
      configuration: `${installation}/configuration`,
      security: `${installation}/trust`,
      access: `${installation}/access`,
      log: `${installation}/log`,
      ledger: `${installation}/ledger`,
      organization: '/organization/members',
      account: '/account',
    }
  },
  publisher: async (page: Page) => {
    const listing = `/publish/${await firstId(page, '/organizations/acme/listings')}`
    return {
      publish: '/publish',
      'new-listing': '/publish/new',
      overview: listing,
      details: `${listing}/details`,
      manifest: `${listing}/manifest`,
      releases: `${listing}/releases`,
      deployments: `${listing}/deployments`,
      usage: `${listing}/usage`,
    }
  },
  moderator: async () => ({ moderate: '/moderate', listings: '/moderate/listings' }),
  operator: async () => ({
    home: '/',
    operate: '/operate',
    organizations: '/operate/organizations',
    people: '/operate/people',
    audit: '/operate/audit',
  }),
}

/** Takes pictures of every kind of page in both themes at three widths, to be looked at. */
export async function shootEveryPage(platform: RunningPlatform, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const browser = await openBrowser()
  for (const who of Object.keys(placesOf) as (keyof typeof placesOf)[]) {
    const { page, close } = await visit(browser, platform.apiUrl, { as: platform[who] })
    for (const [name, place] of Object.entries(await placesOf[who](page))) {
      await page.goto(place)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => undefined)
      for (const scheme of schemes) {
        await page.emulateMedia({ colorScheme: scheme })
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          await page.screenshot({ path: resolve(folder, `${who}-${name}-${width}-${scheme}.png`) })
        }
      }
    }
    await close()
  }
  await browser.close()
}

import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser, visit } from './browser.ts'
import type { RunningPlatform } from './platform.ts'

const widths = [390, 820, 1440]
const schemes = ['light', 'dark'] as const

/** The first of a list, or the one whose words are given. */
async function firstId(page: Page, path: string, words = ''): Promise<string> {
  const answer = await page.request.get(`/api/v1${path}`)
  const { items } = (await answer.json()) as { items: { id: string; locator?: string }[] }
  const found = items.find((one) => JSON.stringify(one).includes(words)) ?? items[0]
  return found?.id ?? found?.locator ?? ''
}

const placesOf = {
  customer: async (page: Page) => {
    const org = '/organizations/northwind'
    const installation = `/manage/installations/${await firstId(page, `${org}/installations`)}`
    const rater = `/manage/installations/${await firstId(page, `${org}/installations`, 'acme/rater')}`
    const listing = await firstId(page, '/listings?name=acme/notifier')
    return {
      home: '/',
      browse: '/browse',
      listing: `/browse/${listing}`,
      publisher: '/browse/publishers/acme',
      launch: `/launch/${listing}`,
      installations: '/manage',
      tenants: '/manage/tenants',
      tenant: `/manage/tenants/${await firstId(page, `${org}/tenants`)}`,
      'new-tenant': '/manage/tenants/new',
      policies: '/manage/policies',
      policy: `/manage/policies/${await firstId(page, `${org}/policies`)}`,
      packages: '/manage/packages',
      installation,
      activity: `${installation}/activity`,
      configuration: `${installation}/configuration`,
      compare: `${installation}/configuration/compare?revision=1`,
      security: `${installation}/trust`,
      access: `${installation}/access`,
      log: `${installation}/log`,
      ledger: `${installation}/ledger`,
      trials: `${rater}/trials`,
      rater,
      pricing: `${rater}/pricing`,
      keys: '/organization',
      members: '/organization/members',
      'signing-keys': '/organization/signing-keys',
      'sign-in-settings': '/organization/sign-in',
      alerts: '/organization/alerts',
      audit: '/organization/audit',
      account: '/account',
      notifications: '/notifications',
      nowhere: '/nowhere',
    }
  },
  publisher: async (page: Page) => {
    const id = await firstId(page, '/organizations/acme/listings')
    const listing = `/publish/${id}`
    return {
      home: '/',
      publish: '/publish',
      'new-listing': '/publish/new',
      overview: listing,
      details: `${listing}/details`,
      manifest: `${listing}/manifest`,
      releases: `${listing}/releases`,
      release: `${listing}/releases?release=${await firstId(page, `/listings/${id}/releases`)}`,
      findings: `${listing}/findings`,
      deployments: `${listing}/deployments`,
      usage: `${listing}/usage`,
      variables: `${listing}/variables`,
    }
  },
  moderator: async (page: Page) => ({
    home: '/',
    moderate: '/moderate',
    listings: '/moderate/listings',
    review: `/moderate/${await firstId(page, '/reviews')}`,
  }),
  operator: async () => ({
    home: '/',
    operate: '/operate',
    paused: '/operate/paused',
    organizations: '/operate/organizations',
    people: '/operate/people',
    packages: '/operate/packages',
    'sign-in': '/operate/sign-in',
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
          await page.screenshot({ path: resolve(folder, `${who}-${name}-${width}-${scheme}.png`), fullPage: true })
        }
      }
    }
    await close()
  }
  await browser.close()
}

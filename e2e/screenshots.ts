// Takes the pictures of the README and the guides: `npm run screenshots`, or a part of them: `npm run screenshots -- sign-in`, `-- readme`.
// With a folder, pictures of every page and of its states in both themes at three widths go there, to be looked at:
// `npm run screenshots -- /tmp/pages`, or with words of their names: `npm run screenshots -- /tmp/pages 'launch|desk-'`.
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, signIn, visit } from './testing/browser.ts'
import { shootEveryPage } from './testing/pictures/every-page.ts'
import { startPictureWorld } from './testing/pictures/picture-world.ts'
import { pictured } from './testing/pictures/take-pictures.ts'
import { type RunningPlatform, startPlatform } from './testing/platform.ts'
import { shootSignIn } from './testing/shoot-sign-in.ts'

const folder = resolve(import.meta.dirname, '../docs/images')

interface Named {
  id: string
  listing?: { name: string }
  name?: string
}

async function listed(page: Page, path: string): Promise<Named[]> {
  const answer = await page.request.get(`/api/v1${path}`)
  return ((await answer.json()) as { items: Named[] }).items
}

async function customerPlaces(page: Page): Promise<Record<string, string>> {
  const installations = await listed(page, '/organizations/northwind/installations')
  const of = (name: string) => installations.find((one) => one.listing?.name === name)?.id ?? ''
  const listings = await listed(page, '/listings?name=acme/vin-autofill')
  const autofill = `/manage/installations/${of('acme/vin-autofill')}`
  return {
    browse: '/browse',
    listing: `/browse/${listings[0]?.id}`,
    manage: '/manage',
    deliveries: `/manage/installations/${of('acme/notifier')}/activity`,
    configuration: `${autofill}/configuration`,
  }
}

async function publisherPlaces(page: Page): Promise<Record<string, string>> {
  const listings = await listed(page, '/organizations/acme/listings')
  const of = (name: string) => listings.find((one) => one.name === name)?.id ?? ''
  return {
    manifest: `/publish/${of('acme/settings')}/manifest`,
  }
}

async function shoot(browser: Browser, platform: RunningPlatform): Promise<void> {
  const visits = [
    ['customer', customerPlaces],
    ['publisher', publisherPlaces],
  ] as const
  for (const scheme of ['light', 'dark'] as const) {
    for (const [who, placesOf] of visits) {
      const { page, close } = await visit(browser, platform.apiUrl)
      await page.emulateMedia({ colorScheme: scheme })
      await signIn(page, platform[who])
      for (const [name, place] of Object.entries(await placesOf(page))) {
        await page.goto(place)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
        await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined)
        await page.evaluate(pictured)
        await page.screenshot({ path: resolve(folder, `${name}-${scheme}.png`) })
      }
      await close()
    }
  }
}

async function withDemo(take: (platform: RunningPlatform) => Promise<void>): Promise<void> {
  const platform = await startPlatform({ demo: true })
  try {
    await take(platform)
  } finally {
    await platform.stop()
  }
}

const parts = ['sign-in', 'readme']
const chosen = process.argv[2]
mkdirSync(folder, { recursive: true })
const browser = await openBrowser()
try {
  if (chosen !== undefined && !parts.includes(chosen))
    await withDemo(async (platform) => {
      const only = new RegExp(process.argv[3] ?? '')
      await shootEveryPage(browser, platform, await startPictureWorld(platform), resolve(chosen), only)
    })
  else {
    if (chosen !== 'readme') await shootSignIn(browser, folder)
    if (chosen !== 'sign-in') await withDemo((platform) => shoot(browser, platform))
  }
} finally {
  await browser.close()
}

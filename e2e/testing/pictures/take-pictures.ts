import { resolve } from 'node:path'
import type { Page, Request } from 'playwright-core'

const widest = 1440
const widths = [widest, 820, 390]
const schemes = ['light', 'dark'] as const
/** Taller than this, nobody looks at the end of a picture. */
const tallest = 6000

/** Something to take pictures of: an address, and what a person does there first. */
export interface Shot {
  at: string
  act?: (page: Page) => Promise<void>
  /** The widest window in which this can be seen: a menu that is open closes when the window gets narrower. */
  from?: number
  /** What is read for the page never comes, or fails; who is signed in is known anyway. */
  answers?: 'never' | 'failed'
}

async function silence(page: Page, answers: 'never' | 'failed'): Promise<void> {
  const isRead = ({ pathname }: URL) => pathname.startsWith('/api/v1/') && !pathname.endsWith('/me')
  await page.route(isRead, (route) => (answers === 'failed' ? route.fulfill({ status: 503, body: '' }) : undefined))
}

/** Icons and marks come after the list that they stand in. What is far below and loads late is not waited for. */
export const pictured = `Promise.race([
  Promise.all([...document.images].map((image) => image.complete || new Promise((done) => image.addEventListener('load', done)))),
  new Promise((done) => setTimeout(done, 3000)),
])`

const reading = new WeakMap<Page, Set<Request>>()

/** Keeps what a page is reading. The stream of changes never ends, and is not waited for. */
export function watchReads(page: Page): void {
  const open = new Set<Request>()
  reading.set(page, open)
  page.on('request', (request) => {
    if (!request.url().includes('/stream')) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  page.on('framenavigated', () => open.clear())
}

/** Waits until nothing is read for a moment: what is read next often follows from what was read first. */
async function quiet(page: Page): Promise<void> {
  const open = reading.get(page)
  const end = Date.now() + 5000
  for (let still = 0; still < 4 && Date.now() < end; still = open?.size ? 0 : still + 1) await page.waitForTimeout(60)
}

/** Waits until the page has what it reads, and its pictures. */
async function ready(page: Page): Promise<void> {
  await page.locator('h1, h2').first().waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  await quiet(page)
  await page.evaluate(pictured)
}

async function prepare(page: Page, { at, act, answers, from }: Shot): Promise<void> {
  await page.unrouteAll()
  if (answers) await silence(page, answers)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: from ?? widest, height: 900 })
  await page.goto(at)
  // The page that waits is what is wanted; how long a read is tried again before it counts as failed, the page decides.
  if (answers === 'never') return page.locator('main [aria-busy="true"]').first().waitFor()
  if (act) {
    await page.locator('h1, h2').first().waitFor()
    await act(page)
  }
  await ready(page)
}

/** Takes a picture in both themes at three widths, the whole page on each. Gives how many it took. */
export async function takePictures(page: Page, shot: Shot, folder: string, name: string): Promise<number> {
  await prepare(page, shot)
  const seen = widths.filter((width) => width <= (shot.from ?? widest))
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme })
    for (const width of seen) {
      await page.setViewportSize({ width, height: 900 })
      // What is fixed to the window is drawn where a person who scrolls to the end sees it.
      const height = await page.evaluate<number>('document.documentElement.scrollHeight')
      await page.setViewportSize({ width, height: Math.min(tallest, Math.max(900, height)) })
      await page.screenshot({ path: resolve(folder, `${name}-${width}-${scheme}.png`) })
    }
  }
  return seen.length * schemes.length
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

type Report = Awaited<ReturnType<AxeBuilder['analyze']>>

// The builder of this package loads its engine twice for every look, once into a new page, and describes all that is well, too. That is
// most of its time. The engine alone, once in a page and asked for barriers only, finds the same.
const require = createRequire(import.meta.url)
const engine = createRequire(require.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js')
const source = readFileSync(engine, 'utf8')
const options = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] }

/** What follows from a new size of the window or another scheme of colours is drawn with the next frame. */
const drawn = 'new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))'

/**
 * Pictures that load, lists that are read again and dialogs that close move what stands beside them. The rule for the size of targets
 * measures twice, so the page must not move in between: nothing is loading or fading, and its shape stays the same over ten frames.
 */
const settled = `(async () => {
  const frame = () => new Promise((next) => requestAnimationFrame(next))
  const shape = () => [...document.querySelectorAll('main header, main section, main img')].map((one) => {
    const { top, left, width, height } = one.getBoundingClientRect()
    return [top, left, width, height].map(Math.round).join()
  }).join(';')
  const moving = () => document.getAnimations().some(({ playState, effect }) =>
    playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime))
  // The engine would load a sheet that is still on its way by itself, into a style element that the page refuses.
  const isThere = (sheet) => { try { return sheet !== null && sheet.cssRules !== null } catch { return false } }
  const styling = () => [...document.querySelectorAll('link[rel="stylesheet"]')].some(({ sheet }) => !isThere(sheet))
  while (styling()) await frame()
  const end = performance.now() + 20000
  let [seen, same] = ['', 0]
  while (same < 10 && performance.now() < end) {
    await frame()
    const now = shape()
    const loading = [...document.images].some((image) => !image.complete) || document.querySelector('[aria-busy="true"]')
    same = now === seen && !loading && !moving() ? same + 1 : 0
    seen = now
  }
})()`

/** The page holds no barrier that the rules of WCAG 2.2 AA can find by machine, and does not scroll sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  // A page within the page would need the engine, too.
  expect(page.frames(), `frames of ${page.url()}`).toHaveLength(1)
  const loaded = await page.evaluate<boolean>(`${drawn}.then(() => 'axe' in window)`)
  if (!loaded) await page.evaluate(source)
  await page.evaluate(settled)
  const { violations } = await page.evaluate<Report>(`axe.run(document, ${JSON.stringify(options)})`)
  const found = violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`)
  expect(found, `barriers on ${page.url()}`).toEqual([])
  expect(await page.evaluate(unnamedButtons), `buttons on ${page.url()} that do not name their row`).toEqual([])
  await expectNotSideways(page)
}

/** The page as it is now holds no barrier in the light on a desk, nor in the dark on a telephone. */
export async function expectAccessibleInBothLooks(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
  }
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
    `${drawn}.then(() => [document.documentElement.scrollWidth - window.innerWidth, window.innerWidth])`,
  )
  expect(beyond, `${page.url()} scrolls sideways at ${width}`).toBeLessThanOrEqual(0)
}

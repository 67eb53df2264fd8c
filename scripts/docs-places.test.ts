import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = `${root}packages/console/src/texts`

/** Every text of the console that does not depend on anything. */
async function consoleTexts(): Promise<Set<string>> {
  const found = new Set<string>()
  const collect = (value: unknown): void => {
    if (typeof value === 'string') found.add(value)
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(collect)
  }
  for (const file of readdirSync(folder)) collect(await import(`${folder}/${file}`))
  return found
}

/** Ways through the console as guides write them: `**Manage → Tenants**` or `*Organization → Signing in*`. */
function waysOf(text: string, starts: Set<string>): string[][] {
  return [...text.matchAll(/\*{1,2}([^*\n]+→[^*\n]+)\*{1,2}/g)]
    .map(([, way = '']) => way.split('→').map((step) => step.trim().replace(/\.$/, '')))
    .filter(([first = '']) => starts.has(first))
}

it('guides name only places that the console has', async () => {
  const texts = await consoleTexts()
  const { shell } = await import(`${folder}/shell.ts`)
  const starts = new Set<string>([...(Object.values(shell.nav) as string[]), 'Your account'])
  const guides = ['', 'runbooks/'].flatMap((below) =>
    readdirSync(`${root}docs/${below}`).flatMap((name) => (name.endsWith('.md') ? [`${below}${name}`] : [])),
  )
  const ways = guides.flatMap((name) =>
    waysOf(readFileSync(`${root}docs/${name}`, 'utf8'), starts).map((way) => ({ name, way })),
  )
  expect(ways.length).toBeGreaterThan(8)
  const missing = ways.flatMap(({ name, way }) =>
    way.filter((step) => !texts.has(step)).map((step) => `${name}: ${way.join(' → ')} (${step})`),
  )
  expect(missing).toEqual([])
})

it('finds a place that is not there', () => {
  expect(waysOf('Go to **Manage → Nowhere** now.', new Set(['Manage']))).toEqual([['Manage', 'Nowhere']])
})

import { describe, expect, test } from 'vitest'
import { checkParts } from './check-parts.ts'

const actions = 'packages/server/src/actions'
const whole = `export interface Platform {\n  db: Db\n  clock: Clock\n  random: Random\n  log: Log\n  http: Http\n}`
const change = `import type { Platform } from './platform.ts'
export type Changing = Pick<Platform, 'db' | 'clock'> & { random: Random }
export function change(platform: Changing, work: () => void) {
  return run(platform.db, platform.clock, platform.random, work)
}`
const top = `import type { Platform } from '../platform/platform.ts'\nimport { type Changing, change } from '../platform/change.ts'\n`

const check = (code: string, more: Record<string, string> = {}) =>
  checkParts(
    new Map([
      [`${actions}/platform/platform.ts`, whole],
      [`${actions}/platform/change.ts`, change],
      [`${actions}/listing/a.ts`, top + code],
      ...Object.entries(more),
    ]),
  )

describe('each seeded violation is found', () => {
  test.each<[string, string, RegExp]>([
    ['an action with the whole platform', 'export function a(platform: Platform) { return platform.db }', /:3 .*whole/],
    ['a type that takes the whole', 'export interface Parts {\n  platform: Platform\n}', /:4 .*whole/],
    ['the whole under another name', 'type All = Platform\nexport const a = ({ db }: All) => db', /:3 .*whole/],
    [
      'a part that is not used',
      "export function a(platform: Pick<Platform, 'db' | 'http'>) { return platform.db.x }",
      /:3 names http/,
    ],
    ['a part that is not taken out', "export const a = ({ db }: Pick<Platform, 'db' | 'log'>) => db", /:3 names log/],
    [
      'a part that nobody asks for further down',
      "export const a = (platform: Changing & Pick<Platform, 'http'>) => change(platform, () => {})",
      /:3 names http/,
    ],
    [
      'a part that is named beside a change',
      'export const a = (platform: Changing & { log: Log }) => change(platform, () => {})',
      /:3 names log/,
    ],
    ['a change that is not made', 'export const a = (platform: Changing) => platform.db', /:3 names clock, random/],
    [
      'parts of another function that are not used',
      'export const a = (platform: Parameters<typeof change>[0]) => platform.db',
      /:3 names clock, random/,
    ],
    [
      'a function inside another',
      "export const a = () => {\n  function b(platform: Pick<Platform, 'db' | 'log'>) {\n    return platform.log\n  }\n  return b\n}",
      /:4 names db/,
    ],
  ])('%s', (_, code, violation) => {
    const found = check(code)
    expect(found).toContainEqual(expect.stringMatching(violation))
    expect(found.every((line) => line.startsWith(`${actions}/listing/a.ts:`))).toBe(true)
  })

  test('a callee in another file that asks for less', () => {
    const b = `import type { Platform } from '../platform/platform.ts'\nexport const b = ({ db }: Pick<Platform, 'db'>) => db`
    const a = "import { b } from './b.ts'\nexport const a = (platform: Pick<Platform, 'db' | 'clock'>) => b(platform)"
    expect(check(a, { [`${actions}/listing/b.ts`]: b })).toEqual([expect.stringMatching(/a\.ts:4 names clock/)])
  })

  test('no platform at all', () => {
    expect(checkParts(new Map())).toEqual([expect.stringMatching(/was not read/)])
  })
})

describe('what names what it needs', () => {
  test.each([
    ['what is used', "export const a = (platform: Pick<Platform, 'db' | 'log'>) => platform.log.info(platform.db)"],
    [
      'what is taken out',
      "export const a = (platform: Pick<Platform, 'log'>) => { const { log } = platform; return log }",
    ],
    ['what is passed on', 'export const a = (platform: Changing) => change(platform, () => {})'],
    ['what is passed on inside', 'export const a = (platform: Changing) => () => change(platform, () => {})'],
    ['what is spread', "export const a = (platform: Pick<Platform, 'db' | 'log'>) => b({ ...platform, x: 1 })"],
    ['what is kept', "export const a = (platform: Pick<Platform, 'db' | 'log'>) => ({ platform })"],
    ['the type of a part', "export const a = (log: Platform['log']) => log"],
    [
      'an interface with parts',
      "export interface Unit extends Pick<Platform, 'clock'> {}\nexport const a = (u: Unit) => u",
    ],
  ])('%s', (_, code) => {
    expect(check(code)).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { limits } from './manifest.ts'
import { checkManifest, parseManifest } from './parse-manifest.ts'

const base = { name: 'acme/app', version: '1.0.0' }
const listOf = (length: number, make: (index: number) => unknown) => Array.from({ length }, (_, index) => make(index))

/** Computing of this thread, which does not depend on what else the machine does. */
function millisecondsOf(work: () => unknown): number {
  const begun = process.threadCpuUsage()
  work()
  return process.threadCpuUsage(begun).user / 1000
}

it('checks no more settings than are allowed, and reports a limited number of problems', () => {
  const fields = Array.from({ length: 3000 }, () => ({ name: '', type: 'No' }))
  const { problems } = parseManifest(JSON.stringify({ ...base, app: { fields } }))
  expect(problems.length).toBeLessThanOrEqual(500)
  expect(problems.map((problem) => problem.rule)).toContain('setting.count')
  const beyond = problems.filter(({ pointer }) => Number(/^\/app\/fields\/(\d+)/.exec(pointer)?.[1] ?? 0) >= 100)
  expect(beyond).toEqual([])
})

const events = ['policy.issue']
const lists = {
  fields: ['mapping.count', limits.mappingFields, (index) => ({ name: `f${index}`, title: 'F' })],
  webhooks: ['webhook.count', limits.webhooks, (index) => ({ path: `/w${index}`, events })],
  autofill: ['autofill.count', limits.autofill, (index) => ({ path: `/a${index}`, operations: ['*.*'] })],
  externalRaters: ['rater.count', limits.raters, (index) => ({ name: `r${index}`, path: `/r${index}` })],
  public: ['public.count', limits.publicPaths, (index) => `/p${index}/*`],
  egress: ['egress.count', limits.egress, (index) => ({ host: `h${index}.example`, purpose: 'p' })],
} satisfies Record<string, [string, number, (index: number) => unknown]>

describe.each(Object.entries(lists))('platform.%s', (section, [rule, most, make]) => {
  const rulesOf = (entries: unknown[]) =>
    checkManifest({ ...base, platform: { [section]: entries } }).problems.map((problem) => problem.rule)

  it('may be as long as its limit, and longer is one problem', () => {
    expect(rulesOf(listOf(most, make))).toEqual([])
    expect(rulesOf(listOf(most + 1, make))).toEqual([rule])
  })

  it('is not looked at beyond its limit', () => {
    expect(rulesOf([...listOf(most, make), ...listOf(400, () => 7)])).toEqual([rule])
  })
})

it('lists within an integration have limits, and so has the list of hooks', () => {
  const platform = {
    webhooks: [{ path: '/w', events: listOf(limits.webhookEvents + 1, () => 'policy.issue') }],
    autofill: [{ path: '/a', operations: listOf(limits.autofillOperations + 1, () => '*.*') }],
    externalRaters: [
      { name: 'r', path: '/r', headers: Object.fromEntries(listOf(101, (i) => [`x-${i}`, 'v']) as [string, string][]) },
    ],
    lifecycle: listOf(limits.lifecycle + 1, () => 'install'),
  }
  expect(new Set(checkManifest({ ...base, platform }).problems.map(({ rule }) => rule))).toEqual(
    new Set([
      'webhook.events.count',
      'autofill.operations.count',
      'rater.headers.count',
      'lifecycle.count',
      'lifecycle.hook.duplicate',
    ]),
  )
})

it('the largest manifest of names that are nearly known, of patterns, or of paths is checked in little time', () => {
  const nearly = (index: number) => `policy.reinstatement.isue${index % 10}`
  const repeating = (times: number) => (index: number) => ({
    name: `${index}`,
    title: 'x'.repeat(1_200),
    type: 'Text',
    default: 'a',
    pattern: 'a{1000}'.repeat(times),
  })
  for (const part of [
    { platform: { webhooks: listOf(20, (w) => ({ path: `/w${w}`, events: listOf(350, nearly) })) } },
    {
      platform: {
        webhooks: listOf(2_500, (i) => ({ path: `/w${i}`, events })),
        public: listOf(9_000, (i) => `/p${i}/*`),
      },
    },
    { app: { fields: listOf(100, repeating(28)) } },
    { app: { fields: [repeating(30_000)(0)] } },
    Object.fromEntries(listOf(12_000, (index) => [`webhoo${index}`, 0]) as [string, number][]),
  ]) {
    const source = JSON.stringify({ ...part, ...base })
    expect(source.length).toBeGreaterThan(limits.manifestBytes / 2)
    expect(millisecondsOf(() => parseManifest(source))).toBeLessThan(1_500)
  }
})

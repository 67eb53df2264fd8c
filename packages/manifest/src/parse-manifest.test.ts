import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Variant } from './manifest.ts'
import { checkManifest, parseManifest } from './parse-manifest.ts'

const base = { name: 'acme/app', version: '1.0.0' }

function rulesOf(value: unknown, variant?: Variant): string[] {
  const { problems, warnings } = checkManifest(value, { variant })
  return [...problems, ...warnings].map((problem) => `${problem.rule} ${problem.pointer}`)
}

function settingRules(...fields: unknown[]): string[] {
  return rulesOf({ ...base, app: { fields } })
}

function platformRules(platform: unknown, variant?: Variant): string[] {
  return rulesOf({ ...base, platform }, variant)
}

const text = (name: string, more: object = {}) => ({ name, title: name, type: 'Text', ...more })
const select = (name: string, more: object = {}) => ({
  name,
  title: name,
  type: 'Select',
  values: [{ text: 'One', value: '1' }],
  ...more,
})

describe('the whole file', () => {
  it('needs a name and a version and nothing else', () => {
    expect(parseManifest(JSON.stringify(base)).manifest).toEqual(base)
    expect(rulesOf({})).toEqual(['manifest.name.invalid /name', 'manifest.version.invalid /version'])
  })

  it('keeps unknown properties and only warns of them', () => {
    const given = { ...base, extra: { deep: [1] }, app: { fields: [text('a', { colour: 'red' })] } }
    const { manifest, problems, warnings } = checkManifest(given)
    expect(manifest).toEqual(given)
    expect(problems).toEqual([])
    expect(warnings.map((warning) => warning.pointer)).toEqual(['/extra', '/app/fields/0/colour'])
  })

  it.each([['acme', 'Acme/app', 'acme/app/x', '-a/b', 'a/b-', `a/${'b'.repeat(64)}`, 'a /b', '']])(
    'refuses names that are not two plain parts',
    (...names) => {
      for (const name of names) expect(rulesOf({ ...base, name })).toEqual(['manifest.name.invalid /name'])
    },
  )

  it('refuses versions that are not three plain numbers', () => {
    for (const version of ['1', '1.0', '1.0.0.0', '01.0.0', '1.0.x', '1.0.0-beta', '1.0.1234567890', 1]) {
      expect(rulesOf({ ...base, version })).toEqual(['manifest.version.invalid /version'])
    }
  })

  it('tells line and column of what is wrong, and of the holder of what is missing', () => {
    const source =
      '{\n  "name": "acme/app",\n  "version": "1",\n  "app": { "fields": [\n    { "title": "T", "type": "Text" }\n  ] }\n}'
    const places = parseManifest(source).problems.map(({ rule, line, column }) => ({ rule, line, column }))
    expect(places).toEqual([
      { rule: 'manifest.version.invalid', line: 3, column: 3 },
      { rule: 'setting.name.missing', line: 5, column: 5 },
    ])
  })

  it('reports a property that is given twice', () => {
    const { problems } = parseManifest('{ "name": "acme/app", "version": "1.0.0", "version": "2.0.0" }')
    expect(problems).toMatchObject([{ rule: 'manifest.json.duplicate-key', pointer: '/version', line: 1, column: 43 }])
  })

  it('gives the place where the JSON breaks', () => {
    for (const [source, column] of [
      ['{', 2],
      ['{"a":1,}', 8],
      ['[1 2]', 4],
      ['{"a":tru}', 6],
      ['"\\x"', 2],
      ['', 1],
      ['1 1', 3],
    ] as const) {
      expect(parseManifest(source).problems).toMatchObject([{ rule: 'manifest.json.invalid', line: 1, column }])
    }
  })

  it('refuses more than 256 KB, nesting without end, and bytes that are not UTF-8', () => {
    const filler = (size: number) => JSON.stringify({ ...base, $schema: '' }).replace('""', `"${'x'.repeat(size)}"`)
    const empty = filler(0).length
    expect(parseManifest(filler(256 * 1024 - empty)).problems).toEqual([])
    expect(parseManifest(filler(256 * 1024 - empty + 1)).problems).toMatchObject([{ rule: 'manifest.size' }])
    expect(parseManifest('['.repeat(100_000)).problems).toMatchObject([{ rule: 'manifest.json.invalid' }])
    expect(parseManifest(new Uint8Array([0xff, 0xfe])).problems).toMatchObject([{ rule: 'manifest.json.invalid' }])
  })

  it('refuses texts that a database cannot keep, wherever they are', () => {
    expect(rulesOf({ ...base, extra: ['a\0'] })).toContain('manifest.text.invalid /extra/0')
    expect(parseManifest('{"name":"acme/app","version":"1.0.0","x":"\\ud800"}').problems).toMatchObject([
      { rule: 'manifest.text.invalid', pointer: '/x' },
    ])
  })

  it('must target the variant of the listing, when it says one', () => {
    expect(rulesOf({ ...base, targetPlatform: 'enterprise' }, 'connected')).toEqual([
      'manifest.targetPlatform.mismatch /targetPlatform',
    ])
    expect(rulesOf({ ...base, targetPlatform: 'other' })).toEqual(['manifest.targetPlatform.unknown /targetPlatform'])
    expect(rulesOf({ ...base, performancePlan: 'Huge' })).toEqual(['manifest.performancePlan.unknown /performancePlan'])
  })

  it('gives problems for any input and never fails', () => {
    const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.uint8Array())
    fc.assert(
      fc.property(anything, (input) => {
        const { manifest, problems } = parseManifest(input)
        expect(manifest === undefined).toBe(problems.length > 0)
      }),
      { numRuns: 60 },
    )
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true }), (value) => {
        checkManifest({ ...base, app: { fields: [value] }, platform: value })
      }),
      { numRuns: 60 },
    )
  })

  it('reads JSON as the platform reads it', () => {
    fc.assert(
      fc.property(fc.json(), (source) => {
        expect(JSON.stringify(parseManifest(source).value)).toBe(JSON.stringify(JSON.parse(source)))
      }),
      { numRuns: 60 },
    )
  })
})

describe('settings', () => {
  it('need a name, a title and a known type', () => {
    expect(settingRules({})).toEqual([
      'setting.name.missing /app/fields/0/name',
      'setting.title.missing /app/fields/0/title',
      'setting.type.unknown /app/fields/0/type',
    ])
    expect(settingRules(text('a', { type: 'Number' }))).toEqual(['setting.type.unknown /app/fields/0/type'])
    expect(settingRules(text('__proto__'))).toEqual(['setting.name.invalid /app/fields/0/name'])
    expect(settingRules(text('constructor'))).toEqual([])
  })

  it('differ by name', () => {
    expect(settingRules(text('a'), text('a'))).toEqual(['setting.name.duplicate /app/fields/1/name'])
  })

  it('of type Select offer values that differ', () => {
    expect(settingRules(select('a', { values: undefined }))).toEqual(['setting.values.missing /app/fields/0/values'])
    expect(settingRules(select('a', { values: [] }))).toEqual(['setting.values.missing /app/fields/0/values'])
    expect(
      settingRules(
        select('a', {
          values: [
            { text: 'A', value: '1' },
            { text: 'B', value: '1' },
          ],
        }),
      ),
    ).toEqual(['setting.values.duplicate /app/fields/0/values/1/value'])
    const many = (count: number) => Array.from({ length: count }, (_, index) => ({ text: 'T', value: `${index}` }))
    expect(settingRules(select('a', { values: many(500) }))).toEqual([])
    expect(settingRules(select('a', { values: many(501) }))).toEqual(['setting.values.count /app/fields/0/values'])
  })

  it('number 100 at most', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => text(`s${index}`))
    expect(settingRules(...many(100))).toEqual([])
    expect(settingRules(...many(101))).toEqual(['setting.count /app/fields'])
  })

  it('have a default that is offered, and none when write-only', () => {
    expect(settingRules(select('a', { default: '2' }))).toEqual(['setting.default.not-offered /app/fields/0/default'])
    expect(settingRules(text('a', { type: 'Password', default: 'x' }))).toEqual([
      'setting.default.write-only /app/fields/0/default',
    ])
    expect(settingRules(text('a', { sensitive: true, default: 'x' }))).toEqual([
      'setting.default.write-only /app/fields/0/default',
    ])
  })

  it('have patterns in RE2 syntax of at most 200 characters, and none when write-only', () => {
    expect(settingRules(text('a', { pattern: '[a-z]+', patternMessage: 'Letters' }))).toEqual([])
    expect(settingRules(text('a', { pattern: '(?=a)b' }))).toEqual(['setting.pattern.invalid /app/fields/0/pattern'])
    expect(settingRules(text('a', { pattern: 'a'.repeat(201) }))).toEqual([
      'setting.pattern.too-long /app/fields/0/pattern',
    ])
    expect(settingRules(text('a', { pattern: 'a', sensitive: true }))).toEqual([
      'setting.pattern.write-only /app/fields/0/pattern',
    ])
  })

  it('are visible by a setting that exists, can be read and does not lead back', () => {
    const when = (name: string, equals = '1') => ({ visibleWhen: { name, equals } })
    expect(settingRules(select('a'), text('b', when('a')))).toEqual([])
    expect(settingRules(text('b', when('a')))).toEqual(['setting.visibleWhen.unknown /app/fields/0/visibleWhen/name'])
    expect(settingRules(text('a', { sensitive: true }), text('b', when('a')))).toEqual([
      'setting.visibleWhen.write-only /app/fields/1/visibleWhen/name',
    ])
    expect(settingRules(text('a', when('b')), text('b', when('a')))).toHaveLength(2)
    expect(settingRules(select('a'), text('b', when('a', '7')))).toEqual([
      'setting.visibleWhen.not-offered /app/fields/1/visibleWhen/equals',
    ])
  })
})

describe('integrations', () => {
  it('have plain absolute paths outside those of the platform', () => {
    const path = (each: unknown) => platformRules({ webhooks: [{ path: each, events: ['policy.issue'] }] })
    for (const good of ['/', '/a', '/a/b.c', '/a%20b', '/healthy', '/_apps']) expect(path(good)).toEqual([])
    for (const bad of [
      '',
      'a',
      '//a',
      '/a//b',
      '/a?b',
      '/a#b',
      '/a b',
      '/../a',
      '/%2e%2e/a',
      '/a\\b',
      '/é',
      7,
      '/a*',
    ]) {
      expect(path(bad), String(bad)).toEqual(['integration.path.invalid /platform/webhooks/0/path'])
    }
    for (const bad of ['/health', '/_app', '/_app/install', '/%68ealth', '/_app/x/y']) {
      expect(path(bad)).toEqual(['integration.path.reserved /platform/webhooks/0/path'])
    }
  })

  it('name events of the variant, or all that begin alike', () => {
    const events = (variant: Variant | undefined, ...names: unknown[]) =>
      platformRules({ webhooks: [{ path: '/w', events: names }] }, variant)
    expect(events('connected', 'policy.issue', 'policy.*', 'policy.quote.*')).toEqual([])
    expect(events('enterprise', 'policy.issue')).toEqual(['webhook.event.unknown /platform/webhooks/0/events/0'])
    expect(events(undefined, 'policy.issue', 'billing.*')).toEqual([])
    expect(events('connected', '*', 'policy', 'polic*', 'nothing.*')).toHaveLength(4)
    expect(events('connected')).toEqual(['webhook.events.missing /platform/webhooks/0/events'])
  })

  it('are autofill and raters in the connected variant only', () => {
    const platform = {
      autofill: [{ path: '/a', operations: ['newBusiness.create'] }],
      externalRaters: [{ name: 'r', path: '/r' }],
    }
    expect(platformRules(platform, 'connected')).toEqual([])
    expect(platformRules(platform, 'enterprise')).toEqual([
      'integration.variant /platform/autofill',
      'integration.variant /platform/externalRaters',
    ])
  })

  it('have known operations and timeouts within their limits', () => {
    const autofill = (more: object) => platformRules({ autofill: [{ path: '/a', operations: ['*.*'], ...more }] })
    expect(autofill({ timeoutMs: 10_000 })).toEqual([])
    expect(autofill({ timeoutMs: 10_001 })).toEqual(['integration.timeoutMs.invalid /platform/autofill/0/timeoutMs'])
    expect(autofill({ operations: ['cancellation.create'] })).toEqual([
      'autofill.operation.unknown /platform/autofill/0/operations/0',
    ])
    expect(platformRules({ externalRaters: [{ name: 'r', path: '/r', timeoutMs: 20_001 }] })).toHaveLength(1)
  })

  it('send no headers of the platform or the connection', () => {
    const headers = (each: object) => platformRules({ externalRaters: [{ name: 'r', path: '/r', headers: each }] })
    expect(headers({ 'x-plan': 'gold' })).toEqual([])
    for (const name of ['X-MKT-Key', 'Host', 'content-type', 'Connection', 'transfer-encoding']) {
      expect(headers({ [name]: 'x' })).toEqual([`rater.header.reserved /platform/externalRaters/0/headers/${name}`])
    }
    expect(headers({ 'x-a': 'a\nb' })).toHaveLength(1)
  })

  it('share no path between kinds', () => {
    const platform = {
      webhooks: [{ path: '/x', events: ['policy.issue'] }],
      autofill: [{ path: '/x', operations: ['*.*'] }],
    }
    expect(platformRules(platform)).toEqual(['integration.path.conflict /platform/autofill/0/path'])
  })

  it('know six hooks, each by name or with a path', () => {
    expect(platformRules({ lifecycle: ['install', { hook: 'stop', path: '/stop' }] })).toEqual([])
    expect(platformRules({ lifecycle: ['explode'] })).toEqual(['lifecycle.hook.unknown /platform/lifecycle/0'])
    expect(platformRules({ lifecycle: ['stop', { hook: 'stop', path: '/stop' }] })).toEqual([
      'lifecycle.hook.duplicate /platform/lifecycle/1',
    ])
  })

  it('are never opened by a public path, and neither is everything', () => {
    const open = (path: string) =>
      platformRules({ webhooks: [{ path: '/w/a', events: ['policy.issue'] }], public: [path] })
    for (const good of ['/oauth/callback', '/oauth/*', '/w']) expect(open(good)).toEqual([])
    expect(open('/*')).toEqual(['public.path.too-wide /platform/public/0'])
    expect(open('/w/*')).toEqual(['public.path.integration /platform/public/0'])
    expect(open('/w/a')).toEqual(['public.path.integration /platform/public/0'])
    expect(open('/_app/*')).toEqual(['integration.path.reserved /platform/public/0'])
    expect(open('/a*')).toEqual(['public.path.invalid /platform/public/0'])
  })
})

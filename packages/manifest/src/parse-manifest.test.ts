import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from './manifest.ts'
import { checkManifest, parseManifest } from './parse-manifest.ts'
import { rulesOf } from './testing.ts'

const base = { name: 'acme/app', version: '1.0.0' }

const text = (name: string, more: object = {}) => ({ name, title: name, type: 'Text', ...more })

describe('the whole file', () => {
  it('needs a name and a version and nothing else', () => {
    expect(parseManifest(JSON.stringify(base)).manifest).toEqual(base)
    expect(rulesOf({})).toEqual(['manifest.name.invalid /name', 'manifest.version.invalid /version'])
  })

  it('keeps unknown properties and only warns of them', () => {
    const given = {
      ...base,
      platform: { egress: [] },
      extra: { deep: [1] },
      app: { fields: [text('a', { colour: 'red' })] },
    }
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

  it('counts of a value only what its author wrote: 256 KB are those of the shortest file', () => {
    const items = Array.from({ length: 500 }, (_, index) => ({ text: `Item ${index}`, value: `${index}` }))
    const fields = Array.from({ length: 12 }, (_, index) => ({
      name: `s${index}`,
      title: 'S',
      type: 'Select',
      values: items,
    }))
    const value = { ...base, app: { fields } }
    expect(JSON.stringify(value, null, 2).length).toBeGreaterThan(limits.manifestBytes)
    expect(checkManifest(value).problems).toEqual([])
    expect(checkManifest({ ...base, pad: 'x'.repeat(limits.manifestBytes) }).problems).toMatchObject([
      { rule: 'manifest.size' },
    ])
  })

  it('is of the listing it is for, and says where it is not', () => {
    expect(checkManifest(base, { name: base.name }).problems).toEqual([])
    expect(checkManifest(base, { name: 'acme/other' }).problems).toMatchObject([
      { rule: 'manifest.name.mismatch', severity: 'error', pointer: '/name', line: 2, column: 3 },
    ])
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
    const anything = fc.oneof(fc.string(), fc.json(), fc.uint8Array())
    fc.assert(
      fc.property(anything, (input) => {
        const { manifest, problems } = parseManifest(input)
        expect(manifest === undefined).toBe(problems.length > 0)
      }),
      { numRuns: 60 },
    )
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true }), (value) => {
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

import { describe, expect, it } from 'vitest'
import type { Manifest, MappingField, Setting } from '../manifest.ts'
import { applyConfiguration } from './apply-configuration.ts'
import {
  type ConfigurationInput,
  emptyConfiguration,
  type Mapping,
  type StoredConfiguration,
  type TenantSchema,
} from './configuration.ts'

const text = (name: string, more: Partial<Setting> = {}): Setting => ({ name, title: name, type: 'Text', ...more })
const secret = (name: string, more: Partial<Setting> = {}): Setting => text(name, { type: 'Password', ...more })
const select = (name: string, ...values: string[]): Setting =>
  text(name, { type: 'Select', values: values.map((value) => ({ text: value, value })) })

function manifest(fields: Setting[], mappingFields: MappingField[] = []): Manifest {
  return { name: 'acme/app', version: '1.0.0', app: { fields }, platform: { fields: mappingFields } }
}

const at = { updatedAt: '2026-01-01T00:00:00.000Z' }
const holding = (...names: string[]): StoredConfiguration => ({
  ...emptyConfiguration,
  held: Object.fromEntries(names.map((name) => [name, at])),
})

function apply(fields: Setting[], settings: unknown, stored: StoredConfiguration = emptyConfiguration) {
  return applyConfiguration({ manifest: manifest(fields), variant: 'connected', stored, input: { settings } })
}

function problemsOf(fields: Setting[], settings: unknown, stored?: StoredConfiguration): string[] {
  const applied = apply(fields, settings, stored)
  return applied.ok ? [] : applied.problems.map((problem) => `${problem.rule} ${problem.pointer}`)
}

describe('a plain setting', () => {
  it('left out, empty or null is unset', () => {
    const stored = { ...emptyConfiguration, settings: { a: 'old' } }
    for (const given of [{}, { a: '' }, { a: null }]) {
      expect(apply([text('a')], given, stored)).toMatchObject({ ok: true, next: { settings: {} } })
    }
  })

  it('that is a Select offering the empty text takes it', () => {
    expect(apply([select('a', '', 'x')], { a: '' })).toMatchObject({ ok: true, next: { settings: { a: '' } } })
  })

  it('is refused when required and missing, not offered, too long, or not matching', () => {
    expect(problemsOf([text('a', { required: true })], {})).toEqual(['setting.required.missing /settings/a'])
    expect(problemsOf([select('a', 'x')], { a: 'y' })).toEqual(['setting.value.not-offered /settings/a'])
    expect(problemsOf([text('a', { maxLength: 2 })], { a: '😀😀' })).toEqual([])
    expect(problemsOf([text('a', { maxLength: 2 })], { a: 'abc' })).toEqual(['setting.value.max-length /settings/a'])
    expect(problemsOf([text('a', { pattern: '[a-z]+' })], { a: 'x1' })).toEqual(['setting.value.pattern /settings/a'])
    expect(problemsOf([text('a')], { a: { set: true } })).toEqual(['setting.value.type /settings/a'])
    expect(problemsOf([text('a')], { a: 7 })).toEqual(['setting.value.type /settings/a'])
  })
})

describe('a write-only setting', () => {
  it('left out, empty or { set: true } keeps what is stored', () => {
    for (const given of [{}, { a: '' }, { a: { set: true } }, { a: { set: true, ...at } }]) {
      const applied = apply([secret('a', { required: true })], given, holding('a'))
      expect(applied).toMatchObject({ ok: true, entered: {}, erased: [], marks: { a: 'kept' } })
    }
  })

  it('given a text is replaced, and null clears it unless it is required', () => {
    expect(apply([secret('a')], { a: 'new' }, holding('a'))).toMatchObject({
      ok: true,
      next: { settings: {} },
      entered: { a: 'new' },
      marks: { a: 'entered' },
    })
    expect(apply([secret('a')], { a: null }, holding('a'))).toMatchObject({ erased: ['a'], marks: { a: 'cleared' } })
    expect(problemsOf([secret('a', { required: true })], { a: null }, holding('a'))).toEqual([
      'setting.required.cleared /settings/a',
    ])
  })

  it('that is required and not stored must be given', () => {
    for (const given of [{}, { a: '' }, { a: null }, { a: { set: true } }]) {
      expect(problemsOf([secret('a', { required: true })], given)).toEqual(['setting.required.missing /settings/a'])
    }
  })

  it('that was made plain stays held until a new value is entered, which can be read', () => {
    expect(apply([text('a', { required: true })], {}, holding('a'))).toMatchObject({
      ok: true,
      marks: { a: 'kept' },
      erased: [],
    })
    expect(apply([text('a')], { a: 'new' }, holding('a'))).toMatchObject({
      next: { settings: { a: 'new' } },
      erased: ['a'],
    })
  })
})

describe('a hidden setting', () => {
  const when = { visibleWhen: { name: 'mode', equals: 'on' } }
  const fields = [
    select('mode', 'on', 'off'),
    text('plain', { required: true, ...when }),
    secret('key', { required: true, ...when }),
  ]

  it('is not required', () => {
    expect(problemsOf(fields, { mode: 'off' })).toEqual([])
    expect(problemsOf(fields, { mode: 'on' })).toHaveLength(2)
  })

  it('that is plain is unset, and one that is write-only keeps its value', () => {
    const applied = apply(fields, { mode: 'off', plain: 'x' }, { ...holding('key'), settings: { plain: 'x' } })
    expect(applied).toMatchObject({ ok: true, next: { settings: { mode: 'off' } }, marks: { key: 'kept' }, erased: [] })
  })

  it('may depend on a Boolean or a Number, whose value is written as it is or as a text', () => {
    const conditions: [Setting['type'], string | number | boolean][] = [
      ['Boolean', true],
      ['Boolean', 'true'],
      ['Number', 5],
      ['Number', '5'],
    ]
    for (const [type, equals] of conditions) {
      const asked = [{ ...text('a'), type }, text('b', { required: true, visibleWhen: { name: 'a', equals } })]
      expect(problemsOf(asked, { a: type === 'Boolean' ? true : 5 })).toEqual(['setting.required.missing /settings/b'])
      expect(problemsOf(asked, { a: type === 'Boolean' ? false : 6 })).toEqual([])
    }
  })

  it('hides those that depend on it', () => {
    const chain = [
      select('a', '1'),
      text('b', { visibleWhen: { name: 'a', equals: '1' } }),
      text('c', { required: true, visibleWhen: { name: 'b', equals: 'x' } }),
    ]
    expect(problemsOf(chain, { b: 'x' })).toEqual([])
    expect(problemsOf(chain, { a: '1', b: 'x' })).toEqual(['setting.required.missing /settings/c'])
  })
})

describe('names and sizes', () => {
  it('unknown names are refused, those of built-in properties included', () => {
    const given = JSON.parse('{ "__proto__": "x", "toString": "y", "constructor": { "set": true } }')
    expect(problemsOf([], given)).toEqual([
      'setting.name.unknown /settings/__proto__',
      'setting.name.unknown /settings/toString',
      'setting.name.unknown /settings/constructor',
    ])
    expect(problemsOf([text('constructor', { required: true })], {})).toEqual([
      'setting.required.missing /settings/constructor',
    ])
  })

  it('NUL and lone surrogates are refused', () => {
    for (const bad of ['a\0', '\ud800', 'x\udc00y']) {
      expect(problemsOf([text('a')], { a: bad })).toEqual(['setting.value.characters /settings/a'])
      expect(problemsOf([secret('a')], { a: bad })).toEqual(['setting.value.characters /settings/a'])
    }
  })

  it('a value has 8 KB at most, all of them 64 KB', () => {
    const fields = Array.from({ length: 9 }, (_, index) => text(`s${index}`))
    const full = 'x'.repeat(8192)
    expect(problemsOf(fields, { s0: full })).toEqual([])
    expect(problemsOf(fields, { s0: `${full}x` })).toEqual(['setting.value.too-long /settings/s0'])
    expect(problemsOf(fields, { s0: `${'é'.repeat(4096)}x` })).toEqual(['setting.value.too-long /settings/s0'])
    const eight = Object.fromEntries(fields.slice(0, 8).map((setting) => [setting.name, full]))
    expect(problemsOf(fields, eight)).toEqual([])
    expect(problemsOf(fields, { ...eight, s8: 'x' })).toEqual(['configuration.size '])
  })

  it('what is no object or list is refused', () => {
    for (const settings of [[], 'x', 1, null]) {
      expect(problemsOf([], settings)).toEqual(['configuration.type.invalid /settings'])
    }
  })
})

describe('mappings', () => {
  const vin = "$[?(@.name=='auto')].policyConfiguration.exposures[?(@.name=='vehicle')].fields[?(@.name=='vin')]"
  const last = "policyholder.fields[?(@.name=='last_name')]"
  const wanted = [
    { name: 'vin', title: 'VIN', required: true },
    { name: 'last', title: 'Last name' },
  ]

  function map(
    mappings: ConfigurationInput['mappings'],
    fields: MappingField[] = wanted,
    known: { stored?: Mapping[]; schema?: TenantSchema } = {},
  ) {
    const applied = applyConfiguration({
      manifest: manifest([], fields),
      variant: 'connected',
      stored: { ...emptyConfiguration, mappings: known.stored ?? [] },
      input: { mappings },
      schema: known.schema,
    })
    return applied.ok ? applied.next.mappings : applied.problems.map((problem) => `${problem.rule} ${problem.pointer}`)
  }

  it('are kept as given, without empty fields', () => {
    expect(
      map([
        { productName: 'auto', fields: { vin, last: '' } },
        { productName: 'policyholders', fields: { last } },
      ]),
    ).toEqual([
      { productName: 'auto', fields: { vin } },
      { productName: 'policyholders', fields: { last } },
    ])
    expect(map(undefined, [])).toEqual([])
  })

  it('are held against the schema of the tenant, where it is known, each at its own field', () => {
    const schema: TenantSchema = {
      lacksProduct: (product) => (product === 'auto' ? undefined : `no product ${product}`),
      lacksPath: (path) => (path === vin ? undefined : `no ${path}`),
    }
    expect(map([{ productName: 'auto', fields: { vin } }], wanted, { schema })).toEqual([
      { productName: 'auto', fields: { vin } },
    ])
    const gone = vin.replace('vin', 'gone')
    expect(map([{ productName: 'auto', fields: { vin: gone } }], wanted, { schema })).toEqual([
      'mapping.value.unknown /mappings/0/fields/vin',
    ])
  })

  it('name a product of the tenant, whether or not a path says which product it belongs to', () => {
    const known: TenantSchema = {
      lacksProduct: (product) => (product === 'auto' ? undefined : `no product ${product}`),
      lacksPath: (path) => (path.includes('home') ? 'no product home' : undefined),
    }
    const unknown = ['mapping.product.unknown /mappings/0/productName']
    expect(map([{ productName: 'home', fields: {} }], [], { schema: known })).toEqual(unknown)
    const pathOfHome = vin.replace('auto', 'home')
    expect(map([{ productName: 'home', fields: { vin: pathOfHome } }], wanted, { schema: known })).toEqual([
      'mapping.value.unknown /mappings/0/fields/vin',
    ])
    const enterprise = (productName: string) =>
      applyConfiguration({
        manifest: manifest([], wanted),
        variant: 'enterprise',
        stored: emptyConfiguration,
        input: { mappings: [{ productName, fields: { vin: "$.exposures['Vehicle'].data['vin']" } }] },
        schema: known,
      })
    expect(enterprise('auto')).toMatchObject({ ok: true })
    expect(enterprise('made-up')).toMatchObject({
      problems: [{ rule: 'mapping.product.unknown', pointer: '/mappings/0/productName' }],
    })
  })

  it('are not held against the schema again while they stay as stored', () => {
    const schema: TenantSchema = { lacksProduct: () => 'no product', lacksPath: () => 'no field' }
    const stored = [{ productName: 'auto', fields: { vin } }]
    expect(map(stored, wanted, { stored, schema })).toEqual(stored)
    const other = [{ productName: 'auto', fields: { vin: vin.replace('vin', 'other') } }]
    expect(map(other, wanted, { stored, schema })).toEqual(['mapping.value.unknown /mappings/0/fields/vin'])
  })

  it('must hold every required field, in each product', () => {
    expect(map([])).toEqual(['mapping.required.missing /mappings'])
    expect(map([{ productName: 'auto', fields: {} }])).toEqual(['mapping.required.missing /mappings/0/fields/vin'])
  })

  it('are paths of the variant that belong to their product', () => {
    expect(map([{ productName: 'auto', fields: { vin: '$.vin' } }])).toEqual([
      'mapping.value.invalid /mappings/0/fields/vin',
    ])
    expect(map([{ productName: 'home', fields: { vin } }])).toEqual(['mapping.value.product /mappings/0/fields/vin'])
    expect(map([{ productName: 'auto', fields: { vin: 7 } }])).toEqual(['mapping.value.invalid /mappings/0/fields/vin'])
  })

  it('name a product once and known fields only', () => {
    expect(map([{ productName: 'auto', fields: { vin, x: vin } }])).toEqual([
      'mapping.name.unknown /mappings/0/fields/x',
    ])
    expect(
      map([
        { productName: 'auto', fields: { vin } },
        { productName: 'auto', fields: { vin } },
      ]),
    ).toEqual(['mapping.product.duplicate /mappings/1/productName'])
    expect(map([{ fields: { vin } }])).toEqual(['mapping.product.missing /mappings/0/productName'])
    expect(map([7])).toEqual(['configuration.type.invalid /mappings/0'])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Manifest, MappingField } from '../manifest.ts'
import { schemaPlaces } from './schema-places.ts'
import { suggestMapping } from './suggest-mapping.ts'
import { suggestMappings } from './suggest-mappings.ts'

type Field = { name: string; title?: string; type?: string; fields?: Field[] }
const text = (name: string, title = name): Field => ({ name, title, type: 'string' })
const typed = (type: string, name: string, title = name): Field => ({ name, title, type })
const product = (name: string, fields: Field[], exposures: Record<string, Field[]> = {}) => ({
  name,
  policyConfiguration: {
    fields,
    exposures: Object.entries(exposures).map(([exposure, of]) => ({ name: exposure, fields: of, perils: [] })),
  },
})
const connected = (products: object[], holder: Field[] = []) =>
  schemaPlaces('connected', { products, policyholder: { fields: holder } })
const appOf = (...fields: (string | Partial<MappingField>)[]): Manifest => ({
  name: 'acme/app',
  version: '1.0.0',
  platform: {
    fields: fields.map((field) => {
      const one = typeof field === 'string' ? { name: field } : field
      return { name: '', title: one.name ?? '', ...one }
    }),
  },
})
const nameIn = (path: string | undefined) => path?.match(/name=='([^']+)'\)\]$/)?.[1]
const suggested = (manifest: Manifest, places: ReturnType<typeof connected>, productName = 'auto') => {
  const { mapping, unmapped } = suggestMapping(manifest, places, { productName, fields: {} })
  return {
    mapped: Object.fromEntries(Object.entries(mapping.fields).map(([name, path]) => [name, nameIn(path)])),
    unmapped: Object.fromEntries(unmapped.map(({ field, candidates }) => [field.name, candidates.map((c) => c.name)])),
  }
}

describe('a suggestion by names', () => {
  it('takes the same words, however they are written', () => {
    const places = connected([product('auto', [], { vehicle: [text('model_year'), text('VIN'), text('plateNumber')] })])
    expect(suggested(appOf('modelYear', 'vin', 'plate_number'), places).mapped).toEqual({
      modelYear: 'model_year',
      vin: 'VIN',
      plate_number: 'plateNumber',
    })
  })

  it('uses a place once: the engine’s model does not go where the car’s is', () => {
    const places = connected([product('auto', [], { vehicle: [text('model', 'Model')] })])
    const app = appOf({ name: 'engine', title: 'Engine model' }, { name: 'model', title: 'Model' })
    expect(suggested(app, places)).toEqual({ mapped: { model: 'model' }, unmapped: { engine: [] } })
  })

  it('does not take a place that says something else beside the word, and shows it to choose', () => {
    const places = connected([product('auto', [text('garaging_zip')], { vehicle: [text('engine_model')] })])
    expect(suggested(appOf('model', 'zip'), places)).toEqual({
      mapped: {},
      unmapped: { model: ['engine_model'], zip: ['garaging_zip'] },
    })
    const other = connected([product('auto', [], { vehicle: [text('model')] })])
    expect(suggested(appOf('engineModel'), other)).toEqual({ mapped: {}, unmapped: { engineModel: ['model'] } })
  })

  it('reads words that only say where the field is as such', () => {
    const places = connected([product('auto', [], { vehicle: [text('vehicle_colour'), text('make')] })])
    expect(suggested(appOf('colour', 'vehicleMake'), places).mapped).toEqual({
      colour: 'vehicle_colour',
      vehicleMake: 'make',
    })
  })

  it('takes a title where the name is another one', () => {
    const places = connected([product('auto', [], { vehicle: [text('f_17', 'Vehicle identification number')] })])
    const app = appOf({ name: 'vin', title: 'Vehicle identification number' })
    expect(suggested(app, places).mapped).toEqual({ vin: 'f_17' })
  })

  it('leaves what is equally good to a person: one field and two places, two fields and one place', () => {
    const two = connected([product('auto', [], { garage: [text('street')], owner: [text('street')] })])
    expect(suggested(appOf('street'), two)).toEqual({ mapped: {}, unmapped: { street: ['street', 'street'] } })
    const one = connected([product('auto', [text('x', 'Street')])])
    const app = appOf({ name: 'a', title: 'Street' }, { name: 'b', title: 'Street' })
    expect(suggested(app, one)).toEqual({ mapped: {}, unmapped: { a: ['x'], b: ['x'] } })
  })

  it('prefers the policy and its exposures to entries of groups and fields of perils', () => {
    const group = { name: 'losses', title: 'Losses', type: 'group', fields: [typed('number', 'year')] }
    const places = connected([product('auto', [group], { vehicle: [typed('number', 'year')] })])
    const { mapping } = suggestMapping(appOf('year'), places, { productName: 'auto', fields: {} })
    expect(mapping.fields.year).toContain('exposures')
  })

  it('keeps what is mapped already, and does not use its place again', () => {
    const places = connected([product('auto', [text('model'), text('make')])])
    const path = places.find(({ name }) => name === 'model')?.path ?? ''
    const present = { productName: 'auto', fields: { engine: path } }
    const { mapping, unmapped } = suggestMapping(appOf('engine', 'model', 'make'), places, present)
    expect(mapping.fields.engine).toBe(path)
    expect(nameIn(mapping.fields.make)).toBe('make')
    expect(unmapped.map(({ field }) => field.name)).toEqual(['model'])
  })
})

describe('a suggestion by types', () => {
  it('does not take a date for a number, a number for a date, or anything for yes and no', () => {
    const places = connected([
      product('auto', [typed('date', 'year'), typed('number', 'start_date'), typed('boolean', 'value')]),
    ])
    expect(suggested(appOf('year', 'startDate', 'value'), places).mapped).toEqual({})
  })

  it('takes the place of the right type where two have the name', () => {
    const places = connected([product('auto', [], { a: [text('year')], b: [typed('number', 'year')] })])
    const { mapping } = suggestMapping(appOf('year'), places, { productName: 'auto', fields: {} })
    expect(mapping.fields.year).toContain("exposures[?(@.name=='b')]")
  })

  it('takes texts and choices for numbers and dates: many systems keep them so', () => {
    const places = connected([product('auto', [typed('select', 'limit'), text('birth_date')])])
    expect(suggested(appOf('limit', 'birthDate'), places).mapped).toEqual({ limit: 'limit', birthDate: 'birth_date' })
  })

  it('never takes what is not one value', () => {
    const places = schemaPlaces('enterprise', {
      products: { Auto: { data: { photo: { type: 'file' }, tags: { type: 'string*' }, note: { type: 'string?' } } } },
    })
    const { mapping } = suggestMapping(appOf('photo', 'tags', 'note'), places, { productName: 'Auto', fields: {} })
    expect(mapping.fields).toEqual({ note: "$.products['Auto'].data['note']" })
  })
})

describe('suggestions for all products', () => {
  const vin = { name: 'vin', required: true }
  const auto = product('auto', [], { vehicle: [text('vin'), text('model')] })
  const home = product('home', [text('model')])

  it('leave out a product that lacks a required field, and say so', () => {
    const { mappings, unmapped } = suggestMappings(appOf(vin, 'model', 'colour'), connected([auto, home]))
    expect(mappings.map(({ productName, fields }) => [productName, Object.keys(fields)])).toEqual([
      ['auto', ['vin', 'model']],
    ])
    expect(
      unmapped.map(({ productName, mapped, fields }) => [productName, mapped, fields.map((f) => f.field.name)]),
    ).toEqual([
      ['auto', true, ['colour']],
      ['home', false, ['vin', 'colour']],
    ])
  })

  it('give the best attempt where no product has everything that is required', () => {
    const { mappings, unmapped } = suggestMappings(appOf(vin, 'model'), connected([home]))
    expect(mappings.map(({ productName }) => productName)).toEqual(['home'])
    expect(unmapped[0]).toMatchObject({ productName: 'home', mapped: true, fields: [{ field: { name: 'vin' } }] })
  })

  it('map the policyholder’s fields there, unless a product has them as well', () => {
    const drivers = { name: 'drivers', title: 'Drivers', type: 'group', fields: [text('last_name')] }
    const places = connected(
      [product('auto', [drivers, text('phone'), text('vin')])],
      [text('last_name'), text('phone')],
    )
    const { mappings, unmapped } = suggestMappings(appOf(vin, 'lastName', 'phone'), places)
    expect(mappings.map(({ productName, fields }) => [productName, Object.keys(fields)])).toEqual([
      ['auto', ['vin', 'phone']],
      ['policyholders', ['lastName']],
    ])
    expect(unmapped).toEqual([])
  })

  it('say what is missing where there are no products at all', () => {
    expect(suggestMappings(appOf(vin), connected([], [text('phone')]))).toMatchObject({
      mappings: [],
      unmapped: [{ productName: 'policyholders', mapped: false, fields: [{ field: { name: 'vin' } }] }],
    })
    expect(suggestMappings(appOf(), connected([auto]))).toEqual({ mappings: [], unmapped: [] })
  })

  it('of the enterprise variant prefer exposures that the product contains', () => {
    const places = schemaPlaces('enterprise', {
      products: {
        Auto: { data: {}, contents: ['Vehicle+'] },
        Home: { data: { occupancy: { type: 'string' } }, contents: ['Dwelling!'] },
      },
      exposures: {
        Vehicle: { data: { year: { type: 'int?' } } },
        Dwelling: { data: { year: { type: 'int?' } } },
      },
    })
    const { mapping } = suggestMapping(appOf('year'), places, { productName: 'Home', fields: {} })
    expect(mapping.fields).toEqual({ year: "$.exposures['Dwelling'].data['year']" })
  })
})

it('every suggestion is distinct, belongs to its product, keeps what was there, and no field is forgotten', () => {
  const word = fc.constantFrom('model', 'engine', 'year', 'vin', 'value', 'zip', 'date', 'limit')
  const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('_'))
  const type = fc.constantFrom('string', 'number', 'date', 'select', 'boolean')
  const field = fc.record({ name, title: name, type })
  const part = fc.record({
    name: fc.constantFrom('auto', 'home'),
    fields: fc.uniqueArray(field, { maxLength: 6, selector: (one) => one.name }),
    of: fc.uniqueArray(field, { maxLength: 6, selector: (one) => one.name }),
  })
  const fields = fc.uniqueArray(fc.record({ name, title: name, required: fc.boolean() }), {
    maxLength: 8,
    selector: (one) => one.name,
  })
  fc.assert(
    fc.property(fc.uniqueArray(part, { selector: (one) => one.name }), fields, (parts, asked) => {
      const places = connected(parts.map(({ name, fields, of }) => product(name, fields, { thing: of })))
      const manifest = appOf(...asked)
      const { mappings, unmapped } = suggestMappings(manifest, places)
      for (const { productName, fields } of mappings) {
        const paths = Object.values(fields)
        expect(new Set(paths).size).toBe(paths.length)
        for (const path of paths) expect(places.find((place) => place.path === path)?.product).toBe(productName)
        const missing = unmapped.find((one) => one.productName === productName)?.fields.map((one) => one.field.name)
        expect([...Object.keys(fields), ...(missing ?? [])].sort()).toEqual(asked.map((one) => one.name).sort())
        const again = suggestMapping(manifest, places, { productName, fields })
        for (const [name, path] of Object.entries(fields)) expect(again.mapping.fields[name]).toBe(path)
      }
    }),
    { numRuns: 500 },
  )
})

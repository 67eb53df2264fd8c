import { expect, it } from 'vitest'
import type { ConnectedSchema, EnterpriseSchema } from './mapping-schema.ts'
import { mappingPaths } from './mapping-schema.ts'
import { schemaNames } from './schema-names.ts'
import { missingPaths, tenantSchema } from './tenant-schema.ts'

const field = (name: string) => ({ name, title: name, type: 'string' })
const titled = (name: string) => ({ name, displayName: name })
const connected: ConnectedSchema = {
  variant: 'connected',
  products: [
    {
      ...titled('auto'),
      policyConfiguration: {
        fields: [field('channel'), { ...field('drivers'), type: 'group', fields: [field('first_name')] }],
        exposures: [
          {
            ...titled('vehicle'),
            fields: [field('vin')],
            perils: [{ ...titled('collision'), fields: [field('deductible')] }],
          },
        ],
      },
    },
    { ...titled('silent'), policyConfiguration: { fields: [], exposures: [] } },
    { ...titled('global'), policyConfiguration: { fields: [field('hidden')], exposures: [] } },
  ],
  policyholder: { fields: [field('last_name')] },
}
const data = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { type: 't', displayName: name }]))
const enterprise: EnterpriseSchema = {
  variant: 'enterprise',
  products: { Auto: { displayName: 'Auto', contents: [], data: data('channel') } },
  exposures: { Vehicle: { displayName: 'Vehicle', data: data('vin') } },
  accounts: { Person: { displayName: 'Person', data: data() } },
}

const auto = "$[?(@.name=='auto')].policyConfiguration"
const named = (name: string) => `[?(@.name=='${name}')]`

it('a schema lacks none of its own paths, nor a group as a whole', () => {
  for (const schema of [connected, enterprise])
    for (const path of mappingPaths(schema)) expect(tenantSchema(schemaNames(schema)).lacksPath(path)).toBeUndefined()
  expect(tenantSchema(schemaNames(connected)).lacksPath(`${auto}.fields${named('drivers')}`)).toBeUndefined()
})

it.each([
  [`${auto.replace('auto', 'home')}.fields${named('channel')}`, 'The tenant has no product named home.'],
  [`${auto.replace('auto', 'global')}.fields${named('hidden')}`, 'The tenant has no product named global.'],
  [`${auto}.fields${named('gone')}`, 'The product auto has no field named gone.'],
  [`${auto}.fields${named('cars')}.fields${named('x')}`, 'The product auto has no group named cars.'],
  [`${auto}.fields${named('channel')}.fields${named('x')}`, 'The product auto has no group named channel.'],
  [
    `${auto}.fields${named('drivers')}.fields${named('x')}`,
    'The group drivers of the product auto has no field named x.',
  ],
  [`${auto}.exposures${named('boat')}.fields${named('vin')}`, 'The product auto has no exposure named boat.'],
  [`${auto}.exposures${named('vehicle')}.fields${named('hull')}`, 'The exposure vehicle has no field named hull.'],
  [
    `${auto}.exposures${named('vehicle')}.perils${named('fire')}.fields${named('limit')}`,
    'The exposure vehicle has no peril named fire.',
  ],
  [`policyholder.fields${named('height')}`, 'The policyholder has no field named height.'],
  ['nonsense', 'The value is not a path of a schema.'],
])('a connected path says which part of it the tenant lacks: %s', (path, words) => {
  expect(tenantSchema(schemaNames(connected)).lacksPath(path)).toBe(`${words} Choose a field from the tenant's schema.`)
})

it.each([
  ["$.products['Home'].data['f']", 'The tenant has no product named Home.'],
  ["$.products['Auto'].data['f']", 'The product Auto has no field named f.'],
  ["$.exposures['constructor'].data['f']", 'The tenant has no exposure named constructor.'],
])('an enterprise path says which part of it the tenant lacks: %s', (path, words) => {
  expect(tenantSchema(schemaNames(enterprise)).lacksPath(path)).toBe(
    `${words} Choose a field from the tenant's schema.`,
  )
})

it('what tells no fields at all is not judged by them', () => {
  const silent = `${auto.replace('auto', 'silent')}.exposures${named('x')}.fields${named('y')}`
  expect(tenantSchema(schemaNames(connected)).lacksPath(silent)).toBeUndefined()
  expect(tenantSchema(schemaNames(enterprise)).lacksPath("$.accounts['Person'].data['email']")).toBeUndefined()
})

it('a mapped product must be deployed in the tenant of either variant, the policyholder aside', () => {
  for (const [schema, product] of [
    [connected, 'auto'],
    [enterprise, 'Auto'],
  ] as const) {
    const { lacksProduct } = tenantSchema(schemaNames(schema))
    expect(lacksProduct(product)).toBeUndefined()
    expect(lacksProduct('policyholders')).toBeUndefined()
    for (const unknown of ['home', 'global', 'constructor', '']) expect(lacksProduct(unknown)).toContain('no product')
  }
  expect(tenantSchema(schemaNames(connected)).lacksProduct('home')).toBe(
    'The tenant has no product named home. Choose one of its products: auto, silent.',
  )
})

it('a mapped path that the schema does not have is missing', () => {
  const path = `${auto}.fields${named('channel')}`
  const gone = `${auto}.fields${named('gone')}`
  expect(
    missingPaths(schemaNames(connected), [{ productName: 'auto', fields: { a: path, b: gone, c: 'nonsense' } }]),
  ).toEqual([
    { productName: 'auto', field: 'b', path: gone },
    { productName: 'auto', field: 'c', path: 'nonsense' },
  ])
})

it('a path is looked up at the same cost in a small and in a large schema', () => {
  const fields = Array.from({ length: 20_000 }, (_, at) => field(`f${at}`))
  const large: ConnectedSchema = {
    ...connected,
    products: [{ ...titled('auto'), policyConfiguration: { fields, exposures: [] } }],
  }
  const { lacksPath } = tenantSchema(schemaNames(large))
  const began = process.cpuUsage()
  let lacking = 0
  for (let at = 0; at < 200_000; at += 1) if (lacksPath(`${auto}.fields${named('gone')}`) !== undefined) lacking += 1
  const { user, system } = process.cpuUsage(began)
  expect(lacking).toBe(200_000)
  expect(user + system).toBeLessThan(4_000_000)
})

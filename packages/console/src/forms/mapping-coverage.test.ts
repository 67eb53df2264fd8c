import { expect, it } from 'vitest'
import { mappingCoverage } from './mapping-coverage.ts'

const fields = [
  { name: 'vin', title: 'VIN', required: true },
  { name: 'make', title: 'Make' },
]

it('counts the fields of each product, and names the required ones that are missing where it is mapped at all', () => {
  const mappings = [
    { productName: 'auto', fields: { vin: '$.a', make: '$.b' } },
    { productName: 'fleet', fields: { make: '$.c' } },
  ]
  expect(mappingCoverage(fields, ['auto', 'fleet', 'home'], mappings)).toEqual([
    { product: 'auto', mapped: 2, fields: 2, missing: [] },
    { product: 'fleet', mapped: 1, fields: 2, missing: ['VIN'] },
    { product: 'home', mapped: 0, fields: 2, missing: [] },
  ])
})

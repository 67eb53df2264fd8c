import { expect, it } from 'vitest'
import type { ConnectedSchema } from '../tenant/mapping-schema.ts'
import { sampleProduct } from './sample-product.ts'

function schemaWith(fields: { name: string; type: string; values?: string[] }[]): Pick<ConnectedSchema, 'products'> {
  const product = { name: 'boats', policyConfiguration: { fields, exposures: [] } }
  return { products: [product] } as unknown as Pick<ConnectedSchema, 'products'>
}
const sampled = (field: { name: string; type: string; values?: string[] }) =>
  sampleProduct(schemaWith([field]), 'boats')?.product.fieldValues[field.name]

it('a sample has what a field of that name usually has, where type and choices allow it', () => {
  expect(sampled({ name: 'usage', type: 'string' })).toEqual(['Commute'])
  expect(sampled({ name: 'usage', type: 'number' })).toEqual(['1'])
  expect(sampled({ name: 'usage', type: 'string', values: ['Pleasure', 'Work'] })).toEqual(['Pleasure'])
})

it('a sample is about the product that is wanted, or the first there is', () => {
  expect(sampleProduct(schemaWith([{ name: 'a', type: 'string' }]), 'homes')?.productName).toBe('boats')
  expect(sampleProduct({ products: [] }, 'homes')).toBeUndefined()
})

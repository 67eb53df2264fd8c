import type { SampleFields, SampleProduct } from '@mkt/contract/app'
import { sampleValue } from '@mkt/contract/samples'
import { type ConnectedSchema, type SchemaField, SYSTEM_PRODUCT } from '../tenant/mapping-schema.ts'

/** A schema may have thousands of each; a sample needs some. */
const most = { fields: 200, exposures: 10, perils: 20 }

/** Which of a tenant's products a sample is about, and what a policy of it consists of. Undefined where nothing is known of it. */
export function sampleProduct(
  schema: Pick<ConnectedSchema, 'products'>,
  wanted: string,
): { productName: string; product: SampleProduct } | undefined {
  const products = schema.products.filter(({ name }) => name !== SYSTEM_PRODUCT)
  const found = products.find(({ name }) => name === wanted) ?? products[0]
  if (found === undefined) return undefined
  const { fields, exposures } = found.policyConfiguration
  // An account may be allowed to see the products but not what is in them.
  if (fields.length === 0 && exposures.length === 0) return undefined
  return {
    productName: found.name,
    product: {
      ...filled(fields),
      exposures: exposures.slice(0, most.exposures).map((exposure) => ({
        name: exposure.name,
        ...filled(exposure.fields),
        perils: exposure.perils.slice(0, most.perils).map(({ name }) => name),
      })),
    },
  }
}

function filled(fields: readonly SchemaField[]): SampleFields {
  const some = fields.slice(0, most.fields)
  return {
    fieldValues: valuesOf(some.filter(({ type }) => type !== 'group')),
    fieldGroups: some
      .filter(({ type }) => type === 'group')
      .map((group) => ({ fieldName: group.name, fieldValues: valuesOf((group.fields ?? []).slice(0, most.fields)) })),
  }
}

const valuesOf = (fields: readonly SchemaField[]) =>
  Object.fromEntries(fields.filter(({ type }) => type !== 'group').map((field) => [field.name, [sampleValue(field)]]))

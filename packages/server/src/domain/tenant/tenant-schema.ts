import { type Mapping, type MappingPlace, parseMappingPath, policyholders, type TenantSchema } from '@mkt/manifest'
import {
  type ConnectedSchema,
  type DataFields,
  type EnterpriseSchema,
  type MappingSchema,
  productNames,
  type SchemaField,
  SYSTEM_PRODUCT,
} from './mapping-schema.ts'

const FIX = "Choose a field from the tenant's schema."

/**
 * What mappings are held against: a product schema as it was read. A product, a policyholder or an owner of data that
 * tells no fields at all is not judged, because an account may be allowed to see the products but not what is in them.
 */
export function tenantSchema(schema: MappingSchema): TenantSchema {
  return {
    lacksProduct: (name) => {
      const known = productNames(schema)
      if (name === policyholders || known.includes(name)) return undefined
      return `The tenant has no product named ${name}. Choose one of its products${offered(known)}.`
    },
    lacksPath: (path) => {
      const place = parseMappingPath(path, schema.variant)
      const missing = place === undefined ? 'The value is not a path of a schema.' : lack(schema, place)
      return missing === undefined ? undefined : `${missing} ${FIX}`
    },
  }
}

const OFFERED = 10

function offered(names: readonly string[]): string {
  const more = names.length > OFFERED ? ', …' : ''
  return names.length === 0 ? '' : `: ${names.slice(0, OFFERED).join(', ')}${more}`
}

export interface MissingPath {
  productName: string
  field: string
  path: string
}

/** Mapped paths that the schema does not have (any more); also those that were never a path. */
export function missingPaths(schema: MappingSchema, mappings: readonly Mapping[]): MissingPath[] {
  const known = tenantSchema(schema)
  return mappings.flatMap(({ productName, fields }) =>
    Object.entries(fields)
      .filter(([, path]) => known.lacksPath(path) !== undefined)
      .map(([field, path]) => ({ productName, field, path })),
  )
}

function lack(schema: MappingSchema, place: MappingPlace): string | undefined {
  if (schema.variant === 'enterprise') return place.variant === 'enterprise' ? lackOfData(schema, place) : undefined
  if (place.variant === 'enterprise') return undefined
  if (place.of === 'policyholder') {
    const { fields } = schema.policyholder
    return fields.length === 0 ? undefined : lackOfField(fields, place, 'policyholder')
  }
  const product = productOf(schema, place.product)
  if (product === undefined) return `The tenant has no product named ${place.product}.`
  const { fields, exposures } = product.policyConfiguration
  if (fields.length === 0 && exposures.length === 0) return undefined
  if (place.of === 'policy') return lackOfField(fields, place, `product ${place.product}`)
  const exposure = exposures.find(({ name }) => name === place.exposure)
  if (exposure === undefined) return `The product ${place.product} has no exposure named ${place.exposure}.`
  if (place.of === 'exposure') return lackOfField(exposure.fields, place, `exposure ${place.exposure}`)
  const peril = exposure.perils.find(({ name }) => name === place.peril)
  if (peril === undefined) return `The exposure ${place.exposure} has no peril named ${place.peril}.`
  return lackOfField(peril.fields, place, `peril ${place.peril}`)
}

function productOf(schema: ConnectedSchema, name: string): ConnectedSchema['products'][number] | undefined {
  return name === SYSTEM_PRODUCT ? undefined : schema.products.find((product) => product.name === name)
}

function lackOfField(
  fields: readonly SchemaField[],
  place: { group?: string; field: string },
  owner: string,
): string | undefined {
  if (place.group === undefined)
    return fields.some(({ name }) => name === place.field)
      ? undefined
      : `The ${owner} has no field named ${place.field}.`
  const group = fields.find(({ name, type }) => name === place.group && type === 'group')
  if (group === undefined) return `The ${owner} has no group named ${place.group}.`
  return group.fields?.some(({ name }) => name === place.field)
    ? undefined
    : `The group ${place.group} of the ${owner} has no field named ${place.field}.`
}

function lackOfData(
  schema: EnterpriseSchema,
  place: Extract<MappingPlace, { variant: 'enterprise' }>,
): string | undefined {
  const owners: Record<string, { data: DataFields }> = schema[`${place.of}s`]
  const owner = Object.hasOwn(owners, place.owner) ? owners[place.owner] : undefined
  if (owner === undefined) return `The tenant has no ${place.of} named ${place.owner}.`
  if (Object.keys(owner.data).length === 0 || Object.hasOwn(owner.data, place.field)) return undefined
  return `The ${place.of} ${place.owner} has no field named ${place.field}.`
}

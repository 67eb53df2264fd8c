import { type Mapping, type MappingPlace, parseMappingPath, policyholders, type TenantSchema } from '@mkt/manifest'
import type { FieldNames, SchemaNames } from './schema-names.ts'

const FIX = "Choose a field from the tenant's schema."

/**
 * What mappings are held against: a product schema as it was read. A product, a policyholder or an owner of data that
 * tells no fields at all is not judged, because an account may be allowed to see the products but not what is in them.
 */
export function tenantSchema(schema: SchemaNames): TenantSchema {
  return {
    lacksProduct: (name) => {
      if (name === policyholders || schema.products.has(name)) return undefined
      return `The tenant has no product named ${name}. Choose one of its products${offered(schema.offered)}.`
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
export function missingPaths(schema: SchemaNames, mappings: readonly Mapping[]): MissingPath[] {
  const known = tenantSchema(schema)
  return mappings.flatMap(({ productName, fields }) =>
    Object.entries(fields)
      .filter(([, path]) => known.lacksPath(path) !== undefined)
      .map(([field, path]) => ({ productName, field, path })),
  )
}

function lack(schema: SchemaNames, place: MappingPlace): string | undefined {
  if (schema.variant === 'enterprise') return place.variant === 'enterprise' ? lackOfData(schema, place) : undefined
  if (place.variant === 'enterprise') return undefined
  if (place.of === 'policyholder') {
    const { policyholder } = schema
    return policyholder.fields.size === 0 ? undefined : lackOfField(policyholder, place, 'policyholder')
  }
  const product = schema.products.get(place.product)
  if (product === undefined) return `The tenant has no product named ${place.product}.`
  if (product.fields.size === 0 && product.exposures.size === 0) return undefined
  if (place.of === 'policy') return lackOfField(product, place, `product ${place.product}`)
  const exposure = product.exposures.get(place.exposure)
  if (exposure === undefined) return `The product ${place.product} has no exposure named ${place.exposure}.`
  if (place.of === 'exposure') return lackOfField(exposure, place, `exposure ${place.exposure}`)
  const peril = exposure.perils.get(place.peril)
  if (peril === undefined) return `The exposure ${place.exposure} has no peril named ${place.peril}.`
  return lackOfField(peril, place, `peril ${place.peril}`)
}

function lackOfField(
  { fields, groups }: FieldNames,
  place: { group?: string; field: string },
  owner: string,
): string | undefined {
  if (place.group === undefined)
    return fields.has(place.field) ? undefined : `The ${owner} has no field named ${place.field}.`
  const group = groups.get(place.group)
  if (group === undefined) return `The ${owner} has no group named ${place.group}.`
  return group.has(place.field)
    ? undefined
    : `The group ${place.group} of the ${owner} has no field named ${place.field}.`
}

function lackOfData(
  schema: Extract<SchemaNames, { variant: 'enterprise' }>,
  place: Extract<MappingPlace, { variant: 'enterprise' }>,
): string | undefined {
  const fields = schema[`${place.of}s`].get(place.owner)
  if (fields === undefined) return `The tenant has no ${place.of} named ${place.owner}.`
  if (fields.size === 0 || fields.has(place.field)) return undefined
  return `The ${place.of} ${place.owner} has no field named ${place.field}.`
}

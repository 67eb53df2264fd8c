import { type MappingSchema, mappingPaths, type SchemaField } from './mapping-schema.ts'

/** Far beyond what a policy system of this kind has, and little enough to be kept, read and looked through by everybody who asks. */
export const schemaBounds = { fields: 20_000, values: 50_000, depth: 8, name: 500, paths: 8_000_000 } as const

interface Size {
  fields: number
  values: number
  depth: number
  name: number
}

function add(size: Size, fields: readonly SchemaField[], depth: number): void {
  size.depth = Math.max(size.depth, fields.length === 0 ? 0 : depth)
  for (const field of fields) {
    size.fields += 1
    size.values += field.values?.length ?? 0
    size.name = Math.max(size.name, field.name.length, field.title.length, field.type.length)
    for (const value of field.values ?? []) size.name = Math.max(size.name, value.length)
    if (field.fields !== undefined) add(size, field.fields, depth + 1)
  }
}

function sizeOf(schema: MappingSchema): Size {
  const size: Size = { fields: 0, values: 0, depth: 0, name: 0 }
  const named = (thing: { name: string; displayName: string }) => {
    size.fields += 1
    size.name = Math.max(size.name, thing.name.length, thing.displayName.length)
  }
  if (schema.variant === 'connected') {
    add(size, schema.policyholder.fields, 1)
    for (const product of schema.products) {
      named(product)
      add(size, product.policyConfiguration.fields, 1)
      for (const exposure of product.policyConfiguration.exposures) {
        named(exposure)
        add(size, exposure.fields, 1)
        for (const peril of exposure.perils) {
          named(peril)
          add(size, peril.fields, 1)
        }
      }
    }
    return size
  }
  for (const things of [schema.products, schema.exposures, schema.accounts])
    for (const [name, thing] of Object.entries(things)) {
      named({ name, displayName: thing.displayName })
      for (const [field, about] of Object.entries(thing.data)) named({ name: field, displayName: about.displayName })
    }
  for (const product of Object.values(schema.products)) size.values += product.contents.length
  return size
}

/** What is too much about a schema, in words; undefined where it is within its bounds. */
export function schemaExcess(schema: MappingSchema): string | undefined {
  const size = sizeOf(schema)
  if (size.fields > schemaBounds.fields) return `it has ${size.fields} fields, more than ${schemaBounds.fields}`
  if (size.values > schemaBounds.values) return `it has ${size.values} values, more than ${schemaBounds.values}`
  if (size.depth > schemaBounds.depth)
    return `its fields are nested ${size.depth} deep, more than ${schemaBounds.depth}`
  if (size.name > schemaBounds.name) return `a name or value is longer than ${schemaBounds.name} characters`
  // Each path repeats the names of its owners: a short schema can have long paths.
  const paths = mappingPaths(schema).reduce((sum, path) => sum + path.length, 0)
  if (paths > schemaBounds.paths) return `its paths have ${paths} characters, more than ${schemaBounds.paths}`
  return undefined
}

import {
  type ConnectedSchema,
  type EnterpriseSchema,
  type MappingSchema,
  productNames,
  type SchemaField,
} from './mapping-schema.ts'

/** Names of fields, and of the fields in each group among them. */
export interface FieldNames {
  fields: ReadonlySet<string>
  groups: ReadonlyMap<string, ReadonlySet<string>>
}

interface ExposureNames extends FieldNames {
  perils: ReadonlyMap<string, FieldNames>
}

interface ProductNames extends FieldNames {
  exposures: ReadonlyMap<string, ExposureNames>
}

type OwnedNames = ReadonlyMap<string, ReadonlySet<string>>

/** What a schema has, by name: a look-up costs the same however large the schema is. */
export type SchemaNames = { offered: readonly string[] } & (
  | { variant: 'connected'; products: ReadonlyMap<string, ProductNames>; policyholder: FieldNames }
  | { variant: 'enterprise'; products: OwnedNames; exposures: OwnedNames; accounts: OwnedNames }
)

/** The first one of a name counts, as where a list is searched. */
function byName<Item extends { name: string }, Names>(items: readonly Item[], namesOf: (item: Item) => Names) {
  const found = new Map<string, Names>()
  for (const item of items) if (!found.has(item.name)) found.set(item.name, namesOf(item))
  return found
}

const setOf = (items: readonly { name: string }[]) => new Set(items.map(({ name }) => name))

const fieldNames = (fields: readonly SchemaField[]): FieldNames => ({
  fields: setOf(fields),
  groups: byName(
    fields.filter(({ type }) => type === 'group'),
    (group) => setOf(group.fields ?? []),
  ),
})

function connectedNames(schema: ConnectedSchema): SchemaNames {
  const offered = productNames(schema)
  const known = new Set(offered)
  const products = byName(
    schema.products.filter(({ name }) => known.has(name)),
    ({ policyConfiguration: { fields, exposures } }) => ({
      ...fieldNames(fields),
      exposures: byName(exposures, (exposure) => ({
        ...fieldNames(exposure.fields),
        perils: byName(exposure.perils, (peril) => fieldNames(peril.fields)),
      })),
    }),
  )
  return { variant: 'connected', offered, products, policyholder: fieldNames(schema.policyholder.fields) }
}

function enterpriseNames(schema: EnterpriseSchema): SchemaNames {
  const owned = (things: EnterpriseSchema['exposures']): OwnedNames =>
    new Map(Object.entries(things).map(([name, { data }]) => [name, new Set(Object.keys(data))]))
  const { products, exposures, accounts } = schema
  const names = { products: owned(products), exposures: owned(exposures), accounts: owned(accounts) }
  return { variant: 'enterprise', offered: productNames(schema), ...names }
}

export function schemaNames(schema: MappingSchema): SchemaNames {
  return schema.variant === 'connected' ? connectedNames(schema) : enterpriseNames(schema)
}

import { buildMappingPath, type MappingPlace } from '@mkt/manifest'

/** The system's own product of the connected variant; never offered. */
export const SYSTEM_PRODUCT = 'global'

export interface SchemaField {
  name: string
  title: string
  type: string
  optional?: boolean | undefined
  values?: string[] | undefined
  fields?: SchemaField[] | undefined
}

export interface ConnectedSchema {
  variant: 'connected'
  products: {
    name: string
    displayName: string
    policyConfiguration: {
      fields: SchemaField[]
      exposures: {
        name: string
        displayName: string
        fields: SchemaField[]
        perils: { name: string; displayName: string; fields: SchemaField[] }[]
      }[]
    }
  }[]
  policyholder: { fields: SchemaField[] }
}

export type DataFields = Record<string, { type: string; displayName: string }>

export interface EnterpriseSchema {
  variant: 'enterprise'
  products: Record<string, { displayName: string; data: DataFields; contents: string[] }>
  exposures: Record<string, { displayName: string; data: DataFields }>
  accounts: Record<string, { displayName: string; data: DataFields }>
}

/** The product schema of a tenant: what mapping paths point into. */
export type MappingSchema = ConnectedSchema | EnterpriseSchema

/** The products a tenant has deployed. */
export function productNames(schema: MappingSchema): string[] {
  return schema.variant === 'connected'
    ? schema.products.map((product) => product.name).filter((name) => name !== SYSTEM_PRODUCT)
    : Object.keys(schema.products)
}

type Inside = MappingPlace extends infer Place
  ? Place extends { field: string }
    ? Omit<Place, 'field'>
    : never
  : never

/** The places of a list of fields; fields of a group are one level further in. */
function places(fields: readonly SchemaField[], inside: Inside): MappingPlace[] {
  return fields.flatMap((field): MappingPlace[] =>
    field.type === 'group'
      ? (field.fields ?? []).map((inner) => ({ ...inside, group: field.name, field: inner.name }) as MappingPlace)
      : [{ ...inside, field: field.name } as MappingPlace],
  )
}

function connectedPlaces(schema: ConnectedSchema): MappingPlace[] {
  const variant = 'connected'
  const ofProducts = schema.products
    .filter((product) => product.name !== SYSTEM_PRODUCT)
    .flatMap(({ name: product, policyConfiguration }) => [
      ...places(policyConfiguration.fields, { variant, of: 'policy', product }),
      ...policyConfiguration.exposures.flatMap(({ name: exposure, fields, perils }) => [
        ...places(fields, { variant, of: 'exposure', product, exposure }),
        ...perils.flatMap((peril) =>
          places(peril.fields, { variant, of: 'peril', product, exposure, peril: peril.name }),
        ),
      ]),
    ])
  return [...ofProducts, ...places(schema.policyholder.fields, { variant, of: 'policyholder' })]
}

function enterprisePlaces(schema: EnterpriseSchema): MappingPlace[] {
  const owners = [
    ['product', schema.products],
    ['exposure', schema.exposures],
    ['account', schema.accounts],
  ] as const
  return owners.flatMap(([of, things]) =>
    Object.entries(things).flatMap(([owner, { data }]) =>
      Object.keys(data).map((field): MappingPlace => ({ variant: 'enterprise', of, owner, field })),
    ),
  )
}

/** Every mapping path of a schema, in its exact form and in the schema's order. */
export function mappingPaths(schema: MappingSchema): string[] {
  const all = schema.variant === 'connected' ? connectedPlaces(schema) : enterprisePlaces(schema)
  return all.map(buildMappingPath).filter((path) => path !== undefined)
}

import { buildMappingPath, type MappingPlace, policyholders, type Variant } from '@mkt/manifest'

/** One field of the tenant's schema that a mapping can point at. */
export interface SchemaPlace {
  /** The product name the mapping belongs under; undefined: any. */
  product: string | undefined
  path: string
  name: string
  title: string
  type: string
  /** Where it is, from the outside in, without the product. */
  crumbs: string[]
}

interface SchemaField {
  name: string
  title?: string | null
  type?: string | null
  fields?: SchemaField[] | null
}
interface Peril {
  name: string
  displayName?: string | null
  fields?: SchemaField[] | null
}
interface Exposure extends Peril {
  perils?: Peril[] | null
}
export interface ConnectedSchema {
  products: {
    name: string
    displayName?: string | null
    policyConfiguration?: { fields?: SchemaField[] | null; exposures?: Exposure[] | null } | null
  }[]
  policyholder?: { fields?: SchemaField[] | null } | null
}
type Data = Record<string, { type?: string | null; displayName?: string | null }>
export interface EnterpriseSchema {
  products?: Record<string, { data?: Data | null; displayName?: string | null }> | null
  exposures?: Record<string, { data?: Data | null; displayName?: string | null }> | null
  accounts?: Record<string, { data?: Data | null; displayName?: string | null }> | null
}

type At = MappingPlace extends infer Place
  ? Place extends { variant: 'connected' }
    ? Omit<Place, 'field'>
    : never
  : never

function leaves(fields: SchemaField[] | null | undefined, at: At, crumbs: string[], product: string): SchemaPlace[] {
  return (fields ?? []).flatMap((field): SchemaPlace[] => {
    if (field.type === 'group') {
      const inner = (field.fields ?? []).filter((one) => one.type !== 'group')
      return leaves(inner, { ...at, group: field.name }, [...crumbs, field.title ?? field.name], product)
    }
    const path = buildMappingPath({ ...at, field: field.name } as MappingPlace)
    if (path === undefined) return []
    return [{ product, path, name: field.name, title: field.title ?? field.name, type: field.type ?? '', crumbs }]
  })
}

function connectedPlaces(schema: ConnectedSchema): SchemaPlace[] {
  const ofProducts = schema.products
    .filter((product) => product.name !== 'global')
    .flatMap(({ name: product, policyConfiguration }) => [
      ...leaves(policyConfiguration?.fields, { variant: 'connected', of: 'policy', product }, [], product),
      ...(policyConfiguration?.exposures ?? []).flatMap((exposure) => {
        const crumbs = [exposure.displayName ?? exposure.name]
        const inside = { variant: 'connected', product, exposure: exposure.name } as const
        return [
          ...leaves(exposure.fields, { ...inside, of: 'exposure' }, crumbs, product),
          ...(exposure.perils ?? []).flatMap((peril) =>
            leaves(
              peril.fields,
              { ...inside, of: 'peril', peril: peril.name },
              [...crumbs, peril.displayName ?? peril.name],
              product,
            ),
          ),
        ]
      }),
    ])
  const holder = leaves(schema.policyholder?.fields, { variant: 'connected', of: 'policyholder' }, [], policyholders)
  return [...ofProducts, ...holder]
}

const owners = { products: 'product', exposures: 'exposure', accounts: 'account' } as const

function enterprisePlaces(schema: EnterpriseSchema): SchemaPlace[] {
  return (['products', 'exposures', 'accounts'] as const).flatMap((kind) =>
    Object.entries(schema[kind] ?? {}).flatMap(([owner, thing]) =>
      Object.entries(thing.data ?? {}).flatMap(([field, about]): SchemaPlace[] => {
        const path = buildMappingPath({ variant: 'enterprise', of: owners[kind], owner, field })
        if (path === undefined) return []
        const product = kind === 'products' ? owner : undefined
        const crumbs = kind === 'products' ? [] : [thing.displayName ?? owner]
        return [{ product, path, name: field, title: about.displayName ?? field, type: about.type ?? '', crumbs }]
      }),
    ),
  )
}

/** Every field of the tenant's schema that can be mapped, in the schema's order. */
export function placesOf(variant: Variant, schema: unknown): SchemaPlace[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (variant === 'enterprise') return enterprisePlaces(schema as EnterpriseSchema)
  const { products = [] } = schema as Partial<ConnectedSchema>
  return connectedPlaces({ ...(schema as ConnectedSchema), products })
}

/** The products that can be mapped; the policyholder counts as one. */
export function productsOf(places: SchemaPlace[]): string[] {
  return [...new Set(places.flatMap((place) => (place.product === undefined ? [] : [place.product])))]
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** How well a place fits a field of the app by its names: 0 is not at all. */
export function fitOf(field: { name: string; title: string }, place: SchemaPlace): number {
  const wanted = [plain(field.name), plain(field.title)].filter(Boolean)
  const offered = [plain(place.name), plain(place.title)].filter(Boolean)
  if (wanted.some((word) => offered.includes(word))) return 3
  if (wanted.some((word) => offered.some((other) => other.endsWith(word) || word.endsWith(other)))) return 2
  if (wanted.some((word) => word.length > 3 && offered.some((other) => other.includes(word)))) return 1
  return 0
}

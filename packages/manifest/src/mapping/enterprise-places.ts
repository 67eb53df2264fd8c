import { buildMappingPath } from '../mapping-path.ts'
import type { SchemaPlace } from './schema-place.ts'

interface Owner {
  displayName?: string | null
  data?: Record<string, { type?: string | null; displayName?: string | null }> | null
  contents?: string[] | null
}
export type EnterpriseSchema = Partial<Record<'products' | 'exposures' | 'accounts', Record<string, Owner> | null>>

const owners = { products: 'product', exposures: 'exposure', accounts: 'account' } as const

/** The mappable fields of an enterprise schema: maps by name of products, exposures and accounts. */
export function enterprisePlaces(schema: EnterpriseSchema): SchemaPlace[] {
  // `PersonalVehicle+`: the sign says how many there may be.
  const contents = Object.entries(schema.products ?? {}).map(
    ([product, thing]) => [product, (thing.contents ?? []).map((name) => name.replace(/(?<!\W)\W+$/, ''))] as const,
  )
  return (['products', 'exposures', 'accounts'] as const).flatMap((kind) =>
    Object.entries(schema[kind] ?? {}).flatMap(([owner, thing]) => {
      const isProduct = kind === 'products'
      const containedIn = contents.filter(([, names]) => names.includes(owner)).map(([product]) => product)
      return Object.entries(thing.data ?? {}).flatMap(([name, about]): SchemaPlace[] => {
        const path = buildMappingPath({ variant: 'enterprise', of: owners[kind], owner, field: name })
        if (path === undefined) return []
        return [
          {
            product: isProduct ? owner : undefined,
            path,
            name,
            title: about.displayName ?? name,
            type: about.type ?? '',
            crumbs: isProduct ? [] : [thing.displayName ?? owner],
            owners: isProduct ? [] : [owner],
            depth: 'plain',
            containedIn: kind === 'exposures' ? containedIn : [],
          },
        ]
      })
    }),
  )
}

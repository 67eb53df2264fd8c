/** One field of a tenant's product schema that a mapping can point at. */
export interface SchemaPlace {
  /** The product name that a mapping to it belongs under; undefined: any. */
  product: string | undefined
  path: string
  name: string
  title: string
  /** The type as the policy system calls it. */
  type: string
  /** What it can hold, where the policy system offers a choice. */
  values?: readonly string[]
  /** Titles of what it lies in, from the outside in, without the product. */
  crumbs: string[]
  /** Names of the same. */
  owners: string[]
  /** Entries of a group repeat, fields of a peril are about that cover: both are further from the policy itself. */
  depth: 'plain' | 'group' | 'peril'
  /** Enterprise: the products that say they contain it. */
  containedIn: string[]
}

/** The product names that can be mapped; the policyholder counts as one. */
export function placeProducts(places: readonly SchemaPlace[]): string[] {
  return [...new Set(places.flatMap(({ product }) => product ?? []))]
}

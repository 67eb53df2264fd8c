import type { Variant } from './manifest.ts'

/** The product name under which policyholder fields are mapped. */
export const policyholders = 'policyholders'

/** A field of the customer's product schema, as a place. */
export type MappingPlace =
  | { variant: 'connected'; of: 'policyholder'; group?: string; field: string }
  | { variant: 'connected'; of: 'policy'; product: string; group?: string; field: string }
  | { variant: 'connected'; of: 'exposure'; product: string; exposure: string; group?: string; field: string }
  | {
      variant: 'connected'
      of: 'peril'
      product: string
      exposure: string
      peril: string
      group?: string
      field: string
    }
  | { variant: 'enterprise'; of: 'product' | 'exposure' | 'account'; owner: string; field: string }

const name = "([^'\\\\]+)"
const named = String.raw`\[\?\(@\.name=='${name}'\)\]`
const fields = String.raw`\.fields${named}(?:\.fields${named})?`
const policyholderForm = new RegExp(`^policyholder${fields}$`)
const productForm = new RegExp(
  String.raw`^\$${named}\.policyConfiguration(?:\.exposures${named}(?:\.perils${named})?)?${fields}$`,
)
const enterpriseForm = new RegExp(String.raw`^\$\.(products|exposures|accounts)\['${name}'\]\.data\['${name}'\]$`)
const enterpriseOwners = { products: 'product', exposures: 'exposure', accounts: 'account' } as const

/**
 * Reads a mapping value; undefined when it is not a path of the variant.
 *
 * @example parseMappingPath("policyholder.fields[?(@.name=='last_name')]", 'connected')
 */
export function parseMappingPath(path: string, variant: Variant): MappingPlace | undefined {
  if (variant === 'enterprise') {
    const match = enterpriseForm.exec(path)
    const [, owners, owner, field] = match ?? []
    if (owners === undefined || owner === undefined || field === undefined) return undefined
    return { variant, of: enterpriseOwners[owners as keyof typeof enterpriseOwners], owner, field }
  }
  const holder = policyholderForm.exec(path)
  if (holder) return { variant, of: 'policyholder', ...fieldOf(holder[1], holder[2]) }
  const match = productForm.exec(path)
  if (!match) return undefined
  const [, product = '', exposure, peril, outer, inner] = match
  const last = fieldOf(outer, inner)
  if (exposure === undefined) return { variant, of: 'policy', product, ...last }
  if (peril === undefined) return { variant, of: 'exposure', product, exposure, ...last }
  return { variant, of: 'peril', product, exposure, peril, ...last }
}

/** With two names the first is the group and the second the field inside it. */
function fieldOf(outer = '', inner?: string): { group?: string; field: string } {
  return inner === undefined ? { field: outer } : { group: outer, field: inner }
}

/**
 * Writes a mapping value; undefined when a name cannot stand between single quotes.
 *
 * @example buildMappingPath({ variant: 'enterprise', of: 'account', owner: 'A', field: 'f' }) // "$.accounts['A'].data['f']"
 */
export function buildMappingPath(place: MappingPlace): string | undefined {
  const path = write(place)
  // Reading it again shows whether every name survived the quoting.
  const again = parseMappingPath(path, place.variant)
  return again && write(again) === path ? path : undefined
}

function write(place: MappingPlace): string {
  if (place.variant === 'enterprise') return `$.${place.of}s['${place.owner}'].data['${place.field}']`
  const group = place.group === undefined ? '' : `.fields${pick(place.group)}`
  const end = `${group}.fields${pick(place.field)}`
  if (place.of === 'policyholder') return `policyholder${end}`
  const product = `$${pick(place.product)}.policyConfiguration`
  if (place.of === 'policy') return product + end
  const exposure = `${product}.exposures${pick(place.exposure)}`
  return place.of === 'exposure' ? exposure + end : `${exposure}.perils${pick(place.peril)}${end}`
}

function pick(each: string): string {
  return `[?(@.name=='${each}')]`
}

/** The product name a mapping value belongs under; undefined when any will do (enterprise exposures and accounts). */
export function productOf(place: MappingPlace): string | undefined {
  if (place.variant === 'enterprise') return place.of === 'product' ? place.owner : undefined
  return place.of === 'policyholder' ? policyholders : place.product
}

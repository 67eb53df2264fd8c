import type { Mapping } from '../configuration/configuration.ts'
import { own } from '../json/text.ts'
import { type Manifest, mappingFieldsOf } from '../manifest.ts'
import { policyholders } from '../mapping-path.ts'
import { placeFit } from './place-fit.ts'
import { placeProducts, type SchemaPlace } from './schema-place.ts'
import { suggestMapping, type UnmappedField } from './suggest-mapping.ts'

export interface SuggestedMappings {
  /** One for each product in which every required field has a place; where there is none, the best attempt. */
  mappings: Mapping[]
  /** Products that were left out, and fields without a place in those that were not. */
  unmapped: { productName: string; mapped: boolean; fields: UnmappedField[] }[]
}

/**
 * Suggests the mappings of all products of a tenant. A field of the policyholder is mapped there when it fits better than
 * in any product. A product that lacks a required field is left out, and named: its mapping would be refused.
 */
export function suggestMappings(
  manifest: Manifest,
  places: readonly SchemaPlace[],
  present: readonly Mapping[] = [],
): SuggestedMappings {
  if (mappingFieldsOf(manifest).length === 0) return { mappings: [...present], unmapped: [] }
  const products = placeProducts(places).filter((name) => name !== policyholders)
  const holder = holderMapping(manifest, places, present, products)
  const tried = products.map((productName) => {
    const known = present.find((mapping) => mapping.productName === productName)
    const rest = withoutFields(manifest, Object.keys(holder.fields))
    const { mapping, unmapped } = suggestMapping(rest, places, known ?? { productName, fields: {} })
    const lacks = unmapped.filter(({ field }) => field.required === true).length
    const hits = Object.keys(mapping.fields).length
    return { mapping, unmapped, lacks, hits, known: known !== undefined }
  })
  const complete = tried.filter(({ known, lacks, hits }) => known || (lacks === 0 && hits > 0))
  const [best] = tried.filter(({ hits }) => hits > 0).toSorted((a, b) => a.lacks - b.lacks || b.hits - a.hits)
  const chosen = new Set(complete.length > 0 || best === undefined ? complete : [best])
  const holders = Object.keys(holder.fields).length > 0 ? [holder] : []
  const nowhere = products.length === 0 ? suggestMapping(manifest, places, holder).unmapped : []
  return {
    mappings: [...[...chosen].map(({ mapping }) => mapping), ...holders],
    unmapped: [
      ...(nowhere.length > 0 ? [{ productName: policyholders, mapped: holders.length > 0, fields: nowhere }] : []),
      ...tried
        .filter(({ unmapped }) => unmapped.length > 0)
        .map((one) => ({ productName: one.mapping.productName, mapped: chosen.has(one), fields: one.unmapped })),
    ],
  }
}

/** What the policyholder has that fits better there than anywhere in a product. */
function holderMapping(
  manifest: Manifest,
  places: readonly SchemaPlace[],
  present: readonly Mapping[],
  products: readonly string[],
): Mapping {
  const known = present.find(({ productName }) => productName === policyholders)
  const empty = known ?? { productName: policyholders, fields: {} }
  const ofHolder = places.filter(({ product }) => product === policyholders)
  const { mapping } = suggestMapping(manifest, ofHolder, empty)
  const fields = Object.entries(mapping.fields).filter(([name, path]) => {
    if (own(empty.fields, name)) return true
    const field = mappingFieldsOf(manifest).find((one) => one.name === name)
    const place = ofHolder.find((one) => one.path === path)
    if (field === undefined || place === undefined) return false
    const fit = placeFit(field, place, policyholders)
    return products.every((product) =>
      places.every(
        (other) =>
          other.product === policyholders ||
          (other.product !== undefined && other.product !== product) ||
          placeFit(field, other, product) < fit,
      ),
    )
  })
  return { productName: policyholders, fields: Object.fromEntries(fields) }
}

function withoutFields(manifest: Manifest, names: readonly string[]): Manifest {
  const fields = mappingFieldsOf(manifest).filter(({ name }) => !names.includes(name))
  return { ...manifest, platform: { ...manifest.platform, fields } }
}

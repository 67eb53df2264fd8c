import type { Mapping } from '@mkt/manifest'

export interface Coverage {
  product: string
  mapped: number
  fields: number
  /** Required fields without a place. */
  missing: string[]
}

/** How many of an app's fields each product of the tenant gives a place to; products without a mapping included. */
export function mappingCoverage(
  fields: readonly { name: string; title: string; required?: boolean | undefined }[],
  products: readonly string[],
  mappings: readonly Mapping[],
): Coverage[] {
  return products.map((product) => {
    const given = mappings.find(({ productName }) => productName === product)?.fields ?? {}
    const has = ({ name }: { name: string }) => Boolean(given[name])
    const mapped = fields.filter(has).length
    const missing =
      mapped === 0 ? [] : fields.filter((field) => field.required && !has(field)).map(({ title }) => title)
    return { product, mapped, fields: fields.length, missing }
  })
}

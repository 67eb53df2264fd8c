import type { StateMapping } from '@mkt/contract/app'

/**
 * The mapping fields of one product: field name → path. Empty when the customer mapped nothing for it, so never read
 * `mappings[0]`: a customer may have none, or several products.
 *
 * @example
 * const { vin } = mappingOf(state, request.productName)
 * if (!vin) return undefined
 */
export function mappingOf<F extends string>(
  record: { readonly mappings: readonly StateMapping<F>[] },
  productName: string,
): Mapped<F> {
  const fields: Record<string, string> = {}
  for (const mapping of record.mappings) {
    if (mapping.productName === productName) Object.assign(fields, mapping.fields)
  }
  return fields as Mapped<F>
}

type Mapped<F extends string> = Readonly<Record<F, string | undefined>>

/**
 * The mapping fields of policyholders.
 *
 * @example
 * const { lastName } = policyholderMappingOf(state)
 */
export function policyholderMappingOf<F extends string>(record: {
  readonly mappings: readonly StateMapping<F>[]
}): Mapped<F> {
  return mappingOf(record, 'policyholders')
}

import type { SettingsRecord } from '@mkt/contract/app'

/**
 * The mapping fields of one product: field name → path. Empty when the customer mapped nothing for it, so never read
 * `mappings[0]`: a customer may have none, or several products.
 *
 * @example
 * const { vin } = mappingOf(state, request.productName)
 * if (!vin) return undefined
 */
export function mappingOf(record: SettingsRecord, productName: string): Readonly<Record<string, string | undefined>> {
  const fields: Record<string, string> = {}
  for (const mapping of record.mappings) {
    if (mapping.productName === productName) Object.assign(fields, mapping.fields)
  }
  return fields
}

/**
 * The mapping fields of policyholders.
 *
 * @example
 * const { lastName } = policyholderMappingOf(state)
 */
export function policyholderMappingOf(record: SettingsRecord): Readonly<Record<string, string | undefined>> {
  return mappingOf(record, 'policyholders')
}

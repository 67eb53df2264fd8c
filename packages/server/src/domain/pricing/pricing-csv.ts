import { csvLine } from '../../lib/csv.ts'
import { type PricedPeril, totalOf } from './read-prices.ts'

/** One rater call as it is kept. */
export interface PricingRow {
  id: string
  at: Date
  installationId: string
  releaseId: string
  version: string
  releaseDigest: string
  revision: number
  path: string
  status: number
  code: string | null
  fallback: 'skipped' | 'last' | null
  policyLocator: string | null
  product: string | null
  operation: string | null
  /** What the premiums are in; null where the policy does not tell. */
  currency: string | null
  perils: PricedPeril[]
}

const columns = [
  'at',
  'call',
  'installation',
  'version',
  'releaseDigest',
  'revision',
  'status',
  'code',
  'fallback',
  'policyLocator',
  'product',
  'operation',
  'exposure',
  'peril',
  'perilCharacteristicsLocator',
  'basis',
  'premium',
  'total',
  'currency',
] as const

export const pricingCsvHead = csvLine(columns)

/** A call as lines of CSV: one for each peril, one for a call that priced nothing. */
export function pricingCsv(row: PricingRow): string {
  const call = [
    row.at.toISOString(),
    row.id,
    row.installationId,
    row.version,
    row.releaseDigest,
    row.revision,
    row.status,
    row.code,
    row.fallback,
    row.policyLocator,
    row.product,
    row.operation,
  ]
  const total = totalOf(row.perils)
  const perils = row.perils.length === 0 ? [undefined] : row.perils
  return perils
    .map((peril) =>
      csvLine([
        ...call,
        peril?.exposure,
        peril?.peril,
        peril?.locator,
        peril?.basis,
        peril?.amount,
        total,
        row.currency,
      ]),
    )
    .join('')
}

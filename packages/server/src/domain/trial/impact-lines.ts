import { bandOf, bands } from './bands.ts'
import type { ComparedCall } from './compared-call.ts'
import { cents, changeOf, type PricedCall, percentOf } from './priced-call.ts'

/** Premiums of one group of calls before and after. */
export interface ImpactLine {
  product: string | null
  operation: string | null
  /** Null for the whole of a product and operation. */
  peril: string | null
  /** Premiums of different currencies are never added up; null where policies do not tell it. */
  currency: string | null
  calls: number
  before: number
  after: number
  /** Change of the sum in per cent; null where there was nothing before. */
  percent: number | null
  /** How many calls changed by how much, in the order of `bands`. */
  bands: number[]
}

/** Perils of a product have tens of names; those that the request does not name are named by the application. */
const MAX_LINES = 2_000

/** Sums up calls by product, operation and currency, and by peril in each. */
export function impactLines(priced: readonly PricedCall[]): ImpactLine[] {
  const lines = new Map<string, ImpactLine>()
  for (const { call, perils } of priced) {
    if (perils.length === 0) continue
    add(lines, call, null, perils)
    // A policy with two vehicles has each peril twice: one call is one change of the peril.
    for (const [name, own] of Map.groupBy(perils, ({ peril }) => peril)) add(lines, call, name, own)
  }
  const order = (line: ImpactLine) =>
    JSON.stringify([line.product ?? '', line.operation ?? '', line.currency ?? '', line.peril ?? ''])
  return [...lines.values()].toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
}

function add(
  lines: Map<string, ImpactLine>,
  { product, operation, currency = null }: ComparedCall,
  peril: string | null,
  perils: PricedCall['perils'],
): void {
  const key = JSON.stringify([product, operation, currency, peril])
  const group = { product, operation, peril, currency }
  const fresh = { ...group, calls: 0, before: 0, after: 0, percent: null, bands: bands.map(() => 0) }
  const line: ImpactLine = lines.get(key) ?? fresh
  if (lines.size >= MAX_LINES && line === fresh) return
  lines.set(key, line)
  const { before, after, percent } = changeOf(perils)
  line.calls += 1
  line.before = cents(line.before + before)
  line.after = cents(line.after + after)
  line.percent = percentOf(line.before, line.after)
  const band = bandOf(percent)
  line.bands[band] = (line.bands[band] ?? 0) + 1
}

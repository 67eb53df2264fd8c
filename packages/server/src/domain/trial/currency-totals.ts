import type { ComparedCall } from './compared-call.ts'
import { percentOf, sum } from './priced-call.ts'

/** The premiums of all calls in one currency. */
export interface CurrencyTotal {
  /** Null where policies do not tell it. */
  currency: string | null
  calls: number
  before: number
  after: number
  percent: number | null
}

/** The change of everything. Amounts of several currencies have no sum, so there the amounts are null. */
export interface OverallChange {
  before: number | null
  after: number | null
  /** Of several currencies, that of the one that changed most. */
  percent: number | null
}

/** Sums up changes by currency, the one with most calls first. */
export function currencyTotals(
  changes: readonly { call: Pick<ComparedCall, 'currency'>; before: number; after: number }[],
): CurrencyTotal[] {
  return [...Map.groupBy(changes, ({ call }) => call.currency ?? null)]
    .map(([currency, own]) => {
      const before = sum(own.map((change) => change.before))
      const after = sum(own.map((change) => change.after))
      return { currency, calls: own.length, before, after, percent: percentOf(before, after) }
    })
    .toSorted((a, b) => b.calls - a.calls || ((a.currency ?? '') < (b.currency ?? '') ? -1 : 1))
}

export function overallChange(totals: readonly CurrencyTotal[]): OverallChange {
  const [only] = totals
  if (only === undefined) return { before: 0, after: 0, percent: 0 }
  if (totals.length === 1) return { before: only.before, after: only.after, percent: only.percent }
  // A currency without premiums before changed most of all: its change has no number.
  if (totals.some(({ percent }) => percent === null)) return { before: null, after: null, percent: null }
  const most = totals.toSorted((a, b) => Math.abs(b.percent ?? 0) - Math.abs(a.percent ?? 0))[0]
  return { before: null, after: null, percent: most?.percent ?? null }
}

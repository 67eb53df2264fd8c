import { mostPercent } from './priced-call.ts'
import type { PublisherImpact } from './publisher-impact.ts'

/** Gates of a promotion. Absent: not checked. */
export interface Gates {
  /** Calls that the current release answers and the candidate does not. */
  maxErrors?: number | undefined
  /** The largest increase of a single call, in per cent. */
  maxIncrease?: number | undefined
  /** The change of the sum of all premiums in either direction, in per cent; every currency has to keep it by itself. */
  maxTotalChange?: number | undefined
}

export interface FailedGate {
  gate: keyof Gates
  limit: number
  actual: number
  /** Of the sum that changed too much, where there are several. */
  currency?: string | null
}

/** Gates that a report exceeds. Counts and percentages are enough for that. */
export function failedGates(impact: PublisherImpact, gates: Gates): FailedGate[] {
  const { maxErrors, maxIncrease, maxTotalChange } = gates
  const exceeds = (gate: keyof Gates, limit: number | undefined, actual: number): FailedGate[] =>
    limit === undefined || actual <= limit ? [] : [{ gate, limit, actual }]
  return [
    ...exceeds('maxErrors', maxErrors, impact.errors.onlyAfter + impact.notPriced),
    ...exceeds('maxIncrease', maxIncrease, Math.max(0, impact.increases[0] ?? 0)),
    ...totalsOf(impact).flatMap(({ currency, percent }) =>
      // Premiums where there were none at all.
      exceeds('maxTotalChange', maxTotalChange, Math.abs(percent ?? mostPercent)).map((failed) =>
        currency === undefined ? failed : { ...failed, currency },
      ),
    ),
  ]
}

/** A large change in one currency must not hide behind many calls in another. */
function totalsOf({ percent, totals }: PublisherImpact): { currency?: string | null; percent: number | null }[] {
  return totals.length > 1 ? totals : [{ percent }]
}

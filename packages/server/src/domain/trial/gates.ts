import { mostPercent } from './priced-call.ts'
import type { PublisherImpact } from './publisher-impact.ts'

/** What a release must not exceed before it goes on. Absent: not asked. */
export interface Gates {
  /** Calls that the current release answers and the candidate does not. */
  maxErrors?: number | undefined
  /** The largest increase of a single call, in per cent. */
  maxIncrease?: number | undefined
  /** The change of the sum of all premiums in either direction, in per cent. */
  maxTotalChange?: number | undefined
}

export interface FailedGate {
  gate: keyof Gates
  limit: number
  actual: number
}

/** What of a report exceeds its gates. Counts and percentages suffice for that. */
export function failedGates(impact: PublisherImpact, gates: Gates): FailedGate[] {
  const actual: Record<keyof Gates, number> = {
    maxErrors: impact.errors.onlyAfter + impact.notPriced,
    maxIncrease: Math.max(0, impact.increases[0] ?? 0),
    // Premiums where there were none at all.
    maxTotalChange: Math.abs(impact.percent ?? mostPercent),
  }
  return (['maxErrors', 'maxIncrease', 'maxTotalChange'] as const).flatMap((gate) => {
    const limit = gates[gate]
    return limit === undefined || actual[gate] <= limit ? [] : [{ gate, limit, actual: actual[gate] }]
  })
}

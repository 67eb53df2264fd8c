import type { RateImpact } from './rate-impact.ts'

/**
 * What a publisher sees of a report on a customer's calls: counts and percentages. Premiums, policies and their inputs are
 * the customer's.
 */
export type PublisherImpact = ReturnType<typeof publisherImpact>

export function publisherImpact(impact: RateImpact) {
  const { calls, compared, bands, notPriced, newlyPriced, latency, fields, noise } = impact
  const changes = (examples: RateImpact['increases']) => examples.map(({ percent }) => percent)
  return {
    calls,
    compared,
    percent: impact.total.percent,
    totals: impact.totals.map(({ before: _before, after: _after, ...total }) => total),
    bands,
    lines: impact.lines.map(({ before: _before, after: _after, ...line }) => line),
    increases: changes(impact.increases),
    decreases: changes(impact.decreases),
    notPriced,
    newlyPriced,
    errors: { ...impact.errors, reasons: [] },
    latency,
    fields,
    noise,
  }
}

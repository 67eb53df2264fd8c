import type { PublisherImpact } from './publisher-impact.ts'
import type { RateImpact } from './rate-impact.ts'

/** A report as it was kept: one of a former release knows no currencies. */
export type StoredImpact = Partial<Pick<RateImpact, 'totals'>> & Omit<RateImpact, 'totals'>
export type StoredPublisherImpact = Partial<Pick<PublisherImpact, 'totals'>> & Omit<PublisherImpact, 'totals'>

const unnamed = <Group extends { currency?: string | null }>(group: Group) => ({ currency: null, ...group })

/** A kept report in the form of now: what a former release summed up is in one currency that has no name. */
export function currentImpact(stored: StoredImpact): RateImpact {
  const { total, compared } = stored
  const amounts = { before: total.before ?? 0, after: total.after ?? 0, percent: total.percent }
  return {
    ...stored,
    totals: stored.totals ?? (compared === 0 ? [] : [{ currency: null, calls: compared, ...amounts }]),
    lines: stored.lines.map(unnamed),
    increases: stored.increases.map(unnamed),
    decreases: stored.decreases.map(unnamed),
  }
}

/** The same of what the publisher sees. */
export function currentPublisherImpact(stored: StoredPublisherImpact): PublisherImpact {
  const { compared, percent } = stored
  return {
    ...stored,
    totals: stored.totals ?? (compared === 0 ? [] : [{ currency: null, calls: compared, percent }]),
    lines: stored.lines.map(unnamed),
  }
}

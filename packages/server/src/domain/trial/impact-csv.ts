import { csvLine } from '../../lib/csv.ts'
import { bands } from './bands.ts'
import type { RateImpact } from './rate-impact.ts'

const head = [
  'product',
  'operation',
  'peril',
  'calls',
  'before',
  'after',
  'percent',
  ...bands.map(({ name }) => name),
  'currency',
]

/** The lines of a report as CSV. */
export function impactCsv(impact: RateImpact): string {
  const rows = impact.lines.map((line) => [
    line.product,
    line.operation,
    line.peril ?? '(all)',
    line.calls,
    line.before,
    line.after,
    line.percent,
    ...line.bands,
    line.currency,
  ])
  return [head, ...rows].map(csvLine).join('')
}

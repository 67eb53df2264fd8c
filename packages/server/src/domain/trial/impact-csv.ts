import { bands } from './bands.ts'
import type { RateImpact } from './rate-impact.ts'

/** The lines of a report as CSV. Names come from the customer's policy system, so none may be taken for a formula. */
export function impactCsv(impact: RateImpact): string {
  const head = [
    'product',
    'operation',
    'peril',
    'calls',
    'before',
    'after',
    'percent',
    ...bands.map(({ name }) => name),
  ]
  const rows = impact.lines.map((line) => [
    line.product,
    line.operation,
    line.peril ?? '(all)',
    line.calls,
    line.before,
    line.after,
    line.percent,
    ...line.bands,
  ])
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

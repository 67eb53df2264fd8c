/** A change in per cent, with its sign; a dash where there was nothing before. */
export function formatPercent(value: number | null): string {
  if (value === null) return '–'
  const sign = value > 0 ? '+' : value < 0 ? '−' : ''
  return `${sign}${Math.abs(value).toFixed(2)} %`
}

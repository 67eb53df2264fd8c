export interface Range {
  median: number
  min: number
  max: number
}

export function rangeOf(values: readonly number[]): Range {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  const lower = sorted.length % 2 === 0 ? (sorted[middle - 1] ?? upper) : upper
  return { median: (upper + lower) / 2, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN }
}

export function shownRange({ median, min, max }: Range, digits = 2): string {
  return `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`
}

/** Ratios are taken within a round, where both sides met the same machine, and only then summed up. */
export function ratios(ours: readonly number[], baseline: readonly number[]): Range {
  return rangeOf(ours.map((value, round) => value / (baseline[round] ?? Number.NaN)))
}

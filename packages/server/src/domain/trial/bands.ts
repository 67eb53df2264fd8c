/** How much a premium changed, in per cent: from the first number up to the second. */
export const bands: readonly { name: string; from: number; to: number }[] = [
  { name: '≤ −25', from: Number.NEGATIVE_INFINITY, to: -25 },
  { name: '−25…−10', from: -25, to: -10 },
  { name: '−10…−5', from: -10, to: -5 },
  { name: '−5…−1', from: -5, to: -1 },
  { name: 'unchanged', from: -1, to: 1 },
  { name: '+1…+5', from: 1, to: 5 },
  { name: '+5…+10', from: 5, to: 10 },
  { name: '+10…+25', from: 10, to: 25 },
  { name: '≥ +25', from: 25, to: Number.POSITIVE_INFINITY },
]

/** The band of a change. A change on a border belongs to the band that is further from zero. */
export function bandOf(percent: number): number {
  const index = bands.findIndex(({ from, to }) =>
    percent < 0 ? percent > from && percent <= to : percent >= from && percent < to,
  )
  return index < 0 ? 4 : index
}

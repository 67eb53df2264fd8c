import { expect, it } from 'vitest'
import { admitLines, LINE_COST } from './output-rate.ts'

const limits = { bytesPerSecond: 100 + LINE_COST, burstBytes: 3 * (100 + LINE_COST) }
const start = new Date('2026-01-01T00:00:00Z')
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ at: start, stream: 'stdout' as const, text: `${index}`.padEnd(100) }))

it('accepts a burst, then drops output over the rate and reports how much', () => {
  const first = admitLines(undefined, lines(5), start, limits)
  expect(first.lines.map((line) => line.text.trim())).toEqual([
    '0',
    '1',
    '2',
    '[2 lines dropped: more output than the log takes]',
  ])
  const soon = admitLines(first.allowance, lines(2), at(1), limits)
  expect(soon.lines.map((line) => line.text.trim())).toEqual(['0', '[1 lines dropped: more output than the log takes]'])
})

it('gives a quiet application its burst back, and no more than that', () => {
  const { allowance } = admitLines(undefined, lines(3), start, limits)
  expect(admitLines(allowance, lines(3), at(600), limits).lines).toHaveLength(3)
  expect(admitLines(allowance, lines(9), at(600), limits).lines).toHaveLength(4)
})

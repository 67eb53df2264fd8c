import { expect, it } from 'vitest'
import { type Figure, showFigures } from './show-figures.ts'

const figure: Figure = {
  at: '2026-01-01T00:00:00.000Z',
  cpuSeconds: 3,
  memoryBytes: 64_000_000,
  processes: 1,
  instances: 2,
  restarts: 1,
  requests: 10,
  failed: 1,
  p50Ms: 4,
  p95Ms: 90,
}

it('CPU is the share of one processor since the former point, and latency is left out where nobody asked', () => {
  const idle = { ...figure, at: '2026-01-01T00:02:00.000Z', requests: 0, p50Ms: null, p95Ms: null }
  expect(showFigures([figure, idle]).slice(1)).toEqual([
    expect.stringMatching(/^2026-01-01T00:00\S+ {2}5\.0 % {2}64 MB {3}2 .* 10 .* 1 .* 4 ms {2}90 ms$/),
    expect.stringMatching(/ 2\.5 % {2}64 MB .* - {5}-$/),
  ])
  expect(showFigures([])).toEqual([expect.stringContaining('once a minute')])
})

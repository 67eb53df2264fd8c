import { Counter, Gauge } from 'prom-client'
import { expect, test } from 'vitest'
import { createMetrics } from '../lib/metrics.ts'
import { createPendingFigures } from './exchange-figures.ts'

test('figures are those that were asked for; a process that does not answer has none', async () => {
  const pending = createPendingFigures(20)
  const ids: number[] = []
  const [first, second] = [1, 2].map(() => pending.ask((id) => ids.push(id)))
  pending.answer(ids[1] ?? 0, [[]])
  expect(await second).toEqual([[]])
  expect(await first).toEqual([])
  pending.answer(ids[0] ?? 0, [[]])
})

test('counts of several processes are shown as their sum', async () => {
  const [own, other] = [createMetrics(), createMetrics()]
  for (const [registry, count] of [
    [own, 2],
    [other, 3],
  ] as const) {
    new Counter({ name: 'mkt_calls_total', help: 'calls', labelNames: ['kind'], registers: [registry] }).inc(
      { kind: 'rater' },
      count,
    )
    new Gauge({ name: 'mkt_state_reads', help: 'reads', registers: [registry] }).set(count * 10)
  }
  expect(await own.metrics()).toContain('mkt_calls_total{kind="rater"} 2\n')
  own.others = async () => [await other.getMetricsAsJSON()]
  const text = await own.metrics()
  expect(text).toContain('mkt_calls_total{kind="rater"} 5\n')
  expect(text).toContain('mkt_state_reads 50\n')
})

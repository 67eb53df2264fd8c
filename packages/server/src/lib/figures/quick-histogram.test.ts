import { Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createQuickHistogram } from './quick-histogram.ts'

test('it says exactly what the usual histogram says', async () => {
  const [quick, usual] = [new Registry(), new Registry()]
  const options = { name: 'mkt_test_seconds', help: 'A test', buckets: [0.005, 0.1, 1] }
  const ours = createQuickHistogram(quick, { ...options, meaning: options.help, labels: { kind: '' } })
  const theirs = new Histogram({ ...options, labelNames: ['kind'], registers: [usual] })
  for (const [kind, value] of [
    ['other', 0.001],
    ['other', 0.005],
    ['rater', 0.5],
    ['other', 7],
  ] as const) {
    ours.observe(kind, value)
    theirs.observe({ kind }, value)
  }
  const lines = (text: string) => text.split('\n').filter((line) => line !== '')
  expect(lines(await quick.metrics())).toEqual(lines(await usual.metrics()))
})

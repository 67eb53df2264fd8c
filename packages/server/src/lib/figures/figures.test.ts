import { AggregatorRegistry, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { createMetrics } from '../metrics.ts'
import { createBoundedNames } from './bounded-names.ts'
import { showFigure } from './show-figure.ts'
import { createTally } from './tally.ts'

it('reads a figure when it is asked for, with its labels', async () => {
  const registry = new Registry()
  let size = 1
  showFigure(registry, { name: 'a_size', type: 'gauge', meaning: 'A size' }, () => size)
  showFigure(registry, { name: 'a_state', type: 'gauge', meaning: 'States' }, async () => [
    { labels: { state: 'UP' }, value: 2 },
  ])
  size = 3
  expect((await registry.metrics()).trim().split('\n')).toEqual([
    '# HELP a_size A size',
    '# TYPE a_size gauge',
    'a_size 3',
    '',
    '# HELP a_state States',
    '# TYPE a_state gauge',
    'a_state{state="UP"} 2',
  ])
})

it('adds the figures of several processes up, except those that all of them read at one place', async () => {
  const each = async () => {
    const registry = new Registry()
    createTally(registry, { name: 'own_total', type: 'counter', meaning: 'Own', labels: { kind: '' } }).add(['x'], 2)
    showFigure(registry, { name: 'shared', type: 'gauge', meaning: 'Shared', together: 'max' }, () => 7)
    return registry.getMetricsAsJSON()
  }
  const text = await AggregatorRegistry.aggregate([await each(), await each()]).metrics()
  expect(text).toContain('own_total{kind="x"} 4')
  expect(text).toContain('shared 7')
})

it('shows the latest start of several processes, so that a restart of any of them is seen', async () => {
  const metrics = createMetrics()
  const own = await metrics.getMetricsAsJSON()
  const late = own.map((each) =>
    each.name === 'mkt_process_start_time_seconds' ? { ...each, values: [{ labels: {}, value: 4e9 }] } : each,
  )
  metrics.others = async () => [late as typeof own]
  expect(await metrics.metrics()).toContain('mkt_process_start_time_seconds 4000000000')
})

it('keeps the number of names bounded, and those that it knows', () => {
  const name = createBoundedNames(2)
  expect(['a', 'b', 'c', 'a', 'b', 'd'].map(name)).toEqual(['a', 'b', 'other', 'a', 'b', 'other'])
})

import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import type { CallRecord } from '../../store/call/calls.ts'
import { gatewayFigures } from './figures.ts'

test('calls are counted by kind, outcome and app, however often the figures are asked for', async () => {
  const registry = new Registry()
  const recorded: CallRecord[] = []
  const calls = { record: (call: CallRecord) => void recorded.push(call), dropped: 0, drain: async () => {} }
  const figures = gatewayFigures(registry, calls)
  const call = { kind: 'rater', status: 200, code: null, listingId: 'lst_1', durationMs: 30 } as CallRecord
  figures.record(call)
  figures.record(call)
  await registry.metrics()
  figures.record({ ...call, status: 504, code: 'app_timeout' })
  figures.record(call)
  const text = await registry.metrics()
  expect(text).toContain('mkt_gateway_calls_total{kind="rater",outcome="2xx",app="lst_1"} 3')
  expect(text).toContain('mkt_gateway_calls_total{kind="rater",outcome="app_timeout",app="lst_1"} 1')
  expect(text).toContain('mkt_gateway_call_seconds_count{kind="rater"} 4')
  expect(recorded).toHaveLength(4)
})

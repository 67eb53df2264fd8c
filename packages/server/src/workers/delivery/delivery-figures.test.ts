import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { deliveryFigures } from './delivery-figures.ts'

it('dead letters are shown as 0 before the first one, so that the first is an increase', async () => {
  const registry = new Registry()
  deliveryFigures(registry, { add: async () => true, size: 0, drain: async () => {} })
  const text = await registry.metrics()
  expect(text).toContain('mkt_delivery_attempts_total{outcome="5xx",state="DEAD"} 0')
  expect(text).toContain('mkt_delivery_attempts_total{outcome="timeout",state="DEAD"} 0')
})

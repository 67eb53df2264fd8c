import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { systemClock } from '../clock.ts'
import { silentLog } from '../log.ts'
import { createMetricsExporter } from './metrics-exporter.ts'

// The messages of the published protocol (metrics.proto) in their JSON form. Unknown fields are refused.
const attributes = z.array(z.strictObject({ key: z.string(), value: z.strictObject({ stringValue: z.string() }) }))
const nano = z.string().regex(/^\d{19}$/)
const times = { attributes, startTimeUnixNano: nano, timeUnixNano: nano }
const number = z.strictObject({ ...times, asDouble: z.number() })
const count = z.string().regex(/^\d+$/)
const histogram = z.strictObject({
  ...times,
  count,
  sum: z.number(),
  explicitBounds: z.array(z.number()),
  bucketCounts: z.array(count),
})
const head = { name: z.string(), description: z.string() }
const metric = z.union([
  z.strictObject({ ...head, gauge: z.strictObject({ dataPoints: z.array(number) }) }),
  z.strictObject({
    ...head,
    sum: z.strictObject({
      dataPoints: z.array(number),
      aggregationTemporality: z.literal(2),
      isMonotonic: z.literal(true),
    }),
  }),
  z.strictObject({
    ...head,
    histogram: z.strictObject({ dataPoints: z.array(histogram), aggregationTemporality: z.literal(2) }),
  }),
])
const exportRequest = z.strictObject({
  resourceMetrics: z.tuple([
    z.strictObject({
      resource: z.strictObject({ attributes }),
      scopeMetrics: z.tuple([
        z.strictObject({
          scope: z.strictObject({ name: z.string(), version: z.string() }),
          metrics: z.array(metric),
        }),
      ]),
    }),
  ]),
})

const received: { url: string | undefined; body: unknown }[] = []
let status = 200
const collector = createServer((request, response) => {
  json(request)
    .then((body) => received.push({ url: request.url, body }))
    .catch(() => {})
    .finally(() => response.writeHead(status).end('{}'))
})
await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening))
afterAll(() => collector.close())

const registry = new Registry()
const registers = [registry]
new Counter({ name: 'calls_total', help: 'Calls', labelNames: ['kind'], registers }).inc({ kind: 'rater' }, 3)
new Gauge({ name: 'waiting', help: 'Waiting', registers }).set(2)
const seconds = new Histogram({ name: 'seconds', help: 'Time', buckets: [0.1, 1], registers })
for (const value of [0.05, 0.5, 0.6, 5]) seconds.observe(value)
const exporter = () =>
  createMetricsExporter({
    endpoint: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    headers: {},
    resource: { 'service.name': 'mkt' },
    version: '1.0.0',
    registry,
    log: silentLog,
    clock: systemClock,
  })

it('sends counters, gauges and histograms as the published protocol describes', async () => {
  const one = exporter()
  await one.flush()
  await one.stop()
  expect(one.counts).toEqual({ sent: 3, dropped: 0 })
  expect(received[0]?.url).toBe('/v1/metrics')
  const { metrics } = exportRequest.parse(received[0]?.body).resourceMetrics[0].scopeMetrics[0]
  expect(metrics).toMatchObject([
    { name: 'calls_total', sum: { dataPoints: [{ asDouble: 3, attributes: [{ key: 'kind' }] }] } },
    { name: 'waiting', gauge: { dataPoints: [{ asDouble: 2 }] } },
    {
      name: 'seconds',
      histogram: { dataPoints: [{ count: '4', explicitBounds: [0.1, 1], bucketCounts: ['1', '2', '1'] }] },
    },
  ])
})

it('counts what a collector does not take', async () => {
  status = 503
  const one = exporter()
  await one.flush()
  await one.stop()
  expect(one.counts).toEqual({ sent: 0, dropped: 3 })
})

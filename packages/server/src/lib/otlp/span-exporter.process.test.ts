import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { eventually } from '../../testing/run/eventually.ts'
import { silentLog } from '../log.ts'
import { parsePairs } from './parse-pairs.ts'
import type { Span } from './span.ts'
import { createSpanExporter } from './span-exporter.ts'

// The messages of the published protocol (trace.proto, common.proto, resource.proto) in their JSON form. Unknown fields are refused.
const anyValue = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ boolValue: z.boolean() }),
  z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
  z.strictObject({ doubleValue: z.number() }),
])
const attributes = z.array(z.strictObject({ key: z.string().min(1), value: anyValue }))
const nano = z.string().regex(/^\d{19}$/)
const exportRequest = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes }),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string(), version: z.string() }),
          spans: z.array(
            z.strictObject({
              traceId: z.string().regex(/^[0-9a-f]{32}$/),
              spanId: z.string().regex(/^[0-9a-f]{16}$/),
              parentSpanId: z
                .string()
                .regex(/^[0-9a-f]{16}$/)
                .optional(),
              name: z.string().min(1),
              kind: z.int().min(1).max(5),
              startTimeUnixNano: nano,
              endTimeUnixNano: nano,
              attributes,
              status: z.strictObject({ code: z.int().min(0).max(2), message: z.string() }).optional(),
            }),
          ),
        }),
      ),
    }),
  ),
})

const received: { url: string | undefined; headers: IncomingHttpHeaders; body: unknown }[] = []
let status = 200
const collector = createServer((request, response) => {
  json(request)
    .then((body) => received.push({ url: request.url, headers: request.headers, body }))
    .catch(() => {})
    .finally(() => response.writeHead(status, { 'content-type': 'application/json' }).end('{}'))
})
await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening))
afterAll(() => collector.close())
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`

const span: Span = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  parentSpanId: null,
  name: 'rater call',
  kind: 'server',
  startMs: 1_777_636_800_000.25,
  endMs: 1_777_636_800_020,
  attributes: {
    'http.response.status_code': 504,
    'mkt.test': true,
    ratio: 0.5,
    'error.type': 'app_timeout',
    none: null,
  },
  error: 'app_timeout',
}
const exporter = (change: object = {}) =>
  createSpanExporter({
    endpoint,
    headers: parsePairs('authorization=Bearer%20abc') ?? {},
    resource: { 'service.name': 'mkt' },
    version: '1.0.0',
    keeps: () => true,
    log: silentLog,
    flushMs: 5,
    ...change,
  })

it('sends what the published protocol describes, with the headers of the operator', async () => {
  const one = exporter()
  one.add(span)
  one.add({ ...span, parentSpanId: '00f067aa0ba902b7', error: null })
  await eventually(() => expect(one.counts.sent).toBe(2))
  await one.stop()
  const [request] = received.splice(0)
  expect(request).toMatchObject({ url: '/v1/traces', headers: { authorization: 'Bearer abc' } })
  const { resourceSpans } = exportRequest.parse(request?.body)
  expect(resourceSpans[0]?.resource.attributes).toEqual([{ key: 'service.name', value: { stringValue: 'mkt' } }])
  expect(resourceSpans[0]?.scopeSpans[0]?.spans[0]).toMatchObject({
    kind: 2,
    startTimeUnixNano: '1777636800000250000',
    status: { code: 2, message: 'app_timeout' },
  })
})

it('drops and counts what a collector does not take, and goes on with the next', async () => {
  const one = exporter()
  status = 503
  one.add(span)
  await eventually(() => expect(one.counts.dropped).toBe(1))
  status = 200
  one.add(span)
  await eventually(() => expect(one.counts.sent).toBe(1))
  await one.stop()
})

it('keeps a bounded number of spans for a collector that is away, and nobody waits', async () => {
  const one = exporter({ endpoint: 'http://127.0.0.1:1', mostWaiting: 10, flushMs: 60_000 })
  for (let added = 0; added < 25; added += 1) one.add(span)
  expect(one.counts.dropped).toBe(15)
  await one.stop()
  expect(one.counts).toEqual({ sent: 0, dropped: 25 })
})

it('exports nothing that is not sampled', async () => {
  received.splice(0)
  const one = exporter({ keeps: (each: Span) => each.error === null })
  one.add(span)
  one.add({ ...span, error: null })
  await one.stop()
  expect(one.counts).toEqual({ sent: 1, dropped: 0 })
})

it('logs a code and never the address or a header, which may hold a secret', async () => {
  const told: unknown[] = []
  const log = { ...silentLog, warn: (facts: unknown) => void told.push(facts) }
  const tries = [
    { endpoint: 'http://me:planted@127.0.0.1:1' },
    { endpoint: 'http://127.0.0.1:1' },
    { headers: { authorization: 'planted\n' } },
    { headers: { authorization: 'planted\u{1f511}' } },
  ]
  for (const change of tries) {
    const one = exporter({ ...change, log, flushMs: 60_000 })
    one.add(span)
    await one.stop()
  }
  expect(told[0]).toEqual({ dropped: 1, reason: 'TypeError' })
  expect(JSON.stringify(told)).not.toContain('planted')
})

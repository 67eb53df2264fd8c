import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { eventually } from '../../testing/run/eventually.ts'
import { createLog, silentLog } from '../log.ts'
import { Secret } from '../secret.ts'
import { createLogExporter } from './log-exporter.ts'

// The messages of the published protocol (logs.proto, common.proto, resource.proto) in their JSON form. Unknown fields are refused.
const anyValue = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ boolValue: z.boolean() }),
  z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
  z.strictObject({ doubleValue: z.number() }),
])
const attributes = z.array(z.strictObject({ key: z.string().min(1), value: anyValue }))
const nano = z.string().regex(/^\d{19}$/)
const exportRequest = z.strictObject({
  resourceLogs: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes }),
      scopeLogs: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string(), version: z.string() }),
          logRecords: z.array(
            z.strictObject({
              timeUnixNano: nano,
              observedTimeUnixNano: nano,
              severityNumber: z.int().min(1).max(24),
              severityText: z.string(),
              body: anyValue,
              attributes,
              traceId: z
                .string()
                .regex(/^[0-9a-f]{32}$/)
                .optional(),
            }),
          ),
        }),
      ),
    }),
  ),
})

const received: { url: string | undefined; body: unknown }[] = []
const collector = createServer((request, response) => {
  json(request)
    .then((body) => received.push({ url: request.url, body }))
    .catch(() => {})
    .finally(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
})
await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening))
afterAll(() => collector.close())
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`

const options = { headers: {}, resource: { 'service.name': 'mkt' }, version: '1.0.0', log: silentLog }

it('sends the lines of the log as the published protocol describes them, without a secret', async () => {
  const exporter = createLogExporter({ ...options, endpoint, flushMs: 5 })
  const log = createLog({ level: 'info', destination: { write() {} } })
  const end = log.tap((line) => exporter.add(line))
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const facts = { traceId, status: 503, secret: new Secret('planted'), deep: { list: [new Secret('planted')] } }
  log.child({ part: 'gateway', requestId: 'req_1' }).warn(facts, 'a call failed')
  log.error({ err: new TypeError('wrong') }, 'a bug')
  log.debug({}, 'below the level')
  await eventually(() => expect(exporter.counts.sent).toBe(2))
  end()
  await exporter.stop()
  const all = received.splice(0)
  expect(all.map(({ url }) => url)).toEqual(all.map(() => '/v1/logs'))
  const records = all.flatMap(({ body }) => exportRequest.parse(body).resourceLogs[0]?.scopeLogs[0]?.logRecords ?? [])
  expect(records[0]).toMatchObject({
    traceId,
    severityNumber: 13,
    severityText: 'WARN',
    body: { stringValue: 'a call failed' },
  })
  expect(records[0]?.attributes).toEqual(
    expect.arrayContaining([
      { key: 'part', value: { stringValue: 'gateway' } },
      { key: 'requestId', value: { stringValue: 'req_1' } },
      { key: 'status', value: { intValue: '503' } },
      { key: 'secret', value: { stringValue: '[secret]' } },
    ]),
  )
  expect(records[1]?.attributes).toEqual(
    expect.arrayContaining([
      { key: 'exception.type', value: { stringValue: 'TypeError' } },
      { key: 'exception.message', value: { stringValue: 'wrong' } },
    ]),
  )
  expect(JSON.stringify(all)).not.toContain('planted')
})

it('a collector that is away costs counted lines and nothing else', async () => {
  const exporter = createLogExporter({ ...options, endpoint: 'http://127.0.0.1:1', mostWaiting: 2, flushMs: 60_000 })
  for (let line = 0; line < 5; line += 1) exporter.add('{"level":"info","msg":"one"}')
  await exporter.stop()
  expect(exporter.counts).toEqual({ sent: 0, dropped: 5 })
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { otlpSink } from './audit-stream.ts'

const received: { url: string | undefined; body: unknown }[] = []
let status = 200
let mostBytes = Number.POSITIVE_INFINITY
const collector = createServer((request, response) => {
  json(request)
    .then((body) => {
      const size = JSON.stringify(body).length
      if (size > mostBytes) return response.writeHead(413).end('{}')
      received.push({ url: request.url, body })
      return response.writeHead(status).end('{}')
    })
    .catch(() => response.destroy())
})
await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening))
afterAll(() => collector.close())
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`

const row = {
  id: 'aud_1',
  at: new Date('2026-05-01T12:00:00Z'),
  organizationId: 'org_1',
  actor: { kind: 'person', id: 'per_1', label: 'a@acme.test' },
  address: null,
  requestId: null,
  action: 'release.promote',
  subject: { kind: 'release', id: 'rel_1' },
  details: {},
}

it('rows of the audit that a collector does not take count as not sent', async () => {
  const sink = otlpSink({ endpoint, headers: {}, resource: { 'service.name': 'mkt' } })
  await sink.send([row])
  expect(received[0]?.url).toBe('/v1/logs')
  expect(JSON.stringify(received[0]?.body)).toContain('release.promote')
  status = 503
  await expect(sink.send([row])).rejects.toThrow('status 503')
})

it('rows that are too many for one request are sent in several, in order', async () => {
  const sink = otlpSink({ endpoint, headers: {}, resource: { 'service.name': 'mkt' } })
  const ids = ['aud_1', 'aud_2', 'aud_3', 'aud_4', 'aud_5']
  status = 200
  mostBytes = 2_000
  received.splice(0)
  await sink.send(ids.map((id) => ({ ...row, id })))
  expect(received.length).toBeGreaterThan(1)
  const taken = received.flatMap(({ body }) => [...new Set(JSON.stringify(body).match(/aud_\d/g))])
  expect(taken).toEqual(ids)
  mostBytes = 100
  await expect(sink.send([row])).rejects.toThrow('status 413')
})

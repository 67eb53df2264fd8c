import { expect, it } from 'vitest'
import { type DeliveryHead, deliveryHeaders } from './delivery-headers.ts'

const head: DeliveryHead = {
  eventId: 'evt_01',
  attempt: 2,
  contentType: 'application/json',
  forwarding: { for: '192.0.2.1', host: 'hooks.example.test', proto: 'https' },
  key: 'k',
  routeId: 'r1',
  tenant: 'acme',
  traceparent: '00-0-0-01',
  gatewayUrl: 'http://127.0.0.1:7071',
  own: '203.0.113.5',
  now: new Date('2026-01-02T03:04:05.900Z'),
}

function read(change: Partial<DeliveryHead> = {}): Record<string, string> {
  const flat = deliveryHeaders({ ...head, ...change })
  const pairs = flat.flatMap((name, index) => (index % 2 === 0 ? [[name.toLowerCase(), flat[index + 1] ?? '']] : []))
  return Object.fromEntries(pairs)
}

it('an attempt carries the key, the route, the tenant and who sent the event', () => {
  expect(read()).toEqual({
    'content-type': 'application/json',
    'x-mkt-key': 'k',
    'x-mkt-route': 'r1',
    'x-mkt-tenant': 'acme',
    'x-request-id': 'dlv_01-2',
    traceparent: '00-0-0-01',
    'x-forwarded-for': '192.0.2.1',
    'x-forwarded-host': 'hooks.example.test',
    'x-forwarded-proto': 'https',
    'webhook-id': 'evt_01',
    'webhook-timestamp': '1767323045',
    'x-mkt-attempt': '2',
  })
})

it('every attempt of a delivery has the same webhook id, and a request id of its own', () => {
  const [first, second] = [read({ attempt: 1 }), read({ attempt: 2 })]
  expect(first['webhook-id']).toBe(second['webhook-id'])
  expect(first['x-request-id']).not.toBe(second['x-request-id'])
})

it('an event that does not know its sender names the platform and the gateway it came by', () => {
  const headers = read({ forwarding: null })
  expect(headers['x-forwarded-host']).toBe('127.0.0.1:7071')
  expect(headers['x-forwarded-proto']).toBe('http')
  expect(headers['x-forwarded-for']).toBe('203.0.113.5')
  expect(read({ forwarding: null, gatewayUrl: '' })['x-forwarded-host']).toBeUndefined()
})

it('an event without a content type gets none', () => {
  expect(read({ contentType: null })['content-type']).toBeUndefined()
})

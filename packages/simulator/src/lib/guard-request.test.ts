import { expect, it } from 'vitest'
import { requireOwnPage, requireOwnPageOrTool } from './guard-request.ts'

const host = '127.0.0.1:7080'
const origin = `http://${host}`

it.each([
  [{ host, 'sec-fetch-site': 'same-origin' }],
  [{ host: '[::1]:7080', 'sec-fetch-site': 'same-origin' }],
  [{ host: 'localhost:7080', origin: 'http://localhost:7080' }],
  [{ host: 'sim.internal', origin: 'https://sim.internal' }],
])('a page of ours may change things and use the switches: %j', (headers) => {
  expect(() => requireOwnPage(headers, 'Sim.internal')).not.toThrow()
  expect(() => requireOwnPageOrTool(headers, 'Sim.internal')).not.toThrow()
})

it.each([[{ host }], [{ host, 'sec-fetch-site': 'none' }]])(
  'a tool, and a person who enters the address, may use the switches alone: %j',
  (headers) => {
    expect(() => requireOwnPage(headers, undefined)).toThrow('not sent by a page')
    expect(() => requireOwnPageOrTool(headers, undefined)).not.toThrow()
  },
)

it.each([
  ['of another site', { host, 'sec-fetch-site': 'cross-site', origin }],
  ['of another port', { host, 'sec-fetch-site': 'same-site' }],
  ['that names only its origin', { host, origin: 'http://evil.test' }],
  ['of a sandboxed frame', { host, origin: 'null' }],
  ['at a name that is pointed here', { host: 'evil.test:7080', 'sec-fetch-site': 'same-origin' }],
  ['at such a name that reads', { host: 'evil.test:7080' }],
  ['at such a name with our origin', { host: 'evil.test:7080', origin: 'http://evil.test:7080' }],
  ['without a host', {}],
])('a page %s is refused', (_what, headers) => {
  for (const guard of [requireOwnPage, requireOwnPageOrTool])
    expect(() => guard(headers, 'sim.internal')).toThrow(expect.objectContaining({ status: 403 }))
})

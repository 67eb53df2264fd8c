import { expect, it } from 'vitest'
import { foreignIn } from './foreign-request.ts'

const host = '127.0.0.1:7080'

it.each([
  ['its own page', { host, 'sec-fetch-site': 'same-origin' }],
  ['its own page at an IPv6 address', { host: '[::1]:7080', 'sec-fetch-site': 'same-origin' }],
  ['its own page where a browser tells the origin alone', { host, origin: `http://${host}` }],
  ['its own page at its name', { host: 'sim.internal', origin: 'https://sim.internal' }],
  ['a person who enters the address', { host: 'localhost:7080', 'sec-fetch-site': 'none' }],
  ['a tool', { host }],
])('%s is not foreign', (_what, headers) => {
  expect(foreignIn(headers, 'Sim.internal')).toBeUndefined()
})

it.each([
  ['a page of another site', 'page', { host, 'sec-fetch-site': 'cross-site', origin: `http://${host}` }],
  ['a page of another port', 'page', { host, 'sec-fetch-site': 'same-site' }],
  ['a page that names only its origin', 'page', { host, origin: 'http://evil.test' }],
  ['a sandboxed frame', 'page', { host, origin: 'null' }],
  ['a page at a name that is pointed here', 'host', { host: 'evil.test:7080', 'sec-fetch-site': 'same-origin' }],
  ['a page at such a name that reads', 'host', { host: 'evil.test:7080' }],
  ['a page at such a name that writes', 'host', { host: 'evil.test:7080', origin: 'http://evil.test:7080' }],
  ['who names no host', 'host', {}],
])('%s is foreign', (_what, why, headers) => {
  expect(foreignIn(headers, 'sim.internal')).toBe(why)
})

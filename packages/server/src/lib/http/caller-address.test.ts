import { expect, it } from 'vitest'
import { callerAddress } from './caller-address.ts'

const isTrusted = (address: string) => address.startsWith('10.')

it.each([
  ['nobody stands between', '6.6.6.6', undefined, '6.6.6.6'],
  ['a stranger writes the header', '6.6.6.6', '1.2.3.4', '6.6.6.6'],
  ['a proxy tells it', '10.0.0.1', '6.6.6.6', '6.6.6.6'],
  ['a stranger invents something before a proxy', '10.0.0.1', '1.2.3.4, 6.6.6.6', '6.6.6.6'],
  ['there are several proxies', '10.0.0.1', '1.2.3.4, 6.6.6.6, 10.0.0.2', '6.6.6.6'],
  ['IPv6 is spoken', '10.0.0.1', '2001:db8::1', '2001:db8::1'],
  ['a proxy tells nothing', '10.0.0.1', undefined, '10.0.0.1'],
  ['what it tells is no address', '10.0.0.1', 'unknown', '10.0.0.1'],
])('the address of a caller where %s', (_, remote, chain, expected) => {
  expect(callerAddress(remote, chain, isTrusted)).toBe(expected)
})

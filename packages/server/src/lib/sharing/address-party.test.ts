import { expect, it } from 'vitest'
import { addressParty } from './address-party.ts'

it('takes an IPv4 address as it is, however it is written', () => {
  expect(addressParty('203.0.113.9')).toBe('203.0.113.9')
  expect(addressParty('::ffff:203.0.113.9')).toBe('203.0.113.9')
})

it('takes a whole IPv6 network as one party', () => {
  expect(addressParty('2001:db8::1')).toBe(addressParty('2001:db8::ffff:1:2:3'))
  expect(addressParty('2001:db8::1')).not.toBe(addressParty('2001:db8:0:1::1'))
})

it('takes all that is no address as one party', () => {
  expect(addressParty('')).toBe('unknown')
  expect(addressParty('evil')).toBe('unknown')
})

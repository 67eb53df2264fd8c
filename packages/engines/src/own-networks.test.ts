import { expect, it } from 'vitest'
import { ownNetworks, ownRange } from './own-networks.ts'

it('a network of this machine is the range of its interface, and never most of the internet', () => {
  expect(ownRange('203.0.113.9', '203.0.113.9/24')).toBe('203.0.113.9/24')
  expect(ownRange('2001:db8::9', '2001:db8::9/64')).toBe('2001:db8::9/64')
  expect(ownRange('203.0.113.9', '203.0.113.9/0')).toBe('203.0.113.9/32')
  expect(ownRange('2001:db8::9', '2001:db8::9/0')).toBe('2001:db8::9/128')
  expect(ownRange('203.0.113.9', null)).toBe('203.0.113.9/32')
})

it('this machine is in some', () => {
  expect(ownNetworks()).toContain('127.0.0.1/8')
})

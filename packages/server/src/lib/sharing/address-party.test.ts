import { expect, it } from 'vitest'
import { addressKey, addressParty, networksOfParty, partyNetworks } from './address-party.ts'

it('takes an IPv4 address as it is, however it is written', () => {
  expect(addressParty('203.0.113.9')).toBe('203.0.113.9')
  expect(addressParty('::ffff:203.0.113.9')).toBe('203.0.113.9')
})

it('takes a whole IPv6 network as one party', () => {
  expect(addressParty('2001:db8::1')).toBe(addressParty('2001:db8::ffff:1:2:3'))
  expect(addressParty('2001:db8::1')).not.toBe(addressParty('2001:db8:0:1::1'))
})

it('knows the larger IPv6 networks, which one customer of a provider may have, and what each may have in all', () => {
  const [household, ...larger] = partyNetworks('2001:db8:1:2ff::1')
  expect(larger.map(({ shares }) => shares)).toEqual([2, 4])
  const names = (address: string) => partyNetworks(address).map(({ name }) => name)
  expect(names('2001:db8:1:2aa::1').slice(1)).toEqual(larger.map(({ name }) => name))
  expect(names('2001:db8:1:3ff::1').slice(2)).toEqual(larger.slice(1).map(({ name }) => name))
  expect(names('2001:db8:1:3ff::1')).not.toContain(larger[0]?.name)
  expect(names('2001:db8:2::1')).not.toContain(larger[1]?.name)
  expect(household.name).toBe(addressParty('2001:db8:1:2ff::1'))
  expect(names('203.0.113.9')).toEqual(['203.0.113.9'])
})

it('takes all that is no address as one party', () => {
  expect(addressParty('')).toBe('unknown')
  expect(addressParty('evil')).toBe('unknown')
})

it('knows the larger networks of a party by its name, also among parties of other kinds', () => {
  const address = '2001:db8:1:2ff::1'
  expect(networksOfParty(addressParty(address))).toEqual(partyNetworks(address))
  const prefixed = partyNetworks(address).map(({ name, shares }) => ({ name: `address:${name}`, shares }))
  expect(networksOfParty(addressKey(address))).toEqual(prefixed)
  expect(networksOfParty('org_1')).toEqual([{ name: 'org_1', shares: 1 }])
})

import ipaddr from 'ipaddr.js'

/** Networks that an address belongs to, and how much of a party's share all of each may have. */
export interface PartyNetwork {
  name: string
  shares: number
}

/** The party behind an address: one IPv4 address, or one IPv6 network, of which a single household has 2^64 addresses. */
export function addressParty(address: string): string {
  return partyNetworks(address)[0].name
}

/** The same among parties of other kinds, such as people. */
export const addressKey = (address: string): string => `address:${addressParty(address)}`

/** The party behind an address, and of IPv6 the larger networks, too: providers give a customer 256 parties, or 65,536. */
export function partyNetworks(address: string): [PartyNetwork, ...PartyNetwork[]] {
  if (!ipaddr.isValid(address)) return [{ name: 'unknown', shares: 1 }]
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return [{ name: parsed.toString(), shares: 1 }]
  const bytes = Buffer.from(parsed.toByteArray())
  const network = (bits: number, shares: number) => ({
    name: `${bytes.subarray(0, bits / 8).toString('hex')}/${bits}`,
    shares,
  })
  return [network(64, 1), network(56, 2), network(48, 4)]
}

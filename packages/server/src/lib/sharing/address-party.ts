import ipaddr from 'ipaddr.js'

/** Networks that an address belongs to, and how much of a party's share all of each may have. */
export interface PartyNetwork {
  name: string
  shares: number
}

/** The party behind an address: one IPv4 address, or one IPv6 network, of which a single household has 2^64 addresses. */
export function addressParty(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${Buffer.from(parsed.toByteArray()).toString('hex', 0, 8)}/64`
}

/** The same among parties of other kinds, such as people. */
export const addressKey = (address: string): string => `address:${addressParty(address)}`

/** The party behind an address, and of IPv6 the larger networks, too: providers give a customer 256 parties, or 65,536. */
export const partyNetworks = (address: string): [PartyNetwork, ...PartyNetwork[]] =>
  networksOfParty(addressParty(address))

/** The same where only the name of the party is known. One that is no IPv6 network is alone. */
export function networksOfParty(party: string): [PartyNetwork, ...PartyNetwork[]] {
  const [, kind = '', digits] = /^(address:)?([0-9a-f]{16})\/64$/.exec(party) ?? []
  const own = { name: party, shares: 1 }
  if (digits === undefined) return [own]
  return [
    own,
    { name: `${kind}${digits.slice(0, 14)}/56`, shares: 2 },
    { name: `${kind}${digits.slice(0, 12)}/48`, shares: 4 },
  ]
}

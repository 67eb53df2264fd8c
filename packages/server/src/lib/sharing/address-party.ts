import ipaddr from 'ipaddr.js'

/** The party behind an address: one IPv4 address, or one IPv6 network, of which a single household has 2^64 addresses. */
export function addressParty(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const network = parsed.toByteArray().slice(0, 8)
  return `${Buffer.from(network).toString('hex')}/64`
}

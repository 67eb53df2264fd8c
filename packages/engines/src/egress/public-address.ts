import { BlockList, isIP } from 'node:net'
import { parseAllowedAddress, REFUSED_NETWORKS } from '../addresses.ts'

const NOT_PUBLIC_4 = [
  ...REFUSED_NETWORKS,
  '127.0.0.0/8',
  '192.0.2.0/24',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '192.88.99.0/24',
]
/** Only global unicast of IPv6 is public, without what carries IPv4 addresses inside, tunnels and documentation. */
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '64:ff9b::/96', '64:ff9b:1::/48']

const closed = new BlockList()
for (const cidr of NOT_PUBLIC_4) add(closed, cidr, 'ipv4')
for (const cidr of NOT_PUBLIC_6) add(closed, cidr, 'ipv6')
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

function add(list: BlockList, cidr: string, family: 'ipv4' | 'ipv6'): void {
  const [address = '', prefix = ''] = cidr.split('/')
  list.addSubnet(address, Number(prefix), family)
}

/** Whether an application may be connected with an address: a public one, or one that the allow list names. `own`: the networks of this machine. */
export function mayReach(address: string, port: number, allow: readonly string[], own: readonly string[]): boolean {
  const plain = plainAddress(address)
  return isAllowed(plain, port, allow) || (isPublic(plain) && !isWithin(plain, own))
}

function isWithin(address: string, networks: readonly string[]): boolean {
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
  return networks.some((cidr) => {
    if (cidr.includes(':') !== (family === 'ipv6')) return false
    const list = new BlockList()
    add(list, cidr, family)
    return list.check(address, family)
  })
}

/** An IPv4 address that is written as an IPv6 one. */
function plainAddress(address: string): string {
  const bare = address.replace(/%.*$/, '').toLowerCase()
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1] ?? bare
}

function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closed.check(address, 'ipv4')
  return family === 6 && globalUnicast.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

function isAllowed(address: string, port: number, allow: readonly string[]): boolean {
  const family = isIP(address)
  return allow.some((entry) => {
    const allowed = parseAllowedAddress(entry)
    if (allowed === null || family === 0) return false
    if (allowed.kind === 'endpoint') return allowed.host === address && allowed.port === port
    const list = new BlockList()
    add(list, allowed.cidr, allowed.family === 4 ? 'ipv4' : 'ipv6')
    return allowed.family === family && list.check(address, family === 4 ? 'ipv4' : 'ipv6')
  })
}

import ipaddr from 'ipaddr.js'
import { ownNetworks } from './own-networks.ts'

/** An entry of the list of addresses that may be reached although they are private. */
interface AllowRule {
  range: [ipaddr.IPv4 | ipaddr.IPv6, number]
  port: number | null
}

/** Reads one entry: `address`, `address:port`, `[address]:port` or a range such as `10.1.0.0/16`. */
function parseRule(entry: string): AllowRule | null {
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(entry)
  const withPort = bracketed ?? /^(\d+\.\d+\.\d+\.\d+):(\d+)$/.exec(entry)
  const address = withPort?.[1] ?? entry
  const port = withPort?.[2] === undefined ? null : Number(withPort[2])
  try {
    if (address.includes('/')) return { range: ipaddr.parseCIDR(address), port }
    const parsed = ipaddr.process(address)
    return { range: [parsed, parsed.kind() === 'ipv4' ? 32 : 128], port }
  } catch {
    return null
  }
}

export type Judgement = 'public' | 'allowed' | 'refused'

/** The part of IPv6 that is assigned to the public. What lies outside, `::7f00:1` for instance, may lead anywhere. */
const PUBLIC_IPV6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/**
 * Judges one resolved address. Public addresses may be reached by anyone; private, loopback, link-local, metadata and every
 * other special range, and the networks this machine is in (`own`), only where the operator named it. An address of IPv4 in an IPv6 coat is judged
 * as what it is.
 */
export function judgeAddress(
  address: string,
  port: number,
  allow: readonly string[],
  own: readonly string[] = ownNetworks(),
): Judgement {
  let parsed: ipaddr.IPv4 | ipaddr.IPv6
  try {
    parsed = ipaddr.process(address.split('%')[0] ?? '')
  } catch {
    return 'refused'
  }
  for (const entry of allow) {
    const rule = parseRule(entry)
    if (!rule || (rule.port !== null && rule.port !== port) || rule.range[0].kind() !== parsed.kind()) continue
    if (parsed.match(rule.range)) return 'allowed'
  }
  if (parsed.range() !== 'unicast') return 'refused'
  if (parsed.kind() === 'ipv6' && !parsed.match(PUBLIC_IPV6)) return 'refused'
  return own.some((network) => isWithin(parsed, network)) ? 'refused' : 'public'
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, network: string): boolean {
  try {
    const range = ipaddr.parseCIDR(network)
    return range[0].kind() === address.kind() && address.match(range)
  } catch {
    return false
  }
}

import { randomInt } from 'node:crypto'
import { isIP } from 'node:net'

/** Networks an application never reaches by itself: its own machine, private, link-local and metadata addresses. */
export const REFUSED_NETWORKS: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** Connections of sandboxed applications to this machine's loopback come from this network, so that they can be told from a person's. */
const APPLICATION_NETWORK = [127, 64] as const
const SECOND_PARTS = 64

/** An address for one outlet, which is that of a publisher. Nobody can choose that of another. */
export function applicationSource(): string {
  const [first, second] = APPLICATION_NETWORK
  return [first, second + randomInt(SECOND_PARTS), randomInt(256), randomInt(256)].join('.')
}

export function isApplicationSource(address: string): boolean {
  const [first, second] = address
    .replace(/^::ffff:/, '')
    .split('.')
    .map(Number)
  const [network, least] = APPLICATION_NETWORK
  return first === network && second !== undefined && second >= least && second < least + SECOND_PARTS
}

export type AllowedAddress =
  | { kind: 'endpoint'; host: string; port: number }
  | { kind: 'network'; cidr: string; family: 4 | 6 }

/** Reads one entry of the allow list: `address`, `address:port`, `[v6]:port` or CIDR. Null when it is none of these. */
export function parseAllowedAddress(entry: string): AllowedAddress | null {
  const text = entry.trim()
  const [address = '', prefix] = text.split('/')
  if (prefix !== undefined) {
    const family = isIP(address)
    return family === 0 || !/^\d{1,3}$/.test(prefix) ? null : { kind: 'network', cidr: text, family: asFamily(family) }
  }
  const family = isIP(text)
  if (family !== 0) return { kind: 'network', cidr: `${text}/${family === 4 ? 32 : 128}`, family: asFamily(family) }
  const endpoint = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text)
  const host = endpoint?.[1] ?? endpoint?.[2] ?? ''
  const port = Number(endpoint?.[3])
  return isIP(host) === 0 || !(port > 0 && port < 65_536) ? null : { kind: 'endpoint', host, port }
}

function asFamily(family: number): 4 | 6 {
  return family === 6 ? 6 : 4
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** Host and port of an origin, brackets of an IPv6 address removed. */
export function originEndpoint(origin: string): { host: string; port: number } {
  const url = new URL(origin)
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port }
}

import { isIP } from 'node:net'
import { isLoopback, originEndpoint, parseAllowedAddress, REFUSED_NETWORKS } from '../addresses.ts'
import { RESOLVER } from '../egress/resolver.ts'
import { UPLINK } from './uplink-plan.ts'

const PREFERRED_PORT = 8080
/** Where names of the platform point inside the namespace: loopback, but not where applications listen. */
const RELAY_ADDRESS = '127.0.0.2'

/** Inside the namespace somebody listens on `listen` and hands every connection to `target` on the host. */
export interface Relay {
  host: string
  port: number
  target: { host: string; port: number }
}

export interface NetworkPlan {
  /** What the application is told to listen on. */
  port: number
  relays: Relay[]
  /** Lines for `ip -batch`, before the outside is plugged in. */
  loopbackCommands: string[]
  /** Lines for `ip -batch` once the outside is there: what it refuses, and the exceptions. */
  outsideCommands: string[]
  hosts: string
  resolvConf: string
}

export interface NetworkInput {
  stateApi: string
  allowAddresses: readonly string[]
  /** Addresses of the machine itself: even public ones lead back to the platform. */
  hostNetworks: readonly string[]
  outside: boolean
  /** Closed: nothing but what the guard lets through. Watched: the guard sees which names are asked for. */
  egress: 'closed' | 'watched' | 'open'
  /** Ports of declared hosts: the guard listens there, so the application does not. */
  declaredPorts?: readonly number[]
}

/**
 * The application's network: a loopback of its own on which the state interface and allowed endpoints appear at their
 * own address and port, and, where there is an outside, routes that refuse everything private.
 */
export function planNetwork(input: NetworkInput): NetworkPlan {
  const relays: Relay[] = []
  const names: string[] = []
  const networks: string[] = []
  const addRelay = (host: string, port: number, target: { host: string; port: number }) => {
    if (!relays.some((relay) => relay.host === host && relay.port === port)) relays.push({ host, port, target })
  }

  const state = originEndpoint(input.stateApi)
  if (isIP(state.host) !== 0) addRelay(state.host, state.port, state)
  else if (state.host === 'localhost') addRelay('127.0.0.1', state.port, state)
  else {
    names.push(state.host)
    addRelay(RELAY_ADDRESS, state.port, state)
  }
  const closed = input.egress === 'closed'
  for (const entry of closed ? [] : input.allowAddresses) {
    const allowed = parseAllowedAddress(entry)
    if (allowed?.kind === 'endpoint') addRelay(allowed.host, allowed.port, { host: allowed.host, port: allowed.port })
    if (allowed?.kind === 'network' && allowed.family === 4 && !allowed.cidr.startsWith('127.')) {
      networks.push(allowed.cidr)
    }
  }

  const borrowed = [...new Set(relays.map((relay) => relay.host))].filter((host) => !isLoopback(host))
  return {
    port: freePort([...relays.map((relay) => relay.port), ...(input.declaredPorts ?? [])]),
    relays,
    loopbackCommands: ['link set lo up', ...borrowed.map((host) => `address replace ${host} dev lo`)],
    outsideCommands: input.outside && !closed ? outsideCommands(input.hostNetworks, networks, borrowed) : [],
    hosts: ['127.0.0.1 localhost', '::1 localhost', ...names.map((name) => `${RELAY_ADDRESS} ${name}`), ''].join('\n'),
    resolvConf: nameServers(input),
  }
}

function nameServers({ egress, outside }: NetworkInput): string {
  if (egress !== 'open') return `nameserver ${RESOLVER.host}\n`
  return outside ? `nameserver ${UPLINK.nameServer}\n` : ''
}

function outsideCommands(hostNetworks: readonly string[], networks: string[], borrowed: string[]): string[] {
  // The network of a sandbox carries no IPv6.
  const own = hostNetworks.filter((cidr) => !cidr.includes(':') && !isLoopback(cidr))
  const refused = [...REFUSED_NETWORKS, ...own.map((cidr) => refusedRange(cidr, networks))]
    .filter((cidr) => !networks.includes(cidr))
    .filter((cidr) => !borrowed.some((host) => cidr === `${host}/32`))
  return [
    // Only the two ends of the network to the uplink: an uplink passes on what it does not answer itself.
    ...[UPLINK.gateway, UPLINK.nameServer].map((address) => `route replace ${address}/32 dev ${UPLINK.device}`),
    `route replace prohibit ${UPLINK.network}`,
    ...[...new Set(refused)].map((cidr) => `route replace prohibit ${cidr}`),
    ...networks.map((cidr) => `route replace ${cidr} via ${UPLINK.gateway} dev ${UPLINK.device} onlink`),
  ]
}

/** The network of an address of this machine; the address alone in a network that is allowed. */
function refusedRange(cidr: string, allowed: readonly string[]): string {
  const [address = ''] = cidr.split('/')
  const isAllowed = allowed.some(
    (range) => isAtMost(range, cidr) && networkOf(`${address}/${prefixOf(range)}`) === range,
  )
  return isAllowed ? `${address}/32` : networkOf(cidr)
}

const prefixOf = (cidr: string) => Number(cidr.split('/')[1] ?? 32)
const isAtMost = (wide: string, narrow: string) => prefixOf(wide) <= prefixOf(narrow)

/** A route is given by the beginning of its network: `203.0.113.9/24` is `203.0.113.0/24`. */
function networkOf(cidr: string): string {
  const [address = '', prefix = '32'] = cidr.split('/')
  const mask = -(2 ** (32 - Number(prefix)))
  const bits = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  const network = Number(BigInt.asUintN(32, BigInt(bits) & BigInt(mask)))
  return `${[24, 16, 8, 0].map((shift) => Math.floor(network / 2 ** shift) % 256).join('.')}/${prefix}`
}

function freePort(taken: readonly number[]): number {
  let port = PREFERRED_PORT
  while (taken.includes(port)) port++
  return port
}

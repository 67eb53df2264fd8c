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
  hostAddresses: readonly string[]
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
    outsideCommands: input.outside && !closed ? outsideCommands(input.hostAddresses, networks, borrowed) : [],
    hosts: ['127.0.0.1 localhost', '::1 localhost', ...names.map((name) => `${RELAY_ADDRESS} ${name}`), ''].join('\n'),
    resolvConf: nameServers(input),
  }
}

function nameServers({ egress, outside }: NetworkInput): string {
  if (egress !== 'open') return `nameserver ${RESOLVER.host}\n`
  return outside ? `nameserver ${UPLINK.nameServer}\n` : ''
}

function outsideCommands(hostAddresses: readonly string[], networks: string[], borrowed: string[]): string[] {
  const own = hostAddresses.filter((address) => isIP(address) === 4 && !isLoopback(address))
  const refused = [...REFUSED_NETWORKS, ...own.map((address) => `${address}/32`)]
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

function freePort(taken: readonly number[]): number {
  let port = PREFERRED_PORT
  while (taken.includes(port)) port++
  return port
}

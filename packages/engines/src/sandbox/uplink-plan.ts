import { isIP } from 'node:net'
import { join } from 'node:path'
import { isLoopback } from '../addresses.ts'

/** Programs that carry an application's packets to the outside; the first that works here is taken. */
export const UPLINKS = ['slirp4netns', 'pasta'] as const
export type UplinkName = (typeof UPLINKS)[number]

export interface Uplink {
  name: UplinkName
  program: string
  /** Who answers questions for names on this machine's network; slirp4netns finds out by itself. */
  nameServer: string | null
}

/**
 * The little network between application and uplink. Link-local, because what the uplink does not answer itself it
 * looks for on this machine's network, and nobody numbers machines from that range.
 */
export const UPLINK = {
  device: 'tap0',
  network: '169.254.213.0/24',
  address: '169.254.213.100',
  prefix: '24',
  gateway: '169.254.213.2',
  nameServer: '169.254.213.3',
} as const

export const UPLINK_PID = 'uplink.pid'
export const UPLINK_LOG = 'uplink.log'

export interface UplinkPlace {
  /** Whose network namespace is plugged in. */
  pid: number
  isRoot: boolean
  /** Where the program may leave its process number, once the network is there, and its complaints. */
  folder: string
}

export interface UplinkPlan {
  /** The program, then its arguments. */
  command: [string, ...string[]]
  /** A file to open and hand over as descriptor 3. */
  handOver: string | null
}

/** How to start the program. No port of this machine leads inside, and none of its loopback addresses is reachable. */
export function planUplink(uplink: Uplink, place: UplinkPlace): UplinkPlan {
  return uplink.name === 'pasta' ? planPasta(uplink, place) : planSlirp(uplink, place)
}

function planSlirp({ program }: Uplink, { pid, isRoot }: UplinkPlace): UplinkPlan {
  const target = isRoot
    ? [String(pid)]
    : [`--userns-path=/proc/${pid}/ns/user`, '--netns-type=path', `/proc/${pid}/ns/net`]
  // Its own sandbox wants a user switch that only root has. It gives up the root of the machine with all that is mounted there, so it
  // gets mounts of its own first: where some are shared, those of others, of a container that just starts, would go with it.
  const own = isRoot ? ['--enable-sandbox'] : []
  const apart = isRoot
    ? (['unshare', '--mount', '--propagation', 'private', '--', program] as const)
    : ([program] as const)
  const network = ['--configure', '--mtu=65520', `--cidr=${UPLINK.network}`, '--disable-host-loopback']
  const args = [...network, '--enable-seccomp', ...own, '--ready-fd=3', ...target, UPLINK.device]
  return { command: [...apart, ...args], handOver: null }
}

function planPasta({ program, nameServer }: Uplink, { pid, isRoot, folder }: UplinkPlace): UplinkPlan {
  const net = `/proc/${pid}/ns/net`
  // As root it gives up the right to look into other processes, not the right to join a namespace it is handed.
  const target = isRoot
    ? ['--runas', '0', '--netns-only', '--netns', '/proc/self/fd/3']
    : ['--userns', `/proc/${pid}/ns/user`, '--netns', net]
  const args = [
    ...['--quiet', '--foreground', '--ipv4-only', '--config-net'],
    ...['--pid', join(folder, UPLINK_PID), '--log-file', join(folder, UPLINK_LOG)],
    ...['--tcp-ports', 'none', '--udp-ports', 'none', '--tcp-ns', 'none', '--udp-ns', 'none', '--no-map-gw'],
    ...['--no-dhcp', '--no-icmp', '--ns-ifname', UPLINK.device],
    ...['--address', UPLINK.address, '--netmask', UPLINK.prefix, '--gateway', UPLINK.gateway],
    ...(nameServer === null ? [] : ['--dns', nameServer, '--dns-forward', UPLINK.nameServer]),
    ...target,
  ]
  return { command: [program, ...args], handOver: isRoot ? net : null }
}

/** The first name server that can be asked from another network: one on loopback, a cache of this machine, cannot. */
export function findNameServer(texts: readonly string[]): string | null {
  const named = texts.flatMap((text) => [...text.matchAll(/^\s*nameserver\s+(\S+)/gm)].map((match) => match[1] ?? ''))
  return named.find((address) => isIP(address) === 4 && !isLoopback(address)) ?? null
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { guarded } from '../guarded.ts'
import { type PartyNetwork, partyNetworks } from './address-party.ts'
import { descriptorLimit } from './descriptor-limit.ts'

export interface PortShare {
  /** Connections of everybody, and of one party. */
  total: number
  perAddress: number
  /** Addresses that carry the connections of many, such as a proxy of our own. */
  isShared(address: string): boolean
  /** How many connections those of this address may have, where that is not what one address may. */
  mostOf?(address: string): number | undefined
}

export interface ConnectionShares {
  /** Counts a connection that was accepted, and closes it or another one where there are too many. */
  admit(socket: Socket): void
}

/** Connections that are being closed are open for a moment more. */
const CLOSING = 64

/** What a port may have of the descriptors of this process, and one address of that: the others are for other ports. */
export function shareOfConnections(share: number, most = 4096): Pick<PortShare, 'total' | 'perAddress'> {
  const total = Math.max(64, Math.min(most, Math.floor(descriptorLimit() * share)))
  // Many sit behind one address of an office, so it is never less than some of them need.
  return { total, perAddress: Math.max(Math.min(64, total / 2), Math.floor(total / 16)) }
}

/**
 * Each party has a share of the connections of a port. When the port is full, the newest connection of the party with the most makes room for the next
 * one: one on which nothing is asked, if it has such. So a party that opens connections takes them from itself.
 */
export function createConnectionShares(
  limits: PortShare,
  isBusy: (socket: Socket) => boolean,
  failed: (error: unknown) => void,
): ConnectionShares {
  /** By network, the oldest first. */
  const open = new Map<string, { sockets: Set<Socket>; shares: number }>()
  const networksOf = new WeakMap<Socket, readonly PartyNetwork[]>()
  let total = 0

  function networksAt(address: string): readonly PartyNetwork[] {
    if (limits.isShared(address)) return []
    const times = (limits.mostOf?.(address) ?? limits.perAddress) / limits.perAddress
    return partyNetworks(address).map(({ name, shares }) => ({ name, shares: shares * times }))
  }

  function count(socket: Socket, networks: readonly PartyNetwork[]): boolean {
    networksOf.set(socket, networks)
    total += 1
    let fits = true
    for (const { name, shares } of networks) {
      const known = open.get(name) ?? { sockets: new Set(), shares }
      open.set(name, known)
      known.sockets.add(socket)
      if (known.sockets.size > limits.perAddress * shares) fits = false
    }
    return fits
  }

  function forget(socket: Socket): void {
    const networks = networksOf.get(socket)
    if (networks === undefined) return
    networksOf.delete(socket)
    total -= 1
    for (const { name } of networks) {
      const sockets = open.get(name)?.sockets
      sockets?.delete(socket)
      if (sockets?.size === 0) open.delete(name)
    }
  }

  function close(socket: Socket): void {
    forget(socket)
    socket.destroy()
  }

  /** Of the party with the most: the newest that is idle, else the newest. */
  function leastWorth(): Socket | undefined {
    let biggest: Set<Socket> | undefined
    let size = 0
    for (const { sockets, shares } of open.values()) {
      if (sockets.size / shares <= size) continue
      biggest = sockets
      size = sockets.size / shares
    }
    const newestFirst = [...(biggest ?? [])].reverse()
    return newestFirst.find((socket) => !isBusy(socket)) ?? newestFirst[0]
  }

  return {
    admit(socket) {
      const address = socket.remoteAddress ?? ''
      const fits = count(socket, networksAt(address))
      socket.once(
        'close',
        guarded(failed, () => forget(socket)),
      )
      if (!fits) close(socket)
      else if (total > limits.total) close(leastWorth() ?? socket)
    },
  }
}

export interface HttpConnectionShares {
  /** A connection that was upgraded is in use until it ends. */
  hold(socket: object): void
}

/** The same for a server of node:http. */
export function limitConnections(
  server: Server,
  limits: PortShare,
  failed: (error: unknown) => void,
): HttpConnectionShares {
  const asked = new WeakMap<object, number>()
  const add = (socket: object, by: number) => asked.set(socket, (asked.get(socket) ?? 0) + by)
  const { admit } = createConnectionShares(limits, (socket) => (asked.get(socket) ?? 0) > 0, failed)
  server.maxConnections = limits.total + CLOSING
  server.on('connection', guarded(failed, admit))
  const ask = ({ socket }: IncomingMessage, response: ServerResponse) => {
    add(socket, 1)
    const answered = () => add(socket, -1)
    response.once('close', guarded(failed, answered))
  }
  server.on('request', guarded(failed, ask))
  return { hold: (socket) => void add(socket, 1) }
}

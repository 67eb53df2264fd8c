import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { guarded } from '../guarded.ts'
import { addressParty } from './address-party.ts'
import { descriptorLimit } from './descriptor-limit.ts'

export interface ConnectionLimits {
  /** Connections of everybody, and of one address. */
  total: number
  perAddress: number
  /** Addresses that carry the connections of many, such as a proxy of our own. */
  isShared(address: string): boolean
}

/** What a port may have of the descriptors of this process, and one address of that: the others are for other ports. */
export function shareOfConnections(share: number): Pick<ConnectionLimits, 'total' | 'perAddress'> {
  const total = Math.max(64, Math.min(4096, Math.floor(descriptorLimit() * share)))
  return { total, perAddress: Math.max(32, Math.floor(total / 2)) }
}

/** Closes connections beyond what one address may have, and beyond what the port may have in all. */
export function limitConnections(server: Server, limits: ConnectionLimits, failed: (error: unknown) => void): void {
  const open = new Map<string, number>()
  server.maxConnections = limits.total
  const admit = (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (limits.isShared(address)) return
    const party = addressParty(address)
    const count = (open.get(party) ?? 0) + 1
    open.set(party, count)
    socket.once(
      'close',
      guarded(failed, () => {
        const left = (open.get(party) ?? 1) - 1
        if (left === 0) open.delete(party)
        else open.set(party, left)
      }),
    )
    if (count > limits.perAddress) socket.destroy()
  }
  server.on('connection', guarded(failed, admit))
}

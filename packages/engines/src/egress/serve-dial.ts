import { connect, type Socket } from 'node:net'
import { guarded } from '../guarded.ts'
import { systemResolve } from '../names/system-resolve.ts'
import { ownNetworks } from '../own-networks.ts'
import { DIALED, type DialOrder, NOT_PUBLIC } from './dial.ts'
import { mayReach } from './public-address.ts'

const CONNECT_MS = 15_000
const MAX_ADDRESSES = 4

export type ResolveName = (name: string) => Promise<string[]>

/** As this machine resolves names, its own file of hosts included. */
export const resolveName: ResolveName = async (name) => {
  const found = await systemResolve(name)
  if (found.length === 0) throw Object.assign(new Error(`${name} has no address`), { code: 'ENOTFOUND' })
  return found.map(({ address }) => address)
}

export interface DialOptions {
  resolve?: ResolveName
  /** The address on this machine's loopback that connections to it come from, where it matters. */
  source?: string | undefined
}

/**
 * Connects a guard with a name. The name is resolved here and the connection goes to exactly the address that was checked, so a name
 * that answers differently a moment later changes nothing.
 */
export async function serveDial(
  order: DialOrder,
  { resolve = resolveName, source }: DialOptions = {},
): Promise<{ said: string; socket: Socket | null }> {
  const own = ownNetworks()
  const found = await resolve(order.name).catch((error: NodeJS.ErrnoException) => error.code ?? 'failed')
  if (typeof found === 'string') return { said: found, socket: null }
  const open = found.filter((address) => mayReach(address, order.port, order.allow, own))
  if (open.length === 0) return { said: NOT_PUBLIC, socket: null }
  let last = 'failed'
  for (const address of open.slice(0, MAX_ADDRESSES)) {
    const socket = await tryAddress(address, order.port, source).catch((error: NodeJS.ErrnoException) => {
      last = error.code ?? 'failed'
    })
    if (socket) return { said: DIALED, socket }
  }
  return { said: last, socket: null }
}

function tryAddress(host: string, port: number, source: string | undefined): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const from = source !== undefined && host.startsWith('127.') ? { localAddress: source } : {}
    const socket = connect({ host, port, ...from, allowHalfOpen: true, noDelay: true })
    const end = (error: Error) => {
      clearTimeout(timer)
      socket.destroy()
      reject(error)
    }
    const fail = guarded(reject, end)
    const late = () => end(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' }))
    const connected = () => {
      clearTimeout(timer)
      socket.off('error', fail)
      resolve(socket)
    }
    const timer = setTimeout(guarded(reject, late), CONNECT_MS)
    socket.once('error', fail)
    socket.once('connect', guarded(reject, connected))
  })
}

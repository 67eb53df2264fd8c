import { connect, createServer, type Server, type Socket } from 'node:net'
import { guarded } from '../guarded.ts'

/** Joins two connections so that each side sees the other's bytes, half-close and failure. */
export function join(a: Socket, b: Socket): void {
  a.pipe(b)
  b.pipe(a)
  a.on('error', () => b.destroy())
  b.on('error', () => a.destroy())
  a.on('close', () => b.destroy())
  b.on('close', () => a.destroy())
}

export type Place = { path: string } | { host: string; port: number }

/** Connections to one place outside that an instance may hold at once: the outlet serves all applications of their publisher. */
export const MAX_OUTGOING = 512

export interface RelayOptions {
  /** Written to the other side first. */
  opening?: string
  /** Hears of each connection that fails. */
  onFailure?: () => void
  /** Connections that may be open at once; further ones are closed. */
  most?: number
}

/** Listens at `from` and joins every connection with a new one to `to`. */
export async function startRelay(from: Place, to: Place, options: RelayOptions = {}): Promise<Server> {
  const { opening = '', onFailure = () => {}, most } = options
  const accept = (incoming: Socket) => {
    incoming.on('error', () => incoming.destroy())
    const outgoing = connect({ ...to, allowHalfOpen: true, noDelay: true })
    outgoing.once(
      'error',
      guarded(() => incoming.destroy(), onFailure),
    )
    if (opening !== '') outgoing.write(opening)
    join(incoming, outgoing)
  }
  // One connection that fails is one connection: the relay serves everybody inside.
  const server = createServer({ allowHalfOpen: true }, (incoming) =>
    guarded(
      () => incoming.destroy(),
      () => accept(incoming),
    )(),
  )
  if (most !== undefined) server.maxConnections = most
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(from, () => {
      server.off('error', reject)
      server.on('error', () => {})
      resolve()
    })
  })
  return server
}

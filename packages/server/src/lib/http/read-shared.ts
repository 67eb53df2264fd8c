import { Socket } from 'node:net'
import { guarded } from '../guarded.ts'

/**
 * One read buffer for all accepted connections: the bytes are handled before the next read begins. A new buffer per read costs a fifth of the CPU time of
 * a socket.
 */
const shared = Buffer.allocUnsafe(64 * 1024)

/**
 * Reads an accepted connection into the shared buffer; `onBytes` must copy what it keeps. The server must accept with `pauseOnConnect`, so that nothing has been
 * read yet. Node takes a read buffer only when it creates a socket, not for those a server accepts, so the handle moves to a new socket.
 */
export function readShared(
  accepted: Socket,
  onBytes: (bytes: Buffer) => void,
  failed: (error: unknown) => void,
): Socket {
  const owner = accepted as unknown as { _handle: object | null }
  const handle = owner._handle
  const take = guarded(failed, onBytes)
  const callback = (count: number) => {
    take(shared.subarray(0, count))
    return true
  }
  // The connection may be closed already; without a handle it cannot be read.
  if (handle === null || handle === undefined) return accepted.destroy()
  owner._handle = null
  const socket = new Socket({
    handle,
    allowHalfOpen: true,
    onread: { buffer: shared, callback },
  } as ConstructorParameters<typeof Socket>[0])
  // The server counts the accepted socket as open until it is destroyed.
  const release = () => accepted.destroy()
  socket.once('close', guarded(failed, release))
  return socket
}

import { Socket } from 'node:net'
import { guarded } from '../guarded.ts'

/**
 * What callers send is read into one buffer for all connections, because it is worked off before the next read begins. That spares a new buffer for each
 * read, which costs a fifth of what a socket costs in all.
 */
const shared = Buffer.allocUnsafe(64 * 1024)

/**
 * Takes an accepted connection over: its bytes come to `onBytes` and belong to the shared buffer, so code that keeps them copies them. The server accepts with
 * `pauseOnConnect`, so nothing was read yet. A server cannot be told which buffer to read into; only a socket made for a handle can.
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
  // A caller may be gone before it was looked at.
  if (handle === null || handle === undefined) return accepted
  owner._handle = null
  const socket = new Socket({
    handle,
    allowHalfOpen: true,
    onread: { buffer: shared, callback },
  } as ConstructorParameters<typeof Socket>[0])
  // The server counts the socket that it accepted, which has no connection of its own any more.
  const uncount = () => accepted.destroy()
  socket.once('close', guarded(failed, uncount))
  return socket
}

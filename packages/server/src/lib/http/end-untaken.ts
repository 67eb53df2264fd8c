import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { guarded } from '../guarded.ts'

/**
 * Closes connections whose answer is not taken: nothing of it for so long. What is slow goes on (a socket is not
 * still while bytes leave it), and so does an answer that is not there yet, for instance while the digest of an upload is made.
 */
export function endUntaken(server: Server, ms: number, failed: (error: unknown) => void): void {
  const watch = ({ socket }: IncomingMessage, response: ServerResponse) => {
    const look = () => {
      if (socket.writableLength > 0) socket.destroy()
      else socket.setTimeout(ms)
    }
    response.setTimeout(ms, guarded(failed, look))
  }
  server.on('request', guarded(failed, watch))
}

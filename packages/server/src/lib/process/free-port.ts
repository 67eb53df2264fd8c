import { type AddressInfo, createServer } from 'node:net'
import { guarded } from '../guarded.ts'

/** A port of the address that nobody listens on, for programs that are about to share it. */
export function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    const found = () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    }
    server.on('error', guarded(reject, reject))
    server.listen(0, host, guarded(reject, found))
  })
}

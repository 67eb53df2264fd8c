import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A port of the address that nobody listens on, for programs that are about to share it. */
export async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

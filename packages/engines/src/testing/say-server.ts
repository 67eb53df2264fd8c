import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that says one thing to everybody: what an application may or must not reach. */
export async function startSayServer(host: string, says: string): Promise<Server> {
  const server = createServer((_, response) => response.end(says))
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return server
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

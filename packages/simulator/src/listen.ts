import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

export type Listening = { port: number; origin: string; close: () => Promise<void> }

/** Listens on every address with one port; the first address chooses it when any free one will do. */
export async function listen(app: FastifyInstance, addresses: readonly string[], port: number): Promise<Listening> {
  const [first = '127.0.0.1', ...others] = addresses
  await app.listen({ host: first, port })
  const chosen = (app.server.address() as AddressInfo).port
  const servers: Server[] = []
  for (const address of others) servers.push(await also(app, address, chosen))
  return {
    port: chosen,
    origin: `http://${inUrl(first === '0.0.0.0' ? '127.0.0.1' : first === '::' ? '::1' : first)}:${chosen}`,
    close: async () => {
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
      await app.close()
    },
  }
}

function also(app: FastifyInstance, host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((request, response) => app.routing(request, response))
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })
}

export const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)

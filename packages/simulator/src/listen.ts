import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { guarded } from './lib/guarded.ts'

const failed = (error: unknown) => console.error('A connection to the simulator failed:', error)

export type Listening = { port: number; origin: string; close: () => Promise<void> }

/** Listens on every address with one port; the first address chooses it when any free one will do. */
export async function listen(app: FastifyInstance, addresses: readonly string[], port: number): Promise<Listening> {
  const [first = '127.0.0.1', ...others] = addresses
  await app.listen({ host: first, port })
  // Of a server that listens already: one connection could not be taken, and the next one may be.
  app.server.on('error', failed)
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
    const server = createServer((request, response) => {
      const broken = (error: unknown) => {
        failed(error)
        response.destroy()
      }
      guarded(broken, () => app.routing(request, response))()
    })
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      server.on('error', failed)
      resolve(server)
    })
  })
}

export const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)

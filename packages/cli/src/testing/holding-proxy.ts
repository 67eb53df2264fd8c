import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to a request that matches: kept from the platform, or its answer kept from the tool, or the line cut. */
export type Trap = 'hold-request' | 'hold-answer' | 'cut-answer'

export interface HoldingProxy {
  url: string
  /** The next request of this method whose path fits is trapped; resolves once it is. */
  trap(method: string, path: RegExp, trap: Trap): Promise<void>
  close(): void
}

/** Stands between tool and platform, so that a test can stop the tool at an exact point. */
export async function startHoldingProxy(target: string): Promise<HoldingProxy> {
  const traps: { method: string; path: RegExp; trap: Trap; sprung: () => void }[] = []
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, outgoing) => {
    const found = traps.findIndex(({ method, path }) => method === incoming.method && path.test(incoming.url ?? ''))
    const [trap] = found === -1 ? [] : traps.splice(found, 1)
    if (trap?.trap === 'hold-request') return trap.sprung()
    const { method, url: path, headers } = incoming
    const upstream = send({ hostname, port, method, path, headers }, (answer) => {
      if (trap === undefined) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        return
      }
      answer.resume().once('end', () => {
        if (trap.trap === 'cut-answer') outgoing.destroy()
        trap.sprung()
      })
    })
    upstream.once('error', () => outgoing.destroy())
    incoming.pipe(upstream)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    trap: (method, path, trap) => new Promise((sprung) => traps.push({ method, path, trap, sprung })),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

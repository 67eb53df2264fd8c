import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { guarded } from '../../../packages/server/src/lib/guarded.ts'

/** Where it stands: an address that a siege allows the platform to call, and that nobody else has. */
export const giantAddress = '127.0.0.75'

const DAY_MS = 86_400_000
const FIELDS = 60_000

/** A policy system that is what it should be as long as it is tried, and answers as much as it can from then on. */
export async function startGiantPolicySystem() {
  let isGiant = false
  const field = (at: number) => ({ name: `f${at}`, title: 'x'.repeat(100), type: 'string' })
  const products = (count: number) =>
    JSON.stringify([
      {
        name: 'home',
        policyConfiguration: { fields: Array.from({ length: count }, (_, at) => field(at)), exposures: [] },
      },
    ])
  const small = products(1)
  const giant = products(FIELDS)
  const answerTo = (path: string): string => {
    if (path.startsWith('/account/')) {
      return JSON.stringify({ authorizationToken: 'token', expiresTimestamp: String(Date.now() + DAY_MS) })
    }
    if (path === '/products/') return isGiant ? giant : small
    if (path === '/integrations') return '{"externalServiceIntegrations":[]}'
    return '{"fields":[]}'
  }
  const server = createServer((request, response) => {
    request.on('error', () => response.destroy()).resume()
    const path = new URL(request.url ?? '/', 'http://x').pathname
    // What comes after the first giant answer never does.
    if (isGiant && path === '/products/policyholder') return
    request.once(
      'end',
      guarded(
        () => response.destroy(),
        () => response.setHeader('content-type', 'application/json').end(answerTo(path)),
      ),
    )
  })
  await new Promise<void>((ready) => server.listen(0, giantAddress, ready))
  return {
    url: `http://${giantAddress}:${(server.address() as AddressInfo).port}`,
    turn: () => {
      isGiant = true
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

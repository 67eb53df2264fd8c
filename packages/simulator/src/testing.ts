import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type SimulatorOptions, startSimulator } from './start-simulator.ts'

export type Received = { path: string; headers: IncomingHttpHeaders; body: Record<string, unknown> }

/** An application (or gateway) for the tests of the stand-in: answers as told and remembers what came. */
export async function startReceiver(
  answer: (received: Received) => { status: number; body?: unknown; requestId?: string },
) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const item = {
        path: request.url ?? '',
        headers: request.headers,
        body: JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>,
      }
      received.push(item)
      const { status, body, requestId } = answer(item)
      const named = requestId === undefined ? {} : { 'x-request-id': requestId }
      response.writeHead(status, { 'content-type': 'application/json', ...named })
      response.end(body === undefined ? '' : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A simulator with no waits between retries, and one function to call it. */
export async function startTestSimulator(options: SimulatorOptions = {}) {
  const simulator = await startSimulator({ retryDelaysMs: [1], retryUnitMs: 1, seed: 'test', ...options })
  const { connected, enterprise } = simulator.ready
  const call = async (method: string, url: string, body?: unknown, token?: string) => {
    const response = await fetch(url.startsWith('http') ? url : `${connected.apiUrl}${url}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: the tests read many different answers
    return { status: response.status, body: (await response.json()) as any }
  }
  const signIn = async (path: string, credentials: object): Promise<string> =>
    (await call('POST', `/account/${path}`, { ...credentials, hostName: connected.hostName })).body.authorizationToken
  return {
    ...simulator,
    call,
    enterpriseUrl: (path: string) => `${enterprise.apiUrl}${path.replace(':tenant', enterprise.tenantLocator)}`,
    admin: () => signIn('authenticateAdmin', connected.integration),
    user: () => signIn('authenticate', connected.data),
  }
}

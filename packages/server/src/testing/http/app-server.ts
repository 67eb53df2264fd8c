import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LiveInstance } from '../../domain/route/route.ts'
import { newId } from '../platform/new-id.ts'

export interface SeenRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  rawHeaders: string[]
  body: Buffer
}

/** A stand-in for an application: what it was asked, and answers as the test says. */
export interface AppServer {
  instance: LiveInstance
  seen: SeenRequest[]
  close(): Promise<void>
}

export type Answer = (request: SeenRequest, response: ServerResponse) => void | Promise<void>

export async function startAppServer(
  answer: Answer = (_request, response) => void response.end('{}'),
): Promise<AppServer> {
  const seen: SeenRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      // Given up half way: it does not count as seen.
      return
    }
    const one: SeenRequest = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      rawHeaders: request.rawHeaders,
      body: Buffer.concat(chunks),
    }
    seen.push(one)
    await answer(one, response)
  })
  return listen(server, seen)
}

/** The same without reading the body first. */
export async function startRawAppServer(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<AppServer> {
  return listen(createServer(handler), [])
}

async function listen(server: ReturnType<typeof createServer>, seen: SeenRequest[]): Promise<AppServer> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    instance: { id: newId('inst'), deploymentId: 'dep_1', address: `http://127.0.0.1:${port}` },
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

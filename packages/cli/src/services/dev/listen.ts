import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { guarded } from '@mkt/engines'

export interface Listening {
  readonly url: string
  close(): Promise<void>
}

/** Serves on the loopback address; port 0 means any free one. A request whose handling fails is answered with 500, and the next one is served. */
export async function listen(
  handler: (...exchange: Parameters<RequestListener>) => unknown,
  port: number,
): Promise<Listening> {
  const server: Server = createServer((request, response) => {
    const failed = (error: unknown) => {
      try {
        refuse(response, error)
      } catch {
        response.destroy()
      }
    }
    const serve = guarded(failed, () => handler(request, response))
    serve()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  server.on('error', () => {})
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy()
  const detail = error instanceof Error ? error.message : String(error)
  response.writeHead(500, { 'content-type': 'application/problem+json' })
  response.end(JSON.stringify({ status: 500, code: 'internal', detail }))
}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

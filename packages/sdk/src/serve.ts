import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { nodeHandler } from './adapters/node.ts'
import type { App } from './app.ts'
import { port } from './port.ts'

export interface Served {
  readonly port: number
  readonly url: string
  /** Takes no new requests, finishes the running ones. */
  close(): Promise<void>
}

/** The platform kills a container that is still there 60 s after SIGTERM. */
const DRAIN_MS = 55_000

export interface ServeOptions {
  /** 0 means any free one; `port()` unless given. */
  readonly port?: number
  readonly host?: string
  /** End the process cleanly on SIGTERM and SIGINT: true unless given. */
  readonly signals?: boolean
}

/**
 * Serves the application on the port the platform gave, until SIGTERM; then finishes what is running.
 *
 * @example
 * await serve(createApp({ … }))
 */
export async function serve(app: App, options: ServeOptions = {}): Promise<Served> {
  const answer = nodeHandler(app)
  const inFlight = new Set<ServerResponse>()
  let closing = false
  const server = createServer((request, response) => {
    inFlight.add(response)
    response.once('close', () => inFlight.delete(response))
    response.shouldKeepAlive &&= !closing
    answer(request, response)
  })
  // Longer than the platform keeps idle connections, so that no request meets a closing one.
  server.keepAliveTimeout = 75_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? port(), options.host, resolve)
  })
  const used = (server.address() as AddressInfo).port
  const close = () =>
    new Promise<void>((resolve, reject) => {
      closing = true
      // A connection that stayed open after its last answer would hold up the end.
      for (const response of inFlight) response.shouldKeepAlive = false
      const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
      late.unref()
      server.close((error) => {
        clearTimeout(late)
        if (error) reject(error)
        else resolve()
      })
      server.closeIdleConnections()
    })
  if (options.signals ?? true) {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        close().then(
          () => process.exit(0),
          () => process.exit(1),
        )
      })
    }
  }
  return { port: used, url: `http://127.0.0.1:${used}`, close }
}

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { guarded } from '../lib/guarded.ts'
import type { Log } from '../lib/log.ts'
import { limitConnections, shareOfConnections } from '../lib/sharing/connection-shares.ts'
import { judgeAddress } from '../outbound/address/allowed-address.ts'

export interface TunnelPortOptions {
  host: string
  /** Undefined: the usual one, or any free one where that is taken. */
  port: number | undefined
  /** Addresses that carry the connections of many. */
  trustedProxies?: readonly string[]
  /** How long the head of a request may take; for tests. */
  headersMs?: number
}

export interface TunnelPort {
  port: number
  /** Takes no more connections; those that were upgraded go on. */
  close(): void
  cut(): void
}

export interface TunnelPortEvents {
  request(request: IncomingMessage, response: ServerResponse): Promise<void> | void
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> | void
}

const USUAL_PORT = 7076
const HEADERS_MS = 10_000
const CHECK_MS = 1_000
/** A body comes from a caller of the gateway, which gives it a minute. */
const REQUEST_MS = 75_000
/** Longer than other processes keep a connection that they do not use. */
const IDLE_MS = 75_000
const HEADER_BYTES = 64 * 1024

/**
 * The port that anybody reaches and only few may use: machines with a ticket, and processes of the platform. Who is neither holds a connection
 * for no longer than its answer, and one address no more of them than its share.
 */
export async function openTunnelPort(
  options: TunnelPortOptions,
  events: TunnelPortEvents,
  log: Log,
): Promise<TunnelPort> {
  const fault = (error: unknown) => log.error({ error }, 'The port of the tunnels failed')
  const { headersMs = HEADERS_MS, trustedProxies = [] } = options
  const server = createServer({
    maxHeaderSize: HEADER_BYTES,
    headersTimeout: headersMs,
    requestTimeout: Math.max(REQUEST_MS, headersMs),
    keepAliveTimeout: IDLE_MS,
    connectionsCheckingInterval: Math.min(CHECK_MS, headersMs),
  })
  const isShared = (address: string) => judgeAddress(address, 0, trustedProxies) === 'allowed'
  const shares = limitConnections(server, { ...shareOfConnections(1 / 8), isShared }, fault)
  server.on('request', (request, response) => {
    const failed = (error: unknown) => {
      log.warn({ error }, 'A request for a tunnel failed')
      if (!response.headersSent) answer(response, 503)
      else response.destroy()
    }
    guarded(failed, events.request)(request, response)
  })
  server.on('upgrade', (request, socket, head) => {
    const failed = (error: unknown) => {
      log.warn({ error }, 'A tunnel could not be opened')
      hangUp(socket, 503)
    }
    const take = () => {
      shares.hold(socket)
      return events.upgrade(request, socket, head)
    }
    guarded(failed, take)()
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  const begin = async (at: number) => {
    server.listen(at, options.host)
    await once(server, 'listening')
  }
  await begin(options.port ?? USUAL_PORT).catch((error: NodeJS.ErrnoException) => {
    // The tool is told the address with each tunnel, so that any port will do.
    if (error.code === 'EADDRINUSE' && options.port === undefined) return begin(0)
    throw error
  })
  server.on('error', fault)
  return {
    port: (server.address() as AddressInfo).port,
    close: () => void server.close(),
    cut: () => server.closeAllConnections(),
  }
}

/** An answer to somebody who has nothing to do here but this: the connection ends with it, whatever is still to come of the request. */
export function answer(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', connection: 'close' })
  response.end(JSON.stringify({ status }))
}

export function hangUp(socket: Duplex, status: 401 | 404 | 503): void {
  const reasons = { 401: 'Unauthorized', 404: 'Not Found', 503: 'Service Unavailable' } as const
  // The server looks after no socket that asked for an upgrade: a stranger that does not close its side would keep it forever.
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${reasons[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}

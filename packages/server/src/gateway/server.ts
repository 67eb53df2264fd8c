import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Registry } from 'prom-client'
import { isRouteHost } from '../domain/route/route-path.ts'
import { guarded } from '../lib/guarded.ts'
import { refuseConnection, refuseMalformed } from '../lib/refuse-connection.ts'
import { handleRequest } from './handle-request.ts'
import { createMemory } from './memory.ts'
import type { GatewayParts } from './parts.ts'

export interface GatewayServer {
  port: number
  server: Server
  stop(): Promise<void>
}

export interface GatewayOptions {
  host: string
  port: number
  /** Whether the routes have been read at least once. */
  ready(): boolean
  /** The figures of this process, and who is shown them. */
  figures?: { registry: Registry; mayRead(request: IncomingMessage): Promise<boolean> }
  /** How long the headers, and the whole of a request, may take to arrive. */
  headersMs?: number
  requestMs?: number
  /** How long a call may take whose bodies flow through. */
  streamMs?: number
}

const HEADER_BYTES = 16 * 1024
const HEADERS_MS = 10_000
const REQUEST_MS = 60_000
const DRAIN_MS = 35_000
const LOOK_MS = 50

/** Listens for policy systems. The parser is the strict one; whatever it refuses never reaches an application. */
export async function startGateway(parts: GatewayParts, options: GatewayOptions): Promise<GatewayServer> {
  let stopping = false
  const memory = createMemory(parts.random, parts.log, options.streamMs)
  /** Connections on which nothing was asked yet: nothing is lost when they are closed at the end. */
  const unused = new Set<Duplex>()
  const failed = (error: unknown) => parts.log.error({ error }, 'The gateway met a bug')
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    if (unused.size > 0) unused.delete(request.socket)
    // A caller may go away at any moment; what is then still written has nowhere to go, and that is no error of ours.
    response.on('error', () => {})
    if (stopping) response.setHeader('connection', 'close')
    const own = ownPath(request, parts.gatewayDomain)
    if (own === '/healthz' || own === '/readyz') {
      const ready = own === '/healthz' || (options.ready() && !stopping)
      response.writeHead(ready ? 200 : 503, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ status: ready ? 'ready' : 'not ready' }))
      return
    }
    if (own === '/metrics' && options.figures !== undefined) {
      const otherwise = () => handleRequest(parts, memory, request, response)
      sendFigures(options.figures, request, response, otherwise).catch((error: unknown) => giveUp(error, response))
      return
    }
    handleRequest(parts, memory, request, response)
  }
  const giveUp = (error: unknown, response: ServerResponse) => {
    failed(error)
    response.destroy()
  }
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    try {
      serve(request, response)
    } catch (error) {
      giveUp(error, response)
    }
  }
  const server = createServer(
    {
      insecureHTTPParser: false,
      maxHeaderSize: HEADER_BYTES,
      headersTimeout: options.headersMs ?? HEADERS_MS,
      requestTimeout: options.requestMs ?? REQUEST_MS,
      connectionsCheckingInterval: Math.min(1_000, options.headersMs ?? HEADERS_MS),
      keepAliveTimeout: 65_000,
      requireHostHeader: true,
      noDelay: true,
    },
    onRequest,
  )
  server.maxHeadersCount = 0
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('checkContinue', onRequest)
  server.on('checkExpectation', onRequest)
  const refuseUpgrade = (_request: IncomingMessage, socket: Duplex) =>
    refuseConnection(socket, 'upgrade_refused', 'This gateway carries plain HTTP requests only.')
  const refuseTunnel = (_request: IncomingMessage, socket: Duplex) =>
    refuseConnection(socket, 'method_not_allowed', 'CONNECT is not supported.')
  server.on('upgrade', guarded(failed, refuseUpgrade))
  server.on('connect', guarded(failed, refuseTunnel))
  server.on('clientError', guarded(failed, refuseMalformed))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  // A connection that cannot be accepted (no descriptors left) is one connection; the port goes on.
  server.on('error', (error) => parts.log.error({ error }, 'The port of the gateway could not accept a connection'))
  return {
    port: (server.address() as AddressInfo).port,
    server,
    async stop() {
      stopping = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      const closeIdle = () => {
        server.closeIdleConnections()
        for (const socket of unused) socket.destroy()
      }
      closeIdle()
      // A connection whose call was under way becomes idle when it is answered.
      const again = setInterval(closeIdle, LOOK_MS)
      const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
      await closed
      clearInterval(again)
      clearTimeout(force)
      await parts.intake.drain()
      await parts.calls.drain()
      await parts.payloads?.drain()
      await parts.lastAnswers?.drain()
      for (const observer of parts.observers ?? []) await observer.drain()
    },
  }
}

/** What the platform itself answers on this port. At the host of a route these paths are the application's. */
function ownPath(request: IncomingMessage, domain: string | undefined): string | undefined {
  const { url } = request
  if (url !== '/healthz' && url !== '/readyz' && url !== '/metrics') return undefined
  const { host } = request.headers
  return domain !== undefined && host !== undefined && isRouteHost(host, domain) ? undefined : url
}

async function sendFigures(
  figures: NonNullable<GatewayOptions['figures']>,
  request: IncomingMessage,
  response: ServerResponse,
  otherwise: () => void,
): Promise<void> {
  // Whoever may not see them meets an unknown route, as with any other address.
  const allowed = await figures.mayRead(request).catch(() => false)
  if (!allowed) return otherwise()
  const text = await figures.registry.metrics()
  response.writeHead(200, { 'content-type': figures.registry.contentType })
  response.end(text)
}

import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { guarded } from '../guarded.ts'
import { createConnectionShares, type PortShare } from '../sharing/connection-shares.ts'
import type { ConnectionLimits } from './connection-limits.ts'
import { readShared } from './read-shared.ts'
import { refuseRequest } from './refuse-request.ts'
import { ServerConnection } from './server-connection.ts'
import type { ServerExchange } from './server-exchange.ts'

export interface HttpServerOptions extends Partial<ConnectionLimits> {
  host: string
  port: number
  /** Further addresses of this machine, on the same port. */
  hosts?: readonly string[]
  /** Whether this process goes out of service: it still answers, and each answer ends its connection. */
  isEnding?: () => boolean
  /** How many connections there may be, of everybody and of one party; without it nobody counts them. */
  shares?: PortShare | undefined
}

export interface HttpServer {
  readonly port: number
  /** Open connections. */
  readonly connections: number
  /**
   * Takes no more connections, lets requests in progress be answered, and cuts what is left after `drainMs`. For `lingerMs` it waits for one more request on
   * connections that are kept: a caller that was just about to send one must not find its connection closed.
   */
  stop(drainMs: number, lingerMs?: number): Promise<void>
}

const defaults: ConnectionLimits = {
  headBytes: 16 * 1024,
  headMs: 10_000,
  requestMs: 60_000,
  idleMs: 65_000,
  drainMs: 5_000,
}
const CHECK_MS = 1_000
const BACKLOG = 4_096

/**
 * A strict HTTP/1.1 server for the ports that carry most requests. TLS and HTTP/2 are the business of a proxy in front.
 * `onRequest` may throw: then the exchange is over, and nothing else.
 */
export async function startHttpServer(
  options: HttpServerOptions,
  onRequest: (exchange: ServerExchange) => void,
  onError: (error: unknown, exchange: ServerExchange) => void,
  onFault: (error: unknown) => void,
): Promise<HttpServer> {
  const limits = { ...defaults, ...given(options) }
  const connections = new Set<ServerConnection>()
  const bySocket = new WeakMap<Socket, ServerConnection>()
  const isBusy = (socket: Socket) => bySocket.get(socket)?.busy === true
  const shares = options.shares && createConnectionShares(options.shares, isBusy, onFault)
  let stopping = false
  let closing = false

  const events = {
    request(exchange: ServerExchange) {
      try {
        onRequest(exchange)
      } catch (error) {
        onError(error, exchange)
      }
    },
    refused: refuseRequest,
    failed: onError,
    closed: (connection: ServerConnection) => connections.delete(connection),
    stopping: () => stopping || options.isEnding?.() === true,
    closing: () => closing,
  }

  const listen = (host: string, port: number): Promise<Server> =>
    new Promise((resolve, reject) => {
      const server = createServer({ allowHalfOpen: true, pauseOnConnect: true })
      const accept = (accepted: Socket) => {
        const socket = readShared(accepted, (bytes) => connection.feed(bytes), onFault)
        const connection = new ServerConnection(socket, limits, events, performance.now())
        connections.add(connection)
        bySocket.set(socket, connection)
        shares?.admit(socket)
        watch()
      }
      server.on('connection', guarded(onFault, accept))
      server.once('error', reject)
      server.listen({ host, port, backlog: BACKLOG }, () => {
        server.off('error', reject)
        // A connection that cannot be accepted (no descriptors left) is one connection; the port goes on.
        const told = (error: Error) => onFault(error)
        server.on('error', guarded(onFault, told))
        resolve(server)
      })
    })

  let timer: NodeJS.Timeout | undefined
  const look = guarded(onFault, () => {
    const now = performance.now()
    for (const connection of connections) connection.check(now)
    if (connections.size > 0) return
    clearInterval(timer)
    timer = undefined
  })
  /** A port without a connection wakes nobody. */
  function watch(): void {
    if (timer !== undefined) return
    timer = setInterval(look, Math.min(CHECK_MS, limits.headMs))
    timer.unref()
  }

  const first = await listen(options.host, options.port)
  const { port } = first.address() as AddressInfo
  const servers = [first, ...(await Promise.all((options.hosts ?? []).map((host) => listen(host, port))))]

  return {
    port,
    get connections() {
      return connections.size
    },
    async stop(drainMs, lingerMs = 0) {
      stopping = true
      const closed = servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())))
      const closeIdle = () => {
        closing = true
        for (const connection of connections) connection.closeIdle()
      }
      let linger: NodeJS.Timeout | undefined
      if (lingerMs > 0) linger = setTimeout(guarded(onFault, closeIdle), lingerMs)
      else closeIdle()
      const force = setTimeout(() => {
        for (const connection of connections) connection.destroy()
      }, drainMs)
      await Promise.all(closed)
      clearTimeout(force)
      clearTimeout(linger)
      clearInterval(timer)
    },
  }
}

function given(options: HttpServerOptions): Partial<ConnectionLimits> {
  return Object.fromEntries(Object.entries(options).filter(([name, value]) => name in defaults && value !== undefined))
}

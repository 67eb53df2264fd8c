import type { Registry } from 'prom-client'
import type { ReadyAnswer } from '../actions/platform/readiness.ts'
import { isRouteHost } from '../domain/route/route-path.ts'
import { startHttpServer } from '../lib/http/http-server.ts'
import type { ServerExchange } from '../lib/http/server-exchange.ts'
import { PATIENCE_MS } from '../lib/process/patience.ts'
import type { PortShare } from '../lib/sharing/connection-shares.ts'
import { handleRequest } from './handle-request.ts'
import { createMemory } from './memory.ts'
import type { GatewayParts } from './parts.ts'

export interface GatewayServer {
  port: number
  stop(): Promise<void>
}

export interface GatewayOptions {
  host: string
  port: number
  readiness(): Promise<ReadyAnswer>
  /** The figures of this process, and who is shown them. */
  figures?: { registry: Registry; mayRead(request: ServerExchange): Promise<boolean> }
  /** Whether this process goes out of service: then each answer ends its connection. */
  isEnding?: () => boolean
  /** How long a server that stops waits for one more request on connections that are kept. */
  lingerMs?: number
  /** How many connections there may be; without it nobody counts them. */
  shares?: PortShare
  /** How long the headers, and the whole of a request, may take to arrive. */
  headersMs?: number
  requestMs?: number
  /** How long a call may take whose bodies flow through. */
  streamMs?: number
}

const JSON_TYPE = 'content-type: application/json\r\n'

/** Listens for policy systems. The reader of requests is strict; whatever it refuses never reaches an application. */
export async function startGateway(parts: GatewayParts, options: GatewayOptions): Promise<GatewayServer> {
  const memory = createMemory(parts, options.streamMs)
  const giveUp = (error: unknown, http: ServerExchange) => {
    parts.log.error({ error }, 'The gateway met a bug')
    http.destroy()
  }
  const onRequest = (http: ServerExchange): void => {
    const own = ownPath(http, parts.gatewayDomain)
    if (own === '/healthz') http.reply(200, JSON_TYPE, '{"status":"ok"}')
    else if (own === '/readyz') sendReadiness(options, http).catch((error: unknown) => giveUp(error, http))
    else if (own === '/metrics' && options.figures !== undefined) {
      const otherwise = () => handleRequest(parts, memory, http)
      sendFigures(options.figures, http, otherwise).catch((error: unknown) => giveUp(error, http))
    } else handleRequest(parts, memory, http)
  }
  const { host, port, headersMs, requestMs, isEnding = () => false, lingerMs, shares } = options
  const server = await startHttpServer(
    {
      host,
      port,
      isEnding,
      shares,
      ...(headersMs === undefined ? {} : { headMs: headersMs }),
      ...(requestMs === undefined ? {} : { requestMs }),
    },
    onRequest,
    giveUp,
    (error) => parts.log.error({ error }, 'The port of the gateway failed'),
  )
  return {
    port: server.port,
    async stop() {
      await server.stop(PATIENCE_MS, lingerMs)
      await parts.intake.drain()
      await parts.calls.drain()
      await parts.payloads?.drain()
      await parts.lastAnswers?.drain()
      for (const observer of parts.observers ?? []) await observer.drain()
    },
  }
}

/** What the platform itself answers on this port. At the host of a route these paths are the application's. */
function ownPath(http: ServerExchange, domain: string | undefined): string | undefined {
  const { target } = http
  if (target !== '/healthz' && target !== '/readyz' && target !== '/metrics') return undefined
  const host = http.header('host')
  return domain !== undefined && host !== undefined && isRouteHost(host, domain) ? undefined : target
}

async function sendReadiness({ readiness }: GatewayOptions, http: ServerExchange): Promise<void> {
  const { status, body } = await readiness()
  http.reply(status, JSON_TYPE, JSON.stringify(body))
}

async function sendFigures(
  figures: NonNullable<GatewayOptions['figures']>,
  http: ServerExchange,
  otherwise: () => void,
): Promise<void> {
  // A caller who may not see them gets an unknown route, as with any other address.
  const allowed = await figures.mayRead(http).catch(() => false)
  if (!allowed) return otherwise()
  const text = await figures.registry.metrics()
  http.reply(200, `content-type: ${figures.registry.contentType}\r\n`, Buffer.from(text))
}

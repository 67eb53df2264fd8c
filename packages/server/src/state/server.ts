import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Failure } from '@mkt/contract/errors'
import { Gauge } from 'prom-client'
import { mayReadFigures } from '../actions/accounts/may-read-figures.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { recordReads } from '../actions/route/record-reads.ts'
import { traceIdOf } from '../domain/platform/trace.ts'
import { newId } from '../lib/ids.ts'
import { refuseMalformed } from '../lib/refuse-connection.ts'
import type { LedgerCount } from '../store/route/ledger.ts'
import { handleRead, type ReadParts } from './handle-read.ts'
import { createKnownKeys } from './known-keys.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { createStateCache, type StateCache, type StateCacheOptions } from './state-cache.ts'

export interface StateServer {
  port: number
  cache: StateCache
  ledger: Ledger
  stop(): Promise<void>
}

export interface StateServerOptions extends StateCacheOptions {
  host: string
  port: number
  /** Further addresses of this machine to listen on. */
  hosts?: readonly string[]
  /** Where counted reads go; the database unless told. */
  addReads?: (counts: readonly LedgerCount[]) => Promise<void>
}

/** Listens for applications. Keys are part of the address, so addresses are never logged or shown here. */
export async function startStateServer(platform: Platform, options: StateServerOptions): Promise<StateServer> {
  const cache = createStateCache(platform, options)
  const ledger = createLedger(options.addReads ?? ((counts) => recordReads(platform, counts)), platform.log)
  const keys = createKnownKeys(platform.keyRing, platform.policy.keyTtlSeconds)
  const parts: ReadParts = { platform, cache, keys, ledger }
  const counts = { reads: 0, refusals: 0 }
  registerFigures(platform, cache, counts)

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    try {
      const answered = dispatch(parts, request, response)
      counts.reads += 1
      if (answered) answered.catch((error: unknown) => refuse(error, response))
    } catch (error) {
      refuse(error, response)
    }
  }

  function refuse(error: unknown, response: ServerResponse): void {
    counts.refusals += 1
    const requestId = newId('req')
    // The read belongs to the trace of the request that the application is answering.
    const traceId = traceIdOf(response.req.headers.traceparent)
    if (error instanceof Failure)
      platform.log.debug({ code: error.code, requestId, traceId }, 'a state read was refused')
    else platform.log.error({ err: error, requestId, traceId }, 'a state read failed')
    const failure =
      error instanceof Failure ? error : new Failure('internal', 'Something went wrong on our side. Try again later.')
    if (response.headersSent) {
      response.destroy()
      return
    }
    const body = JSON.stringify(failure.body(requestId))
    const headers = { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...failure.headers }
    response.writeHead(failure.status, { ...headers, 'content-length': Buffer.byteLength(body) })
    response.end(body)
  }

  const server = await listen(onRequest, options.host, options.port)
  const { port } = server.address() as AddressInfo
  const servers = [server, ...(await Promise.all((options.hosts ?? []).map((host) => listen(onRequest, host, port))))]
  return {
    port,
    cache,
    ledger,
    async stop() {
      await Promise.all(
        servers.map(
          (each) =>
            new Promise<void>((resolve) => {
              each.close(() => resolve())
              each.closeIdleConnections()
              setTimeout(() => each.closeAllConnections(), 2_000).unref()
            }),
        ),
      )
      cache.close()
      await ledger.stop()
    },
  }
}

function dispatch(parts: ReadParts, request: IncomingMessage, response: ServerResponse): void | Promise<void> {
  const url = request.url ?? '/'
  // Some applications join the address and the path with two slashes.
  const path = url.startsWith('//') ? url.slice(1) : url
  const which = path.startsWith('/state/') ? 'state' : path.startsWith('/settings/') ? 'settings' : undefined
  if (which !== undefined) {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new Failure('method_not_allowed', 'State is read with GET.', { headers: { allow: 'GET, HEAD' } })
    }
    const query = path.indexOf('?')
    const key = path.slice(which.length + 2, query === -1 ? undefined : query)
    return handleRead(parts, which, key, request, response)
  }
  if (path === '/healthz' || path === '/readyz') {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{"status":"ready"}')
    return undefined
  }
  if (path === '/metrics') return sendFigures(parts.platform, request, response)
  throw nothingHere()
}

function nothingHere(): Failure {
  return new Failure('not_found', 'The state interface has /state/<key> and /settings/<key>.')
}

async function sendFigures(platform: Platform, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!(await mayReadFigures(platform, request))) throw nothingHere()
  const text = await platform.metrics.metrics()
  response.writeHead(200, { 'content-type': platform.metrics.contentType })
  response.end(text)
}

function listen(
  onRequest: (request: IncomingMessage, response: ServerResponse) => void,
  host: string,
  port: number,
): Promise<ReturnType<typeof createServer>> {
  const server = createServer(
    // A read has no body: without a stream made ready for one it costs a tenth less.
    { keepAliveTimeout: 65_000, maxHeaderSize: 16 * 1024, noDelay: true, optimizeEmptyRequests: true },
    onRequest,
  )
  server.on('clientError', refuseMalformed)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })
}

function registerFigures(platform: Platform, cache: StateCache, counts: { reads: number; refusals: number }): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [platform.metrics],
      collect() {
        this.set(read())
      },
    })
  gauge('mkt_state_reads', 'State reads since the start of this process', () => counts.reads)
  gauge('mkt_state_refusals', 'State reads that were refused', () => counts.refusals)
  gauge('mkt_state_entries', 'Installations held in memory', () => cache.size)
  gauge('mkt_state_bytes', 'Bytes that the state held in memory takes', () => cache.bytes)
}

import type { IncomingHttpHeaders } from 'node:http'
import { type Resolve, systemResolve } from '@mkt/engines'
import { errors } from 'undici'
import { createAgent, orAborted } from '../lib/http/create-agent.ts'
import { checkedAddresses, guardedConnector, portOf } from './address/guarded-connector.ts'
import { OutboundError } from './outbound-error.ts'

export interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: string | Buffer
  timeoutMs?: number
  maxBytes?: number
}

export interface OutboundAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** The one client for requests to addresses that customers enter. */
export interface HttpClient {
  /** Throws an `OutboundError` when there is no usable answer. Redirects are an error: nobody asked for the other address. */
  send(request: OutboundRequest): Promise<OutboundAnswer>
  close(): Promise<void>
}

export interface HttpClientOptions {
  /** Private addresses that may be reached anyway; asked at each connection. */
  allow: () => readonly string[]
  resolve?: Resolve
  connectTimeoutMs?: number
}

const TIMEOUT_MS = 15_000
const MAX_BYTES = 10 * 1024 * 1024

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const resolve = options.resolve ?? systemResolve
  const agent = createAgent({
    connect: guardedConnector(options.allow, resolve, options.connectTimeoutMs ?? 5_000),
    connections: 16,
    keepAliveTimeout: 10_000,
    // Headers tell nothing of our addresses, and the size of those we read is bounded.
    maxHeaderSize: 16_384,
  })

  async function exchange(request: OutboundRequest, url: URL): Promise<OutboundAnswer> {
    const signal = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS)
    // Judged for every request, because a connection that is kept open was judged when it was made.
    await checkedAddresses({ ...urlParts(url), port: portOf(url.protocol, url.port) }, options.allow(), resolve)
    const asked = agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method,
      headers: { accept: 'application/json', ...request.headers },
      body: request.body ?? null,
      signal,
    })
    const response = await orAborted(asked, signal)
    if (response.statusCode >= 300 && response.statusCode < 400) {
      // Nobody reads the body, so nobody else hears that it was broken off.
      response.body.on('error', () => {}).destroy()
      throw new OutboundError('redirected', `${url.host} answered with a redirect, which is not followed`)
    }
    const body = await readLimited(response.body, request.maxBytes ?? MAX_BYTES, url.host)
    return { status: response.statusCode, headers: response.headers, body }
  }

  return {
    async send(request) {
      const url = checkedUrl(request.url)
      try {
        return await exchange(request, url)
      } catch (error) {
        throw translated(error, url.host)
      }
    },
    close: () => agent.destroy(),
  }
}

const urlParts = ({ protocol, hostname }: URL) => ({ protocol, hostname })

function checkedUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new OutboundError('address_refused', 'Only http and https addresses are called')
  if (url.username !== '' || url.password !== '')
    throw new OutboundError('address_refused', 'An address must not hold a user name or password')
  return url
}

async function readLimited(
  body: AsyncIterable<Buffer> & { destroy(): void },
  limit: number,
  host: string,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limit) {
      body.destroy()
      throw new OutboundError('too_large', `${host} answered with more than ${limit} bytes`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const unreachableWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  EHOSTUNREACH: 'there is no way to this host',
  ENETUNREACH: 'there is no way to this network',
}

/** Every failure in our own words: what a library says may hold what was sent. */
export function translated(error: unknown, host: string): OutboundError {
  if (error instanceof OutboundError) return error
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'TimeoutError' || error instanceof errors.ConnectTimeoutError || code === 'ETIMEDOUT')
    return new OutboundError('timed_out', `${host} did not answer in time`)
  if (code !== undefined && /^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code))
    return new OutboundError('tls_failed', `The certificate of ${host} could not be verified (${code})`)
  const why = code === undefined ? undefined : (unreachableWords[code] ?? code)
  return new OutboundError('unreachable', `${host} could not be reached${why === undefined ? '' : ` (${why})`}`)
}

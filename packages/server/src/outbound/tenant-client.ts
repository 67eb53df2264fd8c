import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { type Resolve, systemResolve } from '@mkt/engines'
import type { Dispatcher } from 'undici'
import { guarded } from '../lib/guarded.ts'
import { createAgent } from '../lib/http/create-agent.ts'
import { guardedConnector } from './address/guarded-connector.ts'
import { type HttpClientOptions, translated } from './http-client.ts'
import type { OutboundError } from './outbound-error.ts'

export interface TenantRequest {
  origin: string
  method: string
  /** Path and query. */
  path: string
  /** Names and values in turn. */
  headers: string[]
  body: Buffer | Readable | null
}

/** Who sees an answer of a policy system as it comes. After `onEnd` or `onError`, one of which always comes, it hears nothing more. */
export interface TenantCaller {
  onHead(status: number, headers: IncomingHttpHeaders): void
  onData(chunk: Buffer): void
  onEnd(): void
  onError(error: OutboundError): void
}

/** One request in progress. */
export interface TenantCall {
  pause(): void
  resume(): void
  /** Gives the request up. The caller hears nothing more. */
  abandon(): void
}

/** Passes requests on to addresses that customers entered, and their answers back, as they come. Redirects are answers like others. */
export interface TenantClient {
  call(request: TenantRequest, caller: TenantCaller): TenantCall
  close(): Promise<void>
}

const CONNECT_MS = 5_000
const HEAD_BYTES = 32 * 1024

/** Each request in progress has a connection of its own: one that hangs keeps no other one waiting. */
export function createTenantClient(options: HttpClientOptions & { resolve?: Resolve }): TenantClient {
  const connect = guardedConnector(
    options.allow,
    options.resolve ?? systemResolve,
    options.connectTimeoutMs ?? CONNECT_MS,
  )
  // How long an answer may take is decided by those who wait for it.
  const agent = createAgent({
    connect,
    keepAliveTimeout: 10_000,
    maxHeaderSize: HEAD_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return {
    call({ origin, method, path, headers, body }, caller) {
      const call = new Call(caller, new URL(origin).host)
      const request = { origin, path, method: method as Dispatcher.HttpMethod, headers, body }
      guarded(
        (error) => call.fail(error),
        () => agent.dispatch(request, call),
      )()
      return call
    },
    close: () => agent.destroy(),
  }
}

class Call implements TenantCall, Dispatcher.DispatchHandler {
  readonly #caller: TenantCaller
  readonly #host: string
  #controller: Dispatcher.DispatchController | undefined
  #over = false

  constructor(caller: TenantCaller, host: string) {
    this.#caller = caller
    this.#host = host
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#over) controller.abort(new Error('given up'))
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (!this.#over && status >= 200) this.#caller.onHead(status, headers)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#over) this.#caller.onData(chunk)
  }

  onResponseEnd(): void {
    if (this.#over) return
    this.#over = true
    this.#caller.onEnd()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error)
  }

  fail(error: unknown): void {
    if (this.#over) return
    this.#over = true
    this.#caller.onError(translated(error, this.#host))
  }

  pause(): void {
    if (!this.#over) this.#controller?.pause()
  }

  resume(): void {
    if (!this.#over) this.#controller?.resume()
  }

  abandon(): void {
    if (this.#over) return
    this.#over = true
    this.#controller?.abort(new Error('given up'))
  }
}

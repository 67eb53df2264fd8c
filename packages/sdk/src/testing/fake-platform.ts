import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LifecycleHook, StateRecord } from '@mkt/contract/app'
import { header } from '../wire.ts'
import { sampleState } from './samples.ts'

/** One customer's installation, as the application meets it. */
export interface FakeRoute {
  readonly routeId: string
  readonly key: string
  /** Reads of the state interface so far. */
  readonly reads: number
  /** The `traceparent` of the last read. */
  readonly lastTrace: string | undefined
  /** A new configuration: the next read sees it. */
  configure(changes: Partial<StateRecord<object>>): void
  /** From now on the state interface answers the key with this problem. */
  fail(status: number, code: string): void
}

/** Where requests go: the address of a running application, or a Fetch handler. */
export type Target = string | ((request: Request) => Promise<Response>)

export interface FakePlatform {
  /** Give it to the application as `MKT_STATE_API`. */
  readonly stateApi: string
  route(state?: Partial<StateRecord<object>>): FakeRoute
  /** The headers the platform adds to a request of that route. */
  headers(route: FakeRoute, extra?: Record<string, string>): Record<string, string>
  /** Posts a payload to an integration path, as the gateway does. */
  send(
    target: Target,
    route: FakeRoute,
    path: string,
    payload: unknown,
    extra?: Record<string, string>,
  ): Promise<Response>
  /** Sends a lifecycle hook declared by name. */
  hook(target: Target, route: FakeRoute, hook: LifecycleHook): Promise<Response>
  close(): Promise<void>
}

interface Kept {
  readonly route: FakeRoute
  state: StateRecord<object>
  generation: number
  reads: number
  lastTrace: string | undefined
  problem: { status: number; code: string } | undefined
}

/**
 * A platform for tests: serves the state interface on a free port and sends requests with the platform's headers.
 *
 * @example
 * const platform = await startFakePlatform()
 * const customer = platform.route({ settings: { greeting: 'Hello' } })
 * const answer = await platform.send(served.url, customer, '/autofill', sampleAutofill())
 */
export async function startFakePlatform(): Promise<FakePlatform> {
  const byKey = new Map<string, Kept>()
  const server = createServer((request, response) => {
    const [, what, key = ''] = (request.url ?? '').replace(/^\/+/, '/').split('/')
    const kept = byKey.get(decodeURIComponent(key))
    if (what !== 'state' && what !== 'settings') return answer(response, 404, { code: 'not_found' })
    if (!kept) return answer(response, 404, { code: 'key_unknown', detail: 'No route has this key.' })
    kept.reads += 1
    const { traceparent } = request.headers
    kept.lastTrace = Array.isArray(traceparent) ? traceparent[0] : traceparent
    if (kept.problem) return answer(response, kept.problem.status, { code: kept.problem.code }, { 'retry-after': '7' })
    const etag = `"${kept.generation}"`
    if (request.headers['if-none-match'] === etag) return answer(response, 304, undefined, { etag })
    const { settings, mappings } = kept.state
    answer(response, 200, what === 'state' ? kept.state : { settings, mappings }, {
      etag,
      'cache-control': 'no-store',
      'x-mkt-revision': String(kept.generation),
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stateApi = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const platform: FakePlatform = {
    stateApi,
    route(state = {}) {
      const kept: Kept = {
        route: {} as FakeRoute,
        state: sampleState(state),
        generation: 1,
        reads: 0,
        lastTrace: undefined,
        problem: undefined,
      }
      const route: FakeRoute = {
        routeId: `r${randomBytes(12).toString('hex')}`,
        key: randomBytes(24).toString('base64url'),
        get reads() {
          return kept.reads
        },
        get lastTrace() {
          return kept.lastTrace
        },
        configure(changes) {
          kept.state = { ...kept.state, ...changes }
          kept.generation += 1
        },
        fail(status, code) {
          kept.problem = { status, code }
        },
      }
      byKey.set(route.key, kept)
      return route
    },
    headers(route, extra = {}) {
      return {
        'content-type': 'application/json',
        [header.key]: route.key,
        [header.routeId]: route.routeId,
        [header.tenant]: byKey.get(route.key)?.state.tenantHostName ?? '',
        [header.requestId]: `req_${randomBytes(8).toString('hex')}`,
        ...extra,
      }
    },
    send(target, route, path, payload, extra = {}) {
      const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
      return reach(target, path, { method: 'POST', headers: platform.headers(route, extra), body })
    },
    hook(target, route, hook) {
      const address = encodeURIComponent(`https://gateway.invalid/${route.routeId}`)
      return reach(target, `/_app/${hook}?route=${address}`, { headers: platform.headers(route) })
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return platform
}

function reach(target: Target, path: string, init: RequestInit): Promise<Response> {
  if (typeof target === 'string') return fetch(`${target.replace(/\/+$/, '')}${path}`, init)
  return target(new Request(`http://app.invalid${path}`, init))
}

function answer(response: ServerResponse, status: number, body?: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}

import type { AnswerRead, BodySent, Operation, QuerySent } from '../api/operation/operation.ts'
import type { operations } from '../api/operations.ts'
import { RefusedError } from './refused-error.ts'
import { routes } from './routes.gen.ts'

type Operations = typeof operations
type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never
type Part<K extends string, V> = undefined extends V ? { [key in K]?: V } : { [key in K]: V }

type RequestOf<O extends Operation> = ([ParamNames<O['path']>] extends [never]
  ? unknown
  : { params: Record<ParamNames<O['path']>, string> }) &
  Part<'body', BodySent<O>> & {
    query?: QuerySent<O>
    /** `if-match`, `idempotency-key` and the like. */
    headers?: Record<string, string>
    signal?: AbortSignal
  }

type Call<O extends Operation> =
  object extends RequestOf<O>
    ? (request?: RequestOf<O>) => Promise<AnswerRead<O>>
    : (request: RequestOf<O>) => Promise<AnswerRead<O>>

/** One method an operation, typed by the operation's own schemas. */
export type Client = { [id in keyof Operations]: Call<Operations[id]> }

export interface ClientOptions {
  /** The origin of the publishing interface; empty in a browser on the same origin. */
  baseUrl: string
  /** Asked before each request, so that a token may change. */
  authorization?: () => string | undefined
  fetch?: typeof fetch
}

interface AnyRequest {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

function addressOf(path: string, request: AnyRequest): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(request.params?.[name] ?? ''))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  const search = query.toString()
  return `/api/v1${filled}${search === '' ? '' : `?${search}`}`
}

/** JSON itself, or a kind of it such as a problem; not JSON lines. */
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/

async function answerOf(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (response.ok) {
    if (response.status === 204) return undefined
    return JSON_TYPE.test(type) ? response.json() : new Uint8Array(await response.arrayBuffer())
  }
  const body: unknown = type.includes('json') ? await response.json().catch(() => ({})) : {}
  const isObject = typeof body === 'object' && body !== null
  throw new RefusedError(
    response.status,
    isObject ? (body as Record<string, unknown>) : {},
    response.headers.get('x-request-id'),
  )
}

/**
 * The typed client of the publishing interface.
 *
 * @example const listing = await createClient({ baseUrl }).getListing({ params: { id } })
 */
export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? fetch
  async function call(method: string, path: string, request: AnyRequest): Promise<unknown> {
    const headers: Record<string, string> = { accept: 'application/json', ...request.headers }
    const authorization = options.authorization?.()
    if (authorization !== undefined) headers.authorization = authorization
    let body: string | Uint8Array<ArrayBuffer> | undefined
    if (request.body instanceof Uint8Array) {
      body = new Uint8Array(request.body)
    } else if (request.body !== undefined) {
      body = JSON.stringify(request.body)
      headers['content-type'] = 'application/json'
    }
    const init: RequestInit = { method, headers, redirect: 'error' }
    if (body !== undefined) init.body = body
    if (request.signal !== undefined) init.signal = request.signal
    return answerOf(await send(options.baseUrl + addressOf(path, request), init))
  }
  const client: Record<string, (request?: AnyRequest) => Promise<unknown>> = {}
  for (const [id, [method, path]] of Object.entries(routes)) {
    client[id] = (request = {}) => call(method, path, request)
  }
  return client as unknown as Client
}

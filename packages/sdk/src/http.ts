import type { HeaderSource } from './request-headers.ts'

/** A request as the application's core sees it, whatever framework it came through. */
export interface AppRequest {
  readonly method: string
  /** Path with query, as received. */
  readonly url: string
  readonly headers: HeaderSource
  /** The raw body; or, where a framework parsed JSON already, the value. */
  readonly body: () => Promise<Uint8Array | { readonly parsed: unknown }>
}

export interface AppResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, unless it is a string or bytes. */
  readonly body?: unknown
}

/** Bytes and headers of an answer, the same for every framework. */
export function encode(response: AppResponse): { status: number; headers: Record<string, string>; body: Uint8Array } {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(response.headers ?? {})) headers[name.toLowerCase()] = value
  const { body } = response
  if (body === undefined || body === null) return { status: response.status, headers, body: new Uint8Array() }
  if (body instanceof Uint8Array) return { status: response.status, headers, body }
  headers['content-type'] ??= typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json'
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status: response.status, headers, body: new TextEncoder().encode(text) }
}

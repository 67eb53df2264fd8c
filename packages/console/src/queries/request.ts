import { RefusedError } from '@mkt/contract/client'
import { guardedFetch } from './api.ts'

interface Options {
  body?: unknown
  signal?: AbortSignal
  headers?: Record<string, string>
}

/** One JSON request below `/api/v1`, for operations whose types are not described yet. */
export async function request<Answer>(method: string, path: string, options: Options = {}): Promise<Answer> {
  const init: RequestInit = { method, headers: { accept: 'application/json', ...options.headers } }
  if (options.body !== undefined) {
    init.body = JSON.stringify(options.body)
    init.headers = { ...init.headers, 'content-type': 'application/json' }
  }
  if (options.signal) init.signal = options.signal
  const response = await guardedFetch(`/api/v1${path}`, init)
  const text = await response.text()
  if (!response.ok) {
    const type = response.headers.get('content-type') ?? ''
    const body = type.includes('json') && text !== '' ? (JSON.parse(text) as Record<string, unknown>) : {}
    throw new RefusedError(response.status, body, response.headers.get('x-request-id'))
  }
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}

import { GiveUp } from './errors.ts'
import type { AppRequest } from './http.ts'

/** The JSON object a request carries. Anything else can never be understood, so it is not asked for again. */
export async function readJson<T extends object>(request: AppRequest): Promise<T> {
  const body = await request.body()
  const value = body instanceof Uint8Array ? parse(body) : body.parsed
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as T
  throw new GiveUp('The body is not a JSON object.', { status: 400 })
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new GiveUp('The body is not JSON.', { status: 400 })
  }
}

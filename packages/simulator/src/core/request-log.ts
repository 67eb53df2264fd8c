/** One line of the log: what was sent or received, and what was answered. */
export type LoggedRequest = {
  at: string
  direction: 'in' | 'out'
  /** Address of who asked; only of what was received. */
  from?: string
  /** Locator of the tenant and name of the registration that was called; only of what was sent. */
  tenant?: string
  name?: string
  method: string
  url: string
  requestBody: unknown
  status: number | null
  answer: unknown
  durationMs: number
  error?: string
  /** As the receiver names the request in its answer. */
  requestId?: string
}

const KEPT = 2_000
const MASKED = /^(password|clientSecret|secret|authorizationToken|client_secret|access_token)$/

export class RequestLog {
  #items: LoggedRequest[] = []

  add(item: LoggedRequest): void {
    this.#items.push(item)
    if (this.#items.length > KEPT) this.#items.splice(0, this.#items.length - KEPT)
  }

  /** Oldest first. */
  list(): LoggedRequest[] {
    return [...this.#items]
  }

  clear(): void {
    this.#items = []
  }
}

/** JSON is shown parsed, everything else as the text it was. */
export function shown(body: string): unknown {
  if (body === '') return null
  try {
    return mask(JSON.parse(body))
  } catch {
    return body.slice(0, 16_384)
  }
}

/** Secrets of a request stay out of the log. */
export function mask(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mask)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      MASKED.test(name) && typeof item === 'string' ? '[secret]' : mask(item),
    ]),
  )
}

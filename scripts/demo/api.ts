/** The publishing interface as one person or key sees it. */
export interface Api {
  get<T>(path: string): Promise<T>
  post<T>(path: string, body?: unknown): Promise<T>
  put<T>(path: string, body: unknown): Promise<T>
  patch<T>(path: string, body: unknown): Promise<T>
}

export interface Page<T> {
  items: T[]
  next: string | null
}

/** A request was refused; `code` is the interface's. */
export class Refused extends Error {
  readonly status: number
  readonly code: string

  constructor(what: string, status: number, body: { code?: string; detail?: string; problems?: unknown }) {
    super(`${what}: ${status} ${body.code ?? ''} ${body.detail ?? ''} ${JSON.stringify(body.problems ?? '')}`)
    this.status = status
    this.code = body.code ?? ''
  }
}

/** How long one request is tried again while the platform is busy or starting. */
const PATIENCE_MS = 60_000

export function connect(origin: string, authorization?: string): Api {
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const until = Date.now() + PATIENCE_MS
    for (;;) {
      const response = await send(origin, authorization, method, path, body)
      if (response.ok) return (await read(response)) as T
      const problem = ((await read(response)) ?? {}) as { code?: string; detail?: string }
      const busy = response.status === 429 || response.status === 503
      if (!busy || Date.now() > until) throw new Refused(`${method} ${path}`, response.status, problem)
      await pause(Math.min(Number(response.headers.get('retry-after') ?? 1) * 1000, 5000))
    }
  }
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    patch: (path, body) => call('PATCH', path, body),
  }
}

/** Signs a person in. */
export async function signIn(apiUrl: string, account: { email: string; password: string }): Promise<Api> {
  const { email, password } = account
  const { token } = await connect(`${apiUrl}/api/v1`).post<{ token: string }>('/session', { email, password })
  return connect(`${apiUrl}/api/v1`, `Bearer ${token}`)
}

/** Asks again until the answer is there. */
export async function waitFor<T>(what: string, ask: () => Promise<T | undefined>, seconds = 180): Promise<T> {
  const until = Date.now() + seconds * 1000
  while (Date.now() < until) {
    const found = await ask()
    if (found !== undefined) return found
    await pause(400)
  }
  throw new Error(`${what}: not within ${seconds} s`)
}

function send(
  origin: string,
  authorization: string | undefined,
  method: string,
  path: string,
  body: unknown,
): Promise<Response> {
  const headers: Record<string, string> = authorization ? { authorization } : {}
  if (body instanceof Uint8Array) headers['content-type'] = 'image/png'
  else if (body !== undefined) headers['content-type'] = 'application/json'
  const payload = body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body)
  return fetch(origin + path, { method, headers, ...(body === undefined ? {} : { body: payload }) })
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

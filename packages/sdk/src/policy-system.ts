import type { EnterpriseResource, Policy, Policyholder, StateRecord } from '@mkt/contract/app'
import { PolicySystemError } from './errors.ts'

export interface PolicySystemOptions {
  /** A fresh record after the policy system refused the token (401); without it the refusal is thrown. */
  readonly renew?: () => Promise<StateRecord>
  readonly signal?: AbortSignal
  /** Longest wait for an answer, 10,000 ms unless given. */
  readonly timeoutMs?: number
  /** Enterprise: locator of the tenant, as in the header `x-MKT-tenant`. */
  readonly tenant?: string | undefined
}

/** Calls of the policy system in the name of the tenant. */
export interface PolicySystem {
  request<T>(method: string, path: string, body?: unknown): Promise<T>
  get<T>(path: string): Promise<T>
  post<T>(path: string, body: unknown): Promise<T>
  /** Connected variant. */
  policy(locator: string): Promise<Policy>
  policyholder(locator: string): Promise<Policyholder>
  /** Enterprise variant: `policies`, `quotes` or `accounts`. */
  resource(kind: 'policies' | 'quotes' | 'accounts', locator: string): Promise<EnterpriseResource>
}

/**
 * A client for the customer's policy system with the token of the state record.
 *
 * @example
 * const policy = await policySystem(await readState(request.headers)).policy(event.data.policyLocator)
 */
export function policySystem(state: StateRecord, options: PolicySystemOptions = {}): PolicySystem {
  let current = state
  async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const first = await send(current, options, method, path, body)
    if (first.status !== 401 || !options.renew) return answer<T>(first, method, path)
    current = await options.renew()
    return answer<T>(await send(current, options, method, path, body), method, path)
  }
  const part = encodeURIComponent
  return {
    request,
    get: (path) => request('GET', path),
    post: (path, body) => request('POST', path, body),
    policy: (locator) => request('GET', `/policy/${part(locator)}`),
    policyholder: (locator) => request('GET', `/policyholder/${part(locator)}`),
    resource: (kind, locator) => request('GET', `/policy/${part(options.tenant ?? '')}/${kind}/${part(locator)}`),
  }
}

interface Answered {
  readonly status: number
  readonly text: string
}

async function send(
  state: StateRecord,
  options: PolicySystemOptions,
  method: string,
  path: string,
  body: unknown,
): Promise<Answered> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? 10_000)
  const headers: Record<string, string> = { authorization: `Bearer ${state.token}`, accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  try {
    const response = await fetch(`${state.platformApiUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`, {
      method,
      headers,
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text() }
  } catch (cause) {
    throw new PolicySystemError(`${method} ${path}: the policy system did not answer.`, { status: 0, cause })
  }
}

function answer<T>({ status, text }: Answered, method: string, path: string): T {
  const body = parse(text)
  if (status >= 200 && status < 300) return body as T
  throw new PolicySystemError(`${method} ${path}: the policy system answered ${status}.`, { status, body })
}

function parse(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

import { Agent, type Dispatcher, request } from 'undici'
import type { Repository } from '../model.ts'
import { OciError } from '../oci-error.ts'
import { parseChallenge } from './challenge.ts'

export interface RegistryRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** A path below `/v2/<repository>/`, or a location the registry gave. */
  path: string
  headers?: Record<string, string>
  body?: Uint8Array
  signal?: AbortSignal | undefined
}

export type RegistryAnswer = Dispatcher.ResponseData

/** Speaks to one repository and signs in as the registry asks: Basic, or a token from the service it names. */
export class RegistryClient {
  readonly #to: Repository
  readonly #scopes: readonly string[]
  readonly #agent = new Agent({ connections: 8, bodyTimeout: 60_000, headersTimeout: 60_000 })
  #authorization: string | undefined

  /** `others` are further repositories of the registry to pull from, for mounting what they have. */
  constructor(to: Repository, actions: 'pull' | 'pull,push', others: readonly string[] = []) {
    if (!/^https?:\/\/[^/]+$/.test(to.registry))
      throw new OciError('registry_refused', `${to.registry} is not an origin like https://host:port`)
    this.#to = to
    if (to.credentials && 'token' in to.credentials) this.#authorization = `Bearer ${to.credentials.token}`
    this.#scopes = [`repository:${to.repository}:${actions}`, ...others.map((name) => `repository:${name}:pull`)]
  }

  /** Follows a registry that has a blob given by its storage: another host never gets our credentials. */
  async send(input: RegistryRequest): Promise<RegistryAnswer> {
    const { path } = input
    let url = new URL(/^https?:|^\//.test(path) ? path : `/v2/${this.#to.repository}/${path}`, this.#to.registry)
    let answer = await this.#signedIn(url, input)
    for (let hops = 0; hops < MAX_HOPS && input.method === 'GET' && isRedirect(answer.statusCode); hops += 1) {
      const location = String(answer.headers.location ?? '')
      await answer.body.dump()
      const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined
      if (location === '' || next === undefined || !/^https?:$/.test(next.protocol))
        throw new OciError('registry_refused', `${this.#to.registry} redirects to nowhere`)
      url = next
      answer = await this.#signedIn(url, input)
    }
    return answer
  }

  async #signedIn(url: URL, input: RegistryRequest): Promise<RegistryAnswer> {
    const first = await this.#once(url, input)
    if (first.statusCode !== 401) return first
    const challenge = String(first.headers['www-authenticate'] ?? '')
    await first.body.dump()
    // Only the registry may say where credentials go.
    if (!this.#isOwn(url))
      throw new OciError(
        'registry_refused',
        `${this.#to.registry} sends us to ${url.origin}, which wants credentials; it gets none`,
      )
    await this.#signIn(challenge, input.signal)
    const second = await this.#once(url, input)
    if (second.statusCode === 401) {
      await second.body.dump()
      throw unauthorized(this.#to)
    }
    return second
  }

  /** Sends and fails with the registry's own words unless the status is one of those given. */
  async expect(input: RegistryRequest, ...statuses: number[]): Promise<RegistryAnswer> {
    const answer = await this.send(input)
    if (statuses.includes(answer.statusCode)) return answer
    throw await refusal(answer, this.#to)
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  #isOwn(url: URL): boolean {
    return url.origin === new URL(this.#to.registry).origin
  }

  async #once(url: URL, { method, headers, body, signal }: RegistryRequest): Promise<RegistryAnswer> {
    const authorization = this.#isOwn(url) && this.#authorization ? { authorization: this.#authorization } : {}
    try {
      return await request(url, {
        method,
        dispatcher: this.#agent,
        headers: { ...headers, ...authorization },
        body: body ?? null,
        signal: signal ?? null,
      })
    } catch (error) {
      if (signal?.aborted) throw error
      throw new OciError('registry_unreachable', `${url.origin} cannot be reached: ${(error as Error).message}`, {
        cause: error,
      })
    }
  }

  async #signIn(header: string, signal: AbortSignal | undefined): Promise<void> {
    const { scheme, parameters } = parseChallenge(header)
    const { credentials } = this.#to
    // A token cannot be changed for another one.
    if (credentials && 'token' in credentials) throw unauthorized(this.#to)
    const basic =
      credentials && `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`
    if (scheme === 'basic') {
      if (!basic) throw unauthorized(this.#to)
      this.#authorization = basic
      return
    }
    if (scheme !== 'bearer' || !parameters.realm) throw unauthorized(this.#to)
    const realm = new URL(parameters.realm)
    if (realm.protocol !== 'https:' && realm.protocol !== new URL(this.#to.registry).protocol)
      throw new OciError(
        'registry_refused',
        `${this.#to.registry} wants the credentials sent unencrypted to ${realm.origin}`,
      )
    if (parameters.service) realm.searchParams.set('service', parameters.service)
    // One token for everything to come, and for what was refused just now.
    const scopes = new Set([...this.#scopes, ...(parameters.scope?.split(' ') ?? [])])
    for (const scope of scopes) realm.searchParams.append('scope', scope)
    const answer = await request(realm, {
      dispatcher: this.#agent,
      headers: basic ? { authorization: basic } : {},
      signal: signal ?? null,
    })
    if (answer.statusCode !== 200) {
      await answer.body.dump()
      throw unauthorized(this.#to)
    }
    const { token, access_token } = (await answer.body.json()) as { token?: string; access_token?: string }
    this.#authorization = `Bearer ${token ?? access_token ?? ''}`
  }
}

const MAX_HOPS = 3

function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 307 || status === 308
}

function unauthorized(to: Repository): OciError {
  const { credentials } = to
  const name = credentials && ('token' in credentials ? 'your session' : `the credentials of ${credentials.username}`)
  const who = name ?? 'a request without credentials'
  return new OciError('registry_unauthorized', `${to.registry} refuses ${who} for ${to.repository}; sign in again`)
}

async function refusal(answer: RegistryAnswer, to: Repository): Promise<OciError> {
  const text = (await answer.body.text().catch(() => '')).slice(0, 2000)
  let said = text
  try {
    const { errors } = JSON.parse(text) as { errors: { code: string; message: string }[] }
    said = errors.map((error) => `${error.code}: ${error.message}`).join('; ')
  } catch {
    // Not every answer on the way is the registry's; then its text is all there is.
  }
  const code =
    answer.statusCode === 404 ? 'image_missing' : answer.statusCode >= 500 ? 'registry_unreachable' : 'registry_refused'
  return new OciError(
    code,
    `${to.registry} answered ${answer.statusCode} for ${to.repository}${said ? `: ${said}` : ''}`,
    { waitMs: waitOf(answer.headers['retry-after']) },
  )
}

/** A date instead of seconds counts as none: clocks differ. */
function waitOf(retryAfter: string | string[] | undefined): number | undefined {
  return typeof retryAfter === 'string' && /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : undefined
}

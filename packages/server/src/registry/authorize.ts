import { furtherAccess } from '@mkt/contract/api'
import { Failure } from '@mkt/contract/errors'
import type { FastifyRequest } from 'fastify'
import { type Credentials, identifyCaller } from '../actions/accounts/identify-caller.ts'
import { checkPullCredential, ENGINE_TOKEN, ENGINE_USER } from '../actions/image/pull-credential.ts'
import { identifyRegistryToken } from '../actions/image/registry-tokens.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { decideAccess } from '../domain/accounts/access.ts'
import { type Caller, nobody, organizationsOf } from '../domain/accounts/caller.ts'
import { covers, isRegistryToken, type RegistryAccess, type RegistryAction } from '../domain/image/registry-grant.ts'
import { type Listing, listingByName } from '../store/listing/listings.ts'
import { RegistryError } from './registry-error.ts'

/** Reads `Basic` or `Bearer`; the console's cookie means nothing here. */
export function registryCredentials(header: string | undefined): Credentials {
  const [, scheme = '', value = ''] = /^(\S+)\s+(.+)$/.exec(header?.trim() ?? '') ?? []
  if (scheme.toLowerCase() === 'bearer') return { kind: 'token', token: value, byCookie: false }
  if (scheme.toLowerCase() !== 'basic') return { kind: 'none' }
  const text = Buffer.from(value, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return { kind: 'basic', clientId: text.slice(0, Math.max(colon, 0)), secret: text.slice(colon + 1) }
}

/** The origin as the client wrote it; where that is the public address, its scheme counts, even behind an unknown proxy. */
function originOf(platform: Platform, request: FastifyRequest): string {
  const { publicUrl } = platform.addresses
  return URL.parse(publicUrl)?.host === request.host ? publicUrl : `${request.protocol}://${request.host}`
}

/** The refusal that tells a client where to sign in, as seen from where it stands. */
export function challenge(
  platform: Platform,
  request: FastifyRequest,
  message: string,
  scope?: string,
  error?: 'insufficient_scope',
): RegistryError {
  const realm = `${originOf(platform, request)}/v2/token`
  const wanted = scope === undefined ? '' : `,scope="${scope}"`
  const why = error === undefined ? '' : `,error="${error}"`
  return new RegistryError('UNAUTHORIZED', message, {
    headers: { 'www-authenticate': `Bearer realm="${realm}",service="mkt"${wanted}${why}` },
  })
}

export interface Identity {
  caller: Caller
  /** What the token is limited to; null where the credentials themselves came. */
  access: RegistryAccess[] | null
}

/** Finds out who asks, or refuses with the challenge. */
export async function identify(platform: Platform, request: FastifyRequest, scope?: string): Promise<Identity> {
  const credentials = registryCredentials(request.headers.authorization)
  if (credentials.kind === 'none')
    throw challenge(platform, request, 'Sign in with the client ID and the API key of your organization.', scope)
  try {
    if (credentials.kind === 'token' && isRegistryToken(credentials.token))
      return await identifyRegistryToken(platform, credentials.token)
    return { caller: await identifyCaller(platform, credentials, { extend: true, address: request.ip }), access: null }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'credentials_wrong') throw challenge(platform, request, error.message, scope)
    throw refusalOf(error)
  }
}

/** What a registry client is told when somebody known, or too many strangers, may not sign in. */
export function refusalOf({ code, message, headers }: Failure): RegistryError {
  return code === 'rate_limited'
    ? new RegistryError('TOOMANYREQUESTS', message, { headers })
    : new RegistryError('DENIED', message)
}

/** What an engine pulls with, given as a password or as the token it was changed for. */
export function engineSecret(credentials: Credentials): string | undefined {
  if (credentials.kind === 'basic' && credentials.clientId === ENGINE_USER) return credentials.secret
  if (credentials.kind !== 'token' || !credentials.token.startsWith(ENGINE_TOKEN)) return undefined
  return credentials.token.slice(ENGINE_TOKEN.length)
}

/** The repository and who asks, if they may do this with it. What belongs to others is denied whether it exists or not. */
export async function authorize(
  platform: Platform,
  request: FastifyRequest,
  name: string,
  action: 'pull' | 'push',
): Promise<{ listing: Listing; caller: Caller }> {
  const credentials = registryCredentials(request.headers.authorization)
  const secret = engineSecret(credentials)
  if (secret !== undefined) {
    const listing = action === 'pull' ? await pulledByEngine(platform, request, name, secret) : undefined
    if (listing === undefined) throw challenge(platform, request, 'This credential does not pull this image.')
    return { listing, caller: nobody }
  }
  const scope = `repository:${name}:${action === 'push' ? 'pull,push' : 'pull'}`
  const { caller, access } = await identify(platform, request, scope)
  const listing = await listingByName(platform.db, name)
  if (listing === undefined) {
    if (ownsName(caller, name))
      throw new RegistryError('NAME_UNKNOWN', `There is no listing ${name}. Create the listing first, then push.`)
    throw denied(name)
  }
  if (decideAccess(ruleOf(action), caller, { organizationId: listing.organizationId }) !== 'allowed') throw denied(name)
  requireScope(platform, request, access, { type: 'repository', name, action })
  return { listing, caller }
}

async function pulledByEngine(platform: Platform, request: FastifyRequest, name: string, secret: string) {
  try {
    return await checkPullCredential(platform, name, secret, request.ip)
  } catch (error) {
    throw error instanceof Failure ? refusalOf(error) : error
  }
}

const ruleOf = (action: RegistryAction) => (action === 'pull' ? furtherAccess.pullImage : furtherAccess.pushImage)

/** Sends a client whose token does not reach this far for one that does. */
export function requireScope(
  platform: Platform,
  request: FastifyRequest,
  access: RegistryAccess[] | null,
  wanted: Parameters<typeof covers>[1],
): void {
  if (access === null || covers(access, wanted)) return
  const actions = wanted.action === 'push' ? 'pull,push' : wanted.action
  throw challenge(
    platform,
    request,
    'This token was made for something else. Ask for one with this scope.',
    `${wanted.type}:${wanted.name}:${actions}`,
    'insufficient_scope',
  )
}

/** The scopes that the caller may have among those asked for. */
export async function grantable(
  platform: Platform,
  caller: Caller,
  wanted: readonly RegistryAccess[],
): Promise<RegistryAccess[]> {
  const granted: RegistryAccess[] = []
  for (const one of wanted) {
    if (one.type === 'registry') {
      if (one.name === 'catalog') granted.push(one)
      continue
    }
    const listing = await listingByName(platform.db, one.name)
    const organizationId =
      listing?.organizationId ?? (ownsName(caller, one.name) ? organizationsOf(caller)[0] : undefined)
    if (organizationId === undefined) continue
    const actions = one.actions.filter(
      (action) => decideAccess(ruleOf(action), caller, { organizationId }) === 'allowed',
    )
    if (actions.length > 0) granted.push({ ...one, actions })
  }
  return granted
}

/** Whether the caller may pull from a repository; for mounting a blob that is there. */
export async function mayPull(platform: Platform, request: FastifyRequest, name: string): Promise<Listing | undefined> {
  try {
    return (await authorize(platform, request, name, 'pull')).listing
  } catch (error) {
    if (error instanceof RegistryError) return undefined
    throw error
  }
}

function ownsName(caller: Caller, name: string): boolean {
  const organization = name.split('/')[0]
  if (caller.kind === 'key') return caller.organizationName === organization
  return caller.kind === 'person' && caller.memberships.some((row) => row.organizationName === organization)
}

function denied(name: string): RegistryError {
  return new RegistryError(
    'DENIED',
    `You may not push to or pull from ${name}: use a key of its organization with the scope "publish".`,
  )
}

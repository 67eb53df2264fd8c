import { Failure } from '@mkt/contract/errors'
import { boundRights, rightsOf } from '../../domain/accounts/assurance.ts'
import { type Caller, nobody } from '../../domain/accounts/caller.ts'
import { hashToken } from '../../lib/token.ts'
import { type ApiKey, apiKeyById } from '../../store/accounts/api-keys.ts'
import { membershipsOf, personWithFactor } from '../../store/accounts/people.ts'
import { extendSession, type SessionFacts, sessionByHash } from '../../store/accounts/sessions.ts'
import type { Platform } from '../platform/platform.ts'
import { SECOND_STEP_PREFIX } from './ask-second-factor.ts'
import { SESSION_SECONDS } from './begin-session.ts'
import { checkApiKey } from './check-api-key.ts'
import { gatheredLookUps } from './gathered-look-ups.ts'
import { lookUpCredential } from './look-up-credential.ts'

const EXTEND_AFTER_MS = 10 * 60_000

export type Credentials =
  | { kind: 'none' }
  | { kind: 'token'; token: string; byCookie: boolean }
  | { kind: 'basic'; clientId: string; secret: string }

export interface Use {
  /** Without it a session is looked at, not used: an open page alone keeps nobody signed in. */
  extend: boolean
  /** Where the request came from; without it the credential was looked at before. */
  address?: string
}

const refused = (detail: string) =>
  new Failure('credentials_wrong', detail, { headers: { 'www-authenticate': 'Bearer realm="mkt", Basic realm="mkt"' } })

/** An API key as the one who asks. */
export function keyCaller(
  key: ApiKey,
  sessionId: string | null,
  secretHash?: Buffer | null,
  position?: string,
): Caller {
  if (key.organizationDisabledAt !== null)
    throw new Failure('organization_disabled', `The organization ${key.organizationName} is disabled.`)
  return {
    kind: 'key',
    keyId: key.id,
    clientId: key.clientId,
    organizationId: key.organizationId,
    organizationName: key.organizationName,
    scopes: key.scopes,
    sessionId,
    secretHash: secretHash ?? undefined,
    position,
  }
}

async function asPerson(
  platform: Pick<Platform, 'clock' | 'db' | 'policy'>,
  session: SessionFacts,
  personId: string,
  byCookie: boolean,
  { extend, address }: Use,
): Promise<Caller> {
  const [person, memberships] = await Promise.all([
    personWithFactor(platform.db, personId),
    membershipsOf(platform.db, personId),
  ])
  const bound = memberships.find((row) => row.organizationId === session.boundTo)
  if (person === undefined || (session.boundTo !== null && bound === undefined)) return nobody
  if (person.disabledAt !== null)
    throw new Failure('account_disabled', 'An operator disabled this account. Ask them about it.')
  const now = platform.clock.now()
  if (extend && now.getTime() - session.seenAt.getTime() > EXTEND_AFTER_MS) {
    const expiresAt = new Date(now.getTime() + SESSION_SECONDS * 1000)
    await extendSession(platform.db, session.id, { now, expiresAt, address: address ?? null })
  }
  const { hasFactor, platformRole, staffSso } = person
  const { factorAt, provedAt, connectionId, providerOrganizationId, providerFactor } = session
  const provider = connectionId === null ? null : { organizationId: providerOrganizationId, factor: providerFactor }
  const proof = { hasFactor, factorAt, provedAt, provider }
  const whole = rightsOf({ platformRole, memberships, staffSso }, proof, platform.policy)
  const rights = session.boundTo === null ? whole : boundRights(whole, session.boundTo)
  return {
    kind: 'person',
    personId,
    email: person.email,
    name: person.name,
    sessionId: session.id,
    byCookie,
    position: session.position,
    ...rights,
    ...(bound === undefined ? {} : { boundTo: { id: bound.organizationId, name: bound.organizationName } }),
  }
}

/** Finds out who asks. Wrong credentials are refused; a cookie that has expired only means that nobody is signed in. */
export async function identifyCaller(
  platform: Pick<Platform, 'clock' | 'db' | 'policy' | 'strangers'>,
  credentials: Credentials,
  use: Use = { extend: true },
): Promise<Caller> {
  if (credentials.kind === 'none') return nobody
  if (credentials.kind === 'basic') {
    const key = await checkApiKey(platform, credentials, use.address)
    if (key === undefined) throw refused('The client ID or the API key is wrong, or the key was revoked.')
    return keyCaller(key, null, key.usedHash, key.position)
  }
  const { token } = credentials
  const hash = hashToken(token)
  const session = await lookUpCredential(platform, use.address, token, (isKnown) =>
    isKnown ? sessionByHash(platform.db, hash, platform.clock.now()) : gatheredLookUps(platform).session.add(hash),
  )
  if (session?.personId) return asPerson(platform, session, session.personId, credentials.byCookie, use)
  if (session?.apiKeyId) {
    const key = await apiKeyById(platform.db, session.apiKeyId)
    if (key !== undefined) return keyCaller(key, session.id, session.secretHash, session.position)
  }
  if (credentials.byCookie) return nobody
  if (token.startsWith(SECOND_STEP_PREFIX))
    throw refused('This token is for the second step of signing in. Finish it with POST /session/second-factor.')
  throw refused('The token is unknown or has expired. Sign in again.')
}

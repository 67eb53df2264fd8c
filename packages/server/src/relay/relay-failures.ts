import { Failure } from '@mkt/contract/errors'
import type { Log } from '../lib/log.ts'
import type { OutboundError } from '../outbound/outbound-error.ts'
import { isDatabaseAway } from '../store/database/database-away.ts'
import type { TokenOutcome } from '../store/tenant/token-cache.ts'
import { relayLimits } from './parts.ts'

const AUTHENTICATE = { headers: { 'www-authenticate': 'Bearer' } }

export function tokenUnknown(): Failure {
  return new Failure(
    'relay_token_unknown',
    'Send the `token` of the state record as `Authorization: Bearer <token>`, to the `platformApiUrl` of the same record.',
    AUTHENTICATE,
  )
}

export function tokenExpired(): Failure {
  return new Failure(
    'relay_token_expired',
    'This token has expired, or access ended with it: the installation was stopped, its keys were revoked, or its access was changed. Read the state again.',
    AUTHENTICATE,
  )
}

export function readOnly(method: string): Failure {
  return new Failure(
    'relay_read_only',
    `This installation has read-only access to the policy system, and ${method} on this path is not a read. The customer sets this with the relay of the tenant, the publisher with platform.tenantAccess.`,
  )
}

export function signInRefused(): Failure {
  return new Failure(
    'relay_sign_in_refused',
    'Requests that sign in or create credentials are not forwarded. Use the `token` of the state record.',
  )
}

export function tooBusy(): Failure {
  return new Failure(
    'too_busy',
    `This installation has ${relayLimits.perInstallation} concurrent requests to its policy system. Wait until some of them end.`,
    { headers: { 'retry-after': '1' } },
  )
}

export function malformed(): Failure {
  return new Failure('request_malformed', 'The request path is ambiguous: different parsers could read it differently.')
}

export function stalled(): Failure {
  return new Failure(
    'tenant_timeout',
    `The policy system did not answer for ${relayLimits.stallMs / 1000} seconds. The request may still have taken effect.`,
  )
}

function ourFault(): Failure {
  return new Failure('internal', 'Something went wrong on our side. Try again later.')
}

/** Response for an error. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (!isDatabaseAway(error)) return ourFault()
  return new Failure(
    'database_unavailable',
    'The database is unavailable, and this request needs data that is not cached. Retry soon.',
    { headers: { 'retry-after': '5' } },
  )
}

/** Tells operators of an error that was none of the caller's. */
export function logFault(
  log: Log,
  { error, failure, requestId }: { error: unknown; failure: Failure; requestId: string },
): void {
  if (error === failure) return
  if (failure.code === 'database_unavailable')
    log.warn({ err: error, requestId }, 'A request needed the database, which is away')
  else log.error({ err: error, requestId }, 'The relay met a bug')
}

export function noToken(outcome: Exclude<TokenOutcome, { kind: 'token' }>): Failure {
  if (outcome.kind === 'refused')
    return new Failure(
      'tenant_credentials_refused',
      'The policy system refuses the data credentials. The customer must replace them.',
    )
  return new Failure('tenant_unavailable', 'The policy system is out of reach. Try again later.', {
    headers: { 'retry-after': String(outcome.retryAfterSeconds) },
  })
}

export function unreachable(error: OutboundError): Failure {
  return new Failure('tenant_unavailable', `The policy system is out of reach: ${error.message}. Try again later.`, {
    headers: { 'retry-after': '5' },
  })
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { Failure } from '@mkt/contract/errors'
import { currentToken } from '../actions/current-token.ts'
import type { Platform } from '../actions/platform.ts'
import { type Token, tokenAge } from '../domain/token.ts'
import { isDatabaseAway } from '../store/database-away.ts'
import { type Entry, type Finished, withToken } from './entry.ts'
import type { KnownKey, KnownKeys } from './known-keys.ts'
import { count, hourOf, type Ledger } from './ledger.ts'
import type { StateCache } from './state-cache.ts'

export interface ReadParts {
  platform: Platform
  cache: StateCache
  keys: KnownKeys
  ledger: Ledger
}

export type Which = 'state' | 'settings'

/** Answers one read. When all is in memory it is answered at once, without a promise in between. */
export function handleRead(
  parts: ReadParts,
  which: Which,
  key: string,
  request: IncomingMessage,
  response: ServerResponse,
): void | Promise<void> {
  const known = parts.keys.find(key)
  if (!known)
    throw new Failure('key_unknown', 'This key is not one of ours. Use the `x-MKT-key` of the request at hand.')
  const now = parts.platform.clock.now().getTime()
  if (known.endsAt <= now) throw expired()
  const entry = parts.cache.peek(known.facts.installationId)
  const token = entry && which === 'state' ? knownToken(parts.platform, entry, known) : undefined
  if (entry && (which === 'settings' || token)) return send(parts, which, known, entry, token, request, response, now)
  return readSlowly(parts, which, known, request, response, now)
}

async function readSlowly(
  parts: ReadParts,
  which: Which,
  known: KnownKey,
  request: IncomingMessage,
  response: ServerResponse,
  now: number,
): Promise<void> {
  const entry = await parts.cache.get(known.facts.installationId).catch((error: unknown) => {
    if (!isDatabaseAway(error)) throw error
    throw new Failure(
      'database_unavailable',
      'The state is not in memory and the database is out of reach. Try again soon.',
      {
        headers: { 'retry-after': '2' },
      },
    )
  })
  if (!entry) throw new Failure('key_unknown', 'There is no installation behind this key any more.')
  refuseInactive(entry, known)
  const token = which === 'state' ? await tokenFor(parts.platform, entry) : undefined
  send(parts, which, known, entry, token, request, response, now)
}

function refuseInactive(entry: Entry, known: KnownKey): void {
  if (known.facts.epoch < entry.keyEpoch) throw expired()
  if (!entry.active) {
    throw new Failure('route_inactive', 'The installation is stopped or uninstalled: it has no state to read.')
  }
}

function expired(): Failure {
  return new Failure('key_expired', 'This key has expired or was revoked. Use the `x-MKT-key` of the request at hand.')
}

function finishedFor(entry: Entry, known: KnownKey): Finished {
  return entry.target?.releaseId === known.facts.releaseId ? entry.target : entry.present
}

/** The token in memory, if it needs neither renewing nor looking up. */
function knownToken(platform: Platform, entry: Entry, known: KnownKey): Token | undefined {
  const source = platform.tokens.sources.get(entry.installationId)
  const token = source && platform.tokens.tokens.get(source.credentialId)
  if (!token || !entry.active || known.facts.epoch < entry.keyEpoch) return undefined
  return tokenAge(token, platform.clock.now()) === 'fresh' ? token : undefined
}

async function tokenFor(platform: Platform, entry: Entry): Promise<Token> {
  const outcome = await currentToken(platform, entry.installationId)
  if (outcome.kind === 'token') return outcome
  if (outcome.kind === 'refused') {
    throw new Failure(
      'tenant_credentials_refused',
      "The policy system refuses the tenant's data credentials. The customer must replace them; `/settings` answers meanwhile.",
    )
  }
  throw new Failure(
    'tenant_unavailable',
    'The policy system is out of reach and there is no live token. Try again later.',
    {
      headers: { 'retry-after': String(outcome.retryAfterSeconds) },
    },
  )
}

function send(
  parts: ReadParts,
  which: Which,
  known: KnownKey,
  entry: Entry,
  token: Token | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  now: number,
): void {
  refuseInactive(entry, known)
  const finished = finishedFor(entry, known)
  if (token && finished.token?.token !== token.token) withToken(finished, token)
  entry.used = true
  const { bucket } = known
  const counted =
    bucket?.hour === hourOf(now) ? bucket : parts.ledger.bucket(entry.installationId, known.facts.releaseId, now)
  known.bucket = counted
  count(counted, now)
  const etag = which === 'state' ? finished.stateEtag : finished.settingsEtag
  const tagged = request.headers['if-none-match']
  if (tagged !== undefined && matches(tagged, etag)) {
    response.writeHead(304, ['cache-control', 'no-store', 'etag', etag, 'x-MKT-revision', entry.revision])
    response.end()
    return
  }
  const body = which === 'state' ? finished.stateBody : finished.settingsBody
  response.writeHead(200, [
    'content-type',
    'application/json',
    'cache-control',
    'no-store',
    'etag',
    etag,
    'x-MKT-revision',
    entry.revision,
    'content-length',
    String(body.length),
  ])
  response.end(request.method === 'HEAD' ? undefined : body, 'latin1')
}

function matches(header: string, etag: string): boolean {
  if (header === etag || header === '*') return true
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

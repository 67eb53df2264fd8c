import { Failure } from '@mkt/contract/errors'
import type { Platform } from '../actions/platform/platform.ts'
import type { RelayTokens } from '../actions/route/relay-tokens.ts'
import { currentToken } from '../actions/tenant/current-token.ts'
import { type Token, tokenAge } from '../domain/tenant/token.ts'
import type { ServerExchange } from '../lib/http/server-exchange.ts'
import { Secret } from '../lib/secret.ts'
import type { FairQueue } from '../lib/sharing/fair-queue.ts'
import { type Answer, type Entry, type Finished, stateAnswer } from './entry.ts'
import { inReach } from './in-reach.ts'
import { readIsolated } from './isolated-read.ts'
import type { KnownKey, KnownKeys } from './known-keys.ts'
import { hourOf, type Ledger } from './ledger.ts'
import type { StateCache } from './state-cache.ts'
import type { TracedReads } from './traced-reads.ts'

export interface ReadParts {
  platform: Platform
  cache: StateCache
  keys: KnownKeys
  ledger: Ledger
  relayTokens: Pick<RelayTokens, 'issue'>
  /** Reads of containers on trial. */
  isolatedTurns: FairQueue
  traced: Pick<TracedReads, 'answered'>
}

export type Which = 'state' | 'settings'

/** Answers one read. When all is in memory it is answered at once, without a promise in between. */
export function handleRead(
  parts: ReadParts,
  which: Which,
  key: string,
  exchange: ServerExchange,
): void | Promise<void> {
  const known = parts.keys.find(key)
  if (!known) throw new Failure('key_unknown', 'This key is unknown. Use the `x-MKT-key` of the current request.')
  const now = parts.platform.clock.now()
  if (known.endsAt <= now.getTime()) throw expired()
  if (known.facts.isolated) return inReach(readIsolated(parts, which, known.facts, exchange))
  const entry = entryOf(parts.cache, known)
  if (entry && parts.cache.mayServe(entry)) {
    refuseInactive(entry, known)
    const finished = finishedFor(entry, known)
    if (which === 'settings') return send(parts, known, entry, finished.settings, exchange, now)
    const token = ownToken(parts, entry, finished) ?? knownToken(parts.platform, entry, now)
    if (token) return send(parts, known, entry, stateAnswer(entry, finished, token), exchange, now)
  }
  return readSlowly(parts, which, known, exchange, now)
}

/** What is in memory. Looked up once for a key, not for a read. */
function entryOf(cache: StateCache, known: KnownKey): Entry | undefined {
  if (known.place?.value === undefined) known.place = cache.place(known.facts.installationId)
  return known.place?.value
}

async function readSlowly(
  parts: ReadParts,
  which: Which,
  known: KnownKey,
  exchange: ServerExchange,
  now: Date,
): Promise<void> {
  const entry = await inReach(parts.cache.get(known.facts.installationId))
  if (!entry) throw new Failure('key_unknown', 'There is no installation behind this key any more.')
  refuseInactive(entry, known)
  const finished = finishedFor(entry, known)
  if (which === 'settings') return send(parts, known, entry, finished.settings, exchange, now)
  const token = ownToken(parts, entry, finished) ?? (await tokenInReach(parts.platform, entry))
  send(parts, known, entry, stateAnswer(entry, finished, token), exchange, now)
}

function refuseInactive(entry: Entry, known: KnownKey): void {
  if (known.facts.epoch < entry.keyEpoch) throw expired()
  if (!entry.active) {
    throw new Failure(
      'route_inactive',
      'The installation is stopped or uninstalled, or its organization is disabled: it has no state to read.',
    )
  }
}

function expired(): Failure {
  return new Failure('key_expired', 'This key has expired or was revoked. Use the `x-MKT-key` of the current request.')
}

function finishedFor(entry: Entry, known: KnownKey): Finished {
  return entry.target?.releaseId === known.facts.releaseId ? entry.target : entry.present
}

const NO_TOKEN: Token = { token: new Secret(''), obtainedAt: new Date(0), expiresAt: null }

/** A token that needs no policy system: one for the relay, or none for an application that asks for no access. */
function ownToken(parts: ReadParts, { installationId, keyEpoch }: Entry, finished: Finished): Token | undefined {
  const { way, releaseId } = finished
  if (way === 'direct') return undefined
  return way === 'none' ? NO_TOKEN : parts.relayTokens.issue({ installationId, releaseId, epoch: keyEpoch })
}

/** The token in memory, if it needs neither renewing nor looking up. */
function knownToken(platform: Platform, entry: Entry, now: Date): Token | undefined {
  if (entry.token?.value === undefined) {
    const source = platform.tokens.sources.get(entry.installationId)
    entry.token = source && platform.tokens.tokens.place(source.credentialId)
  }
  const token = entry.token?.value
  return token && tokenAge(token, now) === 'fresh' ? token : undefined
}

/** A sign-in to the policy system may take its time; a database that is away may not. */
function tokenInReach(platform: Platform, entry: Entry): Promise<Token> {
  return inReach(tokenFor(platform, entry), platform.changes.connected ? SIGN_IN_MS : undefined)
}

const SIGN_IN_MS = 30_000

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
    'The policy system is unreachable and there is no valid token. Try again later.',
    {
      headers: { 'retry-after': String(outcome.retryAfterSeconds) },
    },
  )
}

function send(
  parts: ReadParts,
  known: KnownKey,
  entry: Entry,
  answer: Answer,
  exchange: ServerExchange,
  now: Date,
): void {
  entry.used = true
  const at = now.getTime()
  let { bucket } = known
  if (bucket?.hour !== hourOf(at)) {
    bucket = parts.ledger.bucket(entry.installationId, known.facts.releaseId, at)
    known.bucket = bucket
  }
  parts.ledger.count(bucket, at)
  const tag = exchange.header('if-none-match')
  if (tag !== undefined && matches(tag, answer.etag)) exchange.reply(304, answer.unchanged, '')
  else exchange.reply(200, answer.lines, answer.body)
  const trace = exchange.header('traceparent')
  if (trace !== undefined) parts.traced.answered(trace, entry.installationId, now)
}

function matches(header: string, etag: string): boolean {
  if (header === etag || header === '*') return true
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

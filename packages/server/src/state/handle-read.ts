import { Failure } from '@mkt/contract/errors'
import type { Platform } from '../actions/platform/platform.ts'
import type { RelayTokens } from '../actions/route/relay-tokens.ts'
import { currentToken } from '../actions/tenant/current-token.ts'
import { type Token, tokenAge } from '../domain/tenant/token.ts'
import type { ServerExchange } from '../lib/http/server-exchange.ts'
import { Secret } from '../lib/secret.ts'
import type { FairQueue } from '../lib/sharing/fair-queue.ts'
import {
  type Answer,
  type Entry,
  type Finished,
  finishedFor,
  type Ready,
  stateAnswer,
  unchangedLines,
} from './entry.ts'
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
  if (known.endsAt * 1000 <= now.getTime()) throw expired()
  if (known.isolated) return inReach(readIsolated(parts, which, known, exchange))
  const ready = readyFor(parts.cache, known)
  if (ready?.entry !== undefined && parts.cache.mayServe(ready.entry)) {
    refuseInactive(ready, known)
    const answer =
      which === 'state'
        ? readyState(parts, ready, ready.entry, known, now)
        : finishedFor(ready.entry, known.releaseId).settings
    if (answer) {
      ready.used = true
      return send(parts, known, answer, exchange, now)
    }
  }
  return readSlowly(parts, which, known, exchange, now)
}

/** What is in memory. Looked up once for a key, not for a read. */
function readyFor(cache: StateCache, known: KnownKey): Ready | undefined {
  if (known.ready?.entry === undefined) {
    const entry = cache.peek(known.installationId)
    known.ready = entry && finishedFor(entry, known.releaseId).ready
  }
  return known.ready
}

/** The whole record, unless its token needs renewing or looking up. */
function readyState(parts: ReadParts, ready: Ready, entry: Entry, known: KnownKey, now: Date): Answer | undefined {
  const token =
    ready.way === 'direct'
      ? knownToken(parts.platform, ready, known.installationId, now)
      : ownToken(parts, entry, finishedFor(entry, known.releaseId))
  if (token === undefined) return undefined
  if (ready.state !== undefined && ready.token?.token === token.token) return ready.state
  return stateAnswer(entry, finishedFor(entry, known.releaseId), token)
}

async function readSlowly(
  parts: ReadParts,
  which: Which,
  known: KnownKey,
  exchange: ServerExchange,
  now: Date,
): Promise<void> {
  const entry = await inReach(parts.cache.get(known.installationId))
  if (!entry) throw new Failure('key_unknown', 'There is no installation behind this key any more.')
  const finished = finishedFor(entry, known.releaseId)
  refuseInactive(finished.ready, known)
  finished.ready.used = true
  if (which === 'settings') return send(parts, known, finished.settings, exchange, now)
  const token = ownToken(parts, entry, finished) ?? (await tokenInReach(parts.platform, entry))
  send(parts, known, stateAnswer(entry, finished, token), exchange, now)
}

function refuseInactive({ active, keyEpoch }: Ready, known: KnownKey): void {
  if (known.epoch < keyEpoch) throw expired()
  if (!active) {
    throw new Failure(
      'route_inactive',
      'The installation is stopped or uninstalled, or its organization is disabled: it has no state to read.',
    )
  }
}

function expired(): Failure {
  return new Failure('key_expired', 'This key has expired or was revoked. Use the `x-MKT-key` of the current request.')
}

const NO_TOKEN: Token = { token: new Secret(''), obtainedAt: new Date(0), expiresAt: null }

/** A token that needs no policy system: one for the relay, or none for an application that asks for no access. */
function ownToken(parts: ReadParts, { installationId }: Entry, { releaseId, ready }: Finished): Token | undefined {
  const { way, keyEpoch } = ready
  if (way === 'direct') return undefined
  return way === 'none' ? NO_TOKEN : parts.relayTokens.issue({ installationId, releaseId, epoch: keyEpoch })
}

/** The token in memory, if it needs neither renewing nor looking up. */
function knownToken(platform: Platform, ready: Ready, installationId: string, now: Date): Token | undefined {
  if (ready.place?.value === undefined) {
    const source = platform.tokens.sources.get(installationId)
    ready.place = source && platform.tokens.tokens.place(source.credentialId)
  }
  const token = ready.place?.value
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

function send(parts: ReadParts, known: KnownKey, answer: Answer, exchange: ServerExchange, now: Date): void {
  const { installationId } = known
  const at = now.getTime()
  let { bucket } = known
  if (bucket?.hour !== hourOf(at)) {
    bucket = parts.ledger.bucket(installationId, known.releaseId, at)
    known.bucket = bucket
  }
  parts.ledger.count(bucket, at)
  const tag = exchange.header('if-none-match')
  if (tag !== undefined && matches(tag, answer.etag)) exchange.reply(304, unchangedLines(answer), '')
  else exchange.replyFinished(answer)
  const trace = exchange.header('traceparent')
  if (trace !== undefined) parts.traced.answered(trace, installationId, now)
}

function matches(header: string, etag: string): boolean {
  if (header === etag || header === '*') return true
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

import { Failure } from '@mkt/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../actions/platform/platform.ts'
import { keyHolder } from '../../actions/platform/take-effect.ts'
import type { Caller } from '../../domain/accounts/caller.ts'
import {
  type Effect,
  type KeptAnswer,
  keepAnswer,
  releaseIdempotencyKey,
  reserveIdempotencyKey,
} from '../../store/platform/idempotency.ts'
import { RawAnswer, type Route } from './route.ts'

/** How long a first request may take before a repeat may run instead of it: it must have died. */
const RUNNING_MS = 60_000

/** What a request with an idempotency key can be answered with. */
export interface Answers {
  /** Carries the request out; whatever it changes is marked with the key. */
  run(idempotencyKey: string | null): Promise<unknown>
  /** Answers a repeat of a request that took effect but whose answer was lost. */
  recall(effect: Effect): Promise<unknown>
}

export interface Idempotency {
  /**
   * Lets the request take effect at most once for its idempotency key, even if the process is killed at any line; a repeat gets the first
   * answer. Without a key it just runs.
   */
  once(route: Route, request: FastifyRequest, reply: FastifyReply, caller: Caller, answers: Answers): Promise<unknown>
}

function keyOf(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key']
  if (header === undefined) return undefined
  const key = Array.isArray(header) ? header.join(',') : header
  if (key.length >= 1 && key.length <= 255) return key
  throw new Failure('request_invalid', 'The idempotency-key header must have 1 to 255 characters.', {
    problems: [
      { pointer: '/headers/idempotency-key', rule: 'request.header.invalid', message: 'Use 1 to 255 characters.' },
    ],
  })
}

/** What tells a repeat from another request. It is keyed, because bodies hold secrets that a plain hash would let others try out. */
function fingerprintOf(platform: Platform, request: FastifyRequest): Promise<string> {
  const head = Buffer.from(`${request.method} ${request.url}\n`)
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.from(JSON.stringify(request.body ?? null))
  return platform.vault.digest('platform', 'idempotency', Buffer.concat([head, body]))
}

export function createIdempotency(platform: Platform): Idempotency {
  return {
    async once(route, request, reply, caller, answers) {
      const idempotencyKey = keyOf(request) ?? null
      const holder = keyHolder({ caller, requestId: request.id, idempotencyKey })
      // Before anybody is known there is nobody to keep an answer for.
      if (holder === undefined) return answers.run(null)
      const now = platform.clock.now()
      const fingerprint = await fingerprintOf(platform, request)
      const lockedUntil = new Date(now.getTime() + RUNNING_MS)
      const kept = await reserveIdempotencyKey(platform.db, holder, { fingerprint, now, lockedUntil })
      if (kept !== undefined) {
        refuseRepeat(route, kept, fingerprint, now)
        const answer = kept.status === null ? await answers.recall(kept.effect as Effect) : bodyOf(kept)
        reply.header('idempotency-replayed', 'true')
        return answer
      }
      // Whatever fails from here on, the key says by itself whether the request took effect, so a repeat is answered rightly.
      const failed = (err: unknown) =>
        platform.log.warn(
          { err, requestId: request.id },
          'the answer of a request with an idempotency key was not kept',
        )
      let result: unknown
      try {
        result = await answers.run(idempotencyKey)
      } catch (error) {
        await releaseIdempotencyKey(platform.db, holder).catch(failed)
        throw error
      }
      const secretShown = route.operation.showsSecret === true
      const keep = !secretShown && !(result instanceof RawAnswer) && result !== undefined
      const body = keep ? Buffer.from(JSON.stringify(result)) : null
      await keepAnswer(platform.db, holder, { status: route.operation.answer.status, body, secretShown }).catch(failed)
      return result
    },
  }
}

/** Refuses a repeat that cannot have an answer: of another request, too early, or of one that showed a secret. */
function refuseRepeat(route: Route, kept: KeptAnswer, fingerprint: string, now: Date): void {
  if (kept.fingerprint !== fingerprint) {
    throw new Failure(
      'idempotency_conflict',
      'This idempotency key was used with another request before. Use a new key for a new request.',
    )
  }
  const running =
    kept.status === null && (kept.effect === null || (kept.lockedUntil !== null && kept.lockedUntil > now))
  if (running) {
    throw new Failure(
      'idempotency_running',
      'The first request with this key is still running. Try again in a moment.',
      {
        headers: { 'retry-after': '1' },
      },
    )
  }
  if (kept.secretShown || (kept.status === null && route.operation.showsSecret === true)) {
    throw new Failure(
      'secret_shown_once',
      'The first request succeeded; its answer held a secret that is shown only once. Create a new one if it was lost.',
    )
  }
}

function bodyOf(kept: KeptAnswer): unknown {
  return kept.body === null ? undefined : JSON.parse(kept.body.toString('utf8'))
}

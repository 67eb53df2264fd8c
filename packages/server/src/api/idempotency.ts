import { createHash } from 'node:crypto'
import { Failure } from '@mkt/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../actions/platform.ts'
import { actorOf, type Caller } from '../domain/caller.ts'
import { forgetIdempotencyKey, keepAnswer, reserveIdempotencyKey } from '../store/idempotency.ts'
import { RawAnswer, type Route } from './route.ts'

/** How long a first request may take before a repeat may run instead of it: it must have died. */
const RUNNING_MS = 60_000

export interface Idempotency {
  /** Runs the request once for its idempotency key; a repeat gets the first answer. Without a key it just runs. */
  once(
    route: Route,
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller,
    run: () => Promise<unknown>,
  ): Promise<unknown>
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

function fingerprintOf(request: FastifyRequest): string {
  const hash = createHash('sha256').update(`${request.method} ${request.url}\n`)
  return hash.update(Buffer.isBuffer(request.body) ? request.body : JSON.stringify(request.body ?? null)).digest('hex')
}

export function createIdempotency(platform: Platform): Idempotency {
  return {
    async once(route, request, reply, caller, run) {
      const key = keyOf(request)
      // Before anybody is known there is nobody to keep an answer for.
      if (key === undefined || caller.kind === 'nobody') return run()
      const who = actorOf(caller).id
      const now = platform.clock.now()
      const fingerprint = fingerprintOf(request)
      const lockedUntil = new Date(now.getTime() + RUNNING_MS)
      const kept = await reserveIdempotencyKey(platform.db, { caller: who, key, fingerprint, now, lockedUntil })
      if (kept !== undefined) return repeat(kept, fingerprint, reply)
      let result: unknown
      try {
        result = await run()
      } catch (error) {
        await forgetIdempotencyKey(platform.db, who, key)
        throw error
      }
      const secretShown = route.operation.showsSecret === true
      const keep = !secretShown && !(result instanceof RawAnswer) && result !== undefined
      const body = keep ? Buffer.from(JSON.stringify(result)) : null
      await keepAnswer(platform.db, { caller: who, key, status: route.operation.answer.status, body, secretShown })
      return result
    },
  }
}

function repeat(
  kept: { fingerprint: string; status: number | null; body: Buffer | null; secretShown: boolean },
  fingerprint: string,
  reply: FastifyReply,
): unknown {
  if (kept.fingerprint !== fingerprint) {
    throw new Failure(
      'idempotency_conflict',
      'This idempotency key was used with another request before. Use a new key for a new request.',
    )
  }
  if (kept.status === null) {
    throw new Failure(
      'idempotency_running',
      'The first request with this key is still running. Try again in a moment.',
      {
        headers: { 'retry-after': '1' },
      },
    )
  }
  if (kept.secretShown) {
    throw new Failure(
      'secret_shown_once',
      'The request was done before; its answer held a secret that is shown only once. Make a new one if it was lost.',
    )
  }
  reply.header('idempotency-replayed', 'true')
  return kept.body === null ? undefined : JSON.parse(kept.body.toString('utf8'))
}

import { Failure } from '@mkt/contract/errors'
import { actorOf, type Caller } from '../../domain/accounts/caller.ts'
import { type Trx, transaction } from '../../store/database/transaction.ts'
import { type Effect, type KeyHolder, markEffect } from '../../store/platform/idempotency.ts'
import type { Platform } from './platform.ts'

/** A request, as far as it matters for taking effect at most once. */
export interface Keyed {
  caller: Caller
  requestId: string | null
  /** The key by which this request takes effect at most once, if it came with one. */
  idempotencyKey: string | null
}

/** The request as holder of its idempotency key; none without a key, or when nobody is known whose key it could be. */
export function keyHolder({ caller, requestId, idempotencyKey: key }: Keyed): KeyHolder | undefined {
  if (key === null || requestId === null || caller.kind === 'nobody') return undefined
  return { caller: actorOf(caller).id, key, requestId }
}

/**
 * Says in the transaction that changes something that the request has taken effect. Both are committed or neither is, so a process
 * may be killed at any line: a repeat with the same key finds out, and does nothing a second time. A request so slow that a repeat
 * took its place changes nothing any more.
 */
export async function takeEffect(trx: Trx, origin: Keyed, effect: Effect): Promise<void> {
  const holder = keyHolder(origin)
  if (holder === undefined || (await markEffect(trx, holder, effect))) return
  throw new Failure(
    'idempotency_running',
    'This request took so long that a repeat with the same key took its place; nothing was changed by this one.',
    { headers: { 'retry-after': '1' } },
  )
}

/** The same before work that commits in several steps: from then on a repeat does not begin it a second time. */
export function takeEffectFirst({ db }: Pick<Platform, 'db'>, origin: Keyed, effect: Effect): Promise<void> {
  return transaction(db, (trx) => takeEffect(trx, origin, effect))
}

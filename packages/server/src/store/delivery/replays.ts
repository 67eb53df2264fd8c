import type { StoredDeliveryState } from '@mkt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { containing } from '../database/sorted.ts'

const BATCH = 5_000

export interface ReplayFilter {
  installationId: string
  states: readonly StoredDeliveryState[]
  from: Date | null
  to: Date | null
  before: Date
  /** Words in the type or path. */
  q: string | null
  /** Only events that concern this policy, quote or claim. */
  about: { organizationId: string; locator: string } | null
}

/** Puts deliveries back in line, from the beginning of their schedule; attempts made so far stay on record. */
async function putBack(db: Db, which: RawBuilder<unknown>): Promise<number> {
  const result = await sql`
    update event set state = 'WAITING', reason = null, step = 0, crashes = 0, due_at = now(), leased_by = null, settled_at = null
    where id in (${which})`.execute(db)
  return Number(result.numAffectedRows ?? 0n)
}

/** Sends one delivery again. One that waits and is due is sent anyway, or just being sent. */
export function replayOne(db: Db, eventId: string): Promise<number> {
  return putBack(
    db,
    sql`select id from event where id = ${eventId} and body is not null and (state <> 'WAITING' or due_at > now()) for update`,
  )
}

/** Further conditions, each only where it was asked for. */
function narrowed({ q, about }: Pick<ReplayFilter, 'q' | 'about'>): RawBuilder<unknown> {
  const words = q === null ? sql`` : sql`and (type ilike ${containing(q)} or path ilike ${containing(q)})`
  if (about === null) return words
  return sql`${words} and id in (select entry_id from activity_locator
    where organization_id = ${about.organizationId} and locator = ${about.locator})`
}

/** Everything settled that matches, up to a limit. */
const matching = (filter: ReplayFilter, limit: number) =>
  sql`select id from event where installation_id = ${filter.installationId} and state = any(${filter.states}) and body is not null
    and (${filter.from}::timestamptz is null or received_at >= ${filter.from})
    and (${filter.to}::timestamptz is null or received_at < ${filter.to})
    and (settled_at is null or settled_at < ${filter.before})
    ${narrowed(filter)}
    limit ${limit}`

/** How many a replay would send, counted up to a limit. */
export async function countMatching(db: Db, filter: ReplayFilter, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${matching(filter, limit)}) as found`.execute(db)
  return rows[0]?.count ?? 0
}

/** Sends everything settled that matches again, in batches that each commit by themselves. Returns how many. */
export async function replayMany(db: Db, filter: ReplayFilter): Promise<number> {
  let total = 0
  for (;;) {
    const count = await putBack(db, sql`${matching(filter, BATCH)} for update skip locked`)
    total += count
    if (count < BATCH) return total
  }
}

/** Makes everything that waits on a route due now; returns how many wait. */
export async function hastenWaiting(db: Db, installationId: string): Promise<number> {
  await sql`update event set due_at = now() where installation_id = ${installationId} and state = 'WAITING' and due_at > now()`.execute(
    db,
  )
  const result = await sql<{ count: number }>`select count(*)::int as count from event
    where installation_id = ${installationId} and state = 'WAITING'`.execute(db)
  return result.rows[0]?.count ?? 0
}

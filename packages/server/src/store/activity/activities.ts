import type { activityKinds, activityOutcomes } from '@mkt/contract/api'
import type { StoredDeliveryState } from '@mkt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { Page } from '../../domain/platform/page.ts'
import type { Db } from '../database/database.ts'
import { type Order, sorted } from '../database/sorted.ts'
import { type SourceFilter, sources } from './activity-sources.ts'

export type ActivityKind = (typeof activityKinds)[number]
export type ActivityOutcome = (typeof activityOutcomes)[number]

/** A delivery, call, tenant call or hook, as one list shows them. */
export interface Activity {
  id: string
  /** The id without its prefix: sorts by time. */
  place: string
  kind: ActivityKind
  installationId: string
  at: Date
  name: string
  path: string | null
  state: StoredDeliveryState | null
  /** A waiting delivery of a paused route. */
  paused: boolean
  outcome: ActivityOutcome
  status: number | null
  code: string | null
  fallback: 'skipped' | 'last' | null
  /** A call that the platform sent to try the installation. */
  test: boolean
  durationMs: number | null
  attempts: number
  requestId: string | null
  traceId: string | null
  /** Of a delivery: what the application is told about its sender. */
  method: string
  query: string
}

export interface ActivityFilter extends SourceFilter {
  kind?: ActivityKind | 'call' | undefined
  outcome?: ActivityOutcome | undefined
  /** Lowest and highest status. */
  status?: readonly [number, number] | undefined
  minDurationMs?: number | undefined
}

const order: Order<'at'> = { id: 'place', newestFirst: true, keys: { at: 'id' } }

const callKinds: readonly string[] = ['autofill', 'rater', 'other', 'public']

/** What narrows every source alike, by the columns they have in common. */
function conditions({ kind, outcome, status, minDurationMs }: ActivityFilter): RawBuilder<unknown> {
  const all = [sql`true`]
  if (kind !== undefined && kind !== 'call') all.push(sql`kind = ${kind}`)
  if (outcome !== undefined) all.push(sql`outcome = ${outcome}`)
  if (status !== undefined) all.push(sql`status between ${status[0]} and ${status[1]}`)
  if (minDurationMs !== undefined) all.push(sql`"durationMs" >= ${minDurationMs}`)
  return sql.join(all, sql` and `)
}

/** The tables that can hold what is asked for. */
function sourcesFor({ kind, locator }: ActivityFilter): (keyof typeof sources)[] {
  const wanted: (keyof typeof sources)[] = []
  if (kind === undefined || kind === 'delivery') wanted.push('event')
  if (kind === undefined || kind === 'call' || callKinds.includes(kind)) wanted.push('call')
  if (kind === undefined || kind === 'tenant-call') wanted.push('tenant_call')
  // A hook concerns no policy.
  if ((kind === undefined || kind === 'hook') && locator === undefined) wanted.push('installation_entry')
  return wanted
}

/**
 * Activity in the order of time, one more than the page holds. Each table gives at most a page of its own, by its index over
 * installation and id; then they are merged.
 */
export function listActivity(db: Db, filter: ActivityFilter, page: Page): Promise<Activity[]> {
  const descending = page.sort?.descending ?? order.newestFirst
  const parts = sourcesFor(filter).map((name) => {
    const { prefix, select } = sources[name]
    const beyond =
      page.after === null ? sql`true` : sql`id ${descending ? sql`<` : sql`>`} ${`${prefix}_${page.after}`}`
    const direction = descending ? sql`desc` : sql`asc`
    return sql`(select * from (${select(filter)}) as ${sql.ref(`${name}_entry`)}
      where ${beyond} and ${conditions(filter)} order by id ${direction} limit ${page.limit + 1})`
  })
  const merged = sql<Activity>`(${sql.join(parts, sql` union all `)})`.as('activity')
  return sorted(db.selectFrom(merged as never).selectAll() as never, page, order).execute() as Promise<Activity[]>
}

/** One entry of an installation, by its id. */
export async function activityById(db: Db, installationId: string, id: string): Promise<Activity | undefined> {
  const found = await listActivity(db, { installationId, entryId: id }, { limit: 1, after: null })
  return found[0]
}

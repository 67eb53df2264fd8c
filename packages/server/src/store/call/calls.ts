import { sql } from 'kysely'
import type { Fallback } from '../../domain/call/fallback.ts'
import type { Page } from '../../domain/platform/page.ts'
import type { Trace } from '../../domain/platform/trace.ts'
import { firstPartAt } from '../../lib/ids.ts'
import { batchInsert, bool, bytea, int, text, time } from '../database/batch-insert.ts'
import type { Db } from '../database/database.ts'
import { byNumber, byText, type Order, sorted } from '../database/sorted.ts'
import type { CallKind } from '../database/tables/events.ts'

export interface CallRecord {
  id: string
  installationId: string
  organizationId: string
  listingId: string
  kind: CallKind
  method: string
  path: string
  at: Date
  status: number
  code: string | null
  durationMs: number
  requestSize: number
  answerSize: number
  instanceId: string | null
  requestId: string
  traceId: string | null
  /** The step of the trace, for its export; not kept. */
  trace?: Trace
  /** What was given instead of the answer of an application that failed. */
  fallback: Fallback | null
  /** The application's own status where the platform answered with a problem instead. */
  appStatus?: number | null
  /** What the application said in that answer, masked and sealed. */
  appMessage?: Buffer | null
  /** Whether the platform sent it to try the installation. */
  test?: boolean
}

/** Keeps a batch of calls. */
export const insertCalls = batchInsert<'call', CallRecord>('call', {
  id: text((call) => call.id),
  installation_id: text((call) => call.installationId),
  organization_id: text((call) => call.organizationId),
  listing_id: text((call) => call.listingId),
  kind: text((call) => call.kind),
  method: text((call) => call.method),
  path: text((call) => call.path),
  at: time((call) => call.at),
  status: int((call) => call.status),
  code: text((call) => call.code),
  duration_ms: int((call) => call.durationMs),
  request_size: int((call) => call.requestSize),
  answer_size: int((call) => call.answerSize),
  instance_id: text((call) => call.instanceId),
  request_id: text((call) => call.requestId),
  trace_id: text((call) => call.traceId),
  fallback: text((call) => call.fallback),
  app_status: int((call) => call.appStatus ?? null),
  app_message: bytea((call) => call.appMessage ?? null),
  test: bool((call) => call.test ?? false),
})

export async function installationOfCall(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('call').select('installation_id').where('id', '=', id).executeTakeFirst()
  return row?.installation_id
}

function calls(db: Db) {
  return db
    .selectFrom('call')
    .select([
      'id',
      'installation_id as installationId',
      'organization_id as organizationId',
      'listing_id as listingId',
      'kind',
      'method',
      'path',
      'at',
      'status',
      'code',
      'duration_ms as durationMs',
      'request_size as requestSize',
      'answer_size as answerSize',
      'instance_id as instanceId',
      'request_id as requestId',
      'trace_id as traceId',
      'fallback',
      'app_status as appStatus',
      'app_message as appMessage',
      'test',
    ])
}

export function callById(db: Db, id: string): Promise<CallRecord | undefined> {
  return calls(db).where('id', '=', id).executeTakeFirst()
}

export interface CallFilter {
  installationId?: string
  listingId?: string
  kind?: CallKind | undefined
  test?: boolean | undefined
  from?: Date | undefined
  to?: Date | undefined
}

const order: Order<'at' | 'kind' | 'status' | 'durationMs'> = {
  id: 'id',
  newestFirst: true,
  keys: { at: 'id', kind: byText('kind'), status: byNumber('status'), durationMs: byNumber('duration_ms') },
}

/** Calls, newest first, one more than the page holds. */
export async function listCalls(db: Db, filter: CallFilter, page: Page): Promise<CallRecord[]> {
  let query = calls(db)
  if (filter.installationId !== undefined) query = query.where('installation_id', '=', filter.installationId)
  if (filter.listingId !== undefined) query = query.where('listing_id', '=', filter.listingId)
  if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind)
  if (filter.test !== undefined) query = query.where('test', '=', filter.test)
  if (filter.from !== undefined) query = query.where('at', '>=', filter.from)
  if (filter.to !== undefined) query = query.where('at', '<', filter.to)
  return sorted(query, page, order).execute()
}

export interface CallFigures {
  kind: CallKind
  calls: number
  failed: number
  p50Ms: number
  p95Ms: number
  requestBytes: number
  answerBytes: number
}

/** Calls of the policy system since a moment, without those that only try the installation, summed up by kind, and the p95 of all of them: it does not follow from those of the kinds. */
export async function callFigures(
  db: Db,
  place: { installationId: string } | { listingId: string },
  since: Date,
): Promise<{ p95Ms: number | null; kinds: CallFigures[] }> {
  const condition =
    'installationId' in place ? sql`installation_id = ${place.installationId}` : sql`listing_id = ${place.listingId}`
  const { rows } = await sql<CallFigures | { kind: null; p95Ms: number | null }>`
    select kind, count(*)::int as calls, count(*) filter (where status >= 400 or fallback is not null)::int as failed,
      round(percentile_cont(0.5) within group (order by duration_ms))::int as "p50Ms",
      round(percentile_cont(0.95) within group (order by duration_ms))::int as "p95Ms",
      sum(request_size)::bigint as "requestBytes", sum(answer_size)::bigint as "answerBytes"
    from call where ${condition} and not test and id >= ${`cal_${firstPartAt(since)}`}
    group by grouping sets ((kind), ()) order by kind`.execute(db)
  return {
    p95Ms: rows.find(({ kind }) => kind === null)?.p95Ms ?? null,
    kinds: rows.filter((row): row is CallFigures => row.kind !== null),
  }
}

import type pg from 'pg'
import type { Page } from '../../domain/platform/page.ts'
import type { Trace } from '../../domain/platform/trace.ts'
import { batchInsert, bigint, int, text, time } from '../database/batch-insert.ts'
import type { Db } from '../database/database.ts'
import { byNumber, byText, containing, type Order, sorted } from '../database/sorted.ts'

/** One request that an application made to its customer's policy system through the relay. */
export interface TenantCallRecord {
  id: string
  installationId: string
  organizationId: string
  listingId: string
  releaseId: string
  method: string
  path: string
  at: Date
  status: number
  code: string | null
  durationMs: number
  requestSize: number
  answerSize: number
  requestId: string
  traceId: string
  /** The step of the trace, for its export; not kept. */
  trace?: Trace
}

/** Keeps a batch of them. */
export const insertTenantCalls = batchInsert<'tenant_call', TenantCallRecord>('tenant_call', {
  id: text((call) => call.id),
  installation_id: text((call) => call.installationId),
  organization_id: text((call) => call.organizationId),
  listing_id: text((call) => call.listingId),
  release_id: text((call) => call.releaseId),
  method: text((call) => call.method),
  path: text((call) => call.path),
  at: time((call) => call.at),
  status: int((call) => call.status),
  code: text((call) => call.code),
  duration_ms: int((call) => call.durationMs),
  request_size: bigint((call) => call.requestSize),
  answer_size: bigint((call) => call.answerSize),
  request_id: text((call) => call.requestId),
  trace_id: text((call) => call.traceId),
})

export interface TenantCallFilter {
  installationId: string
  method?: string | undefined
  /** Lowest and highest status. */
  status?: readonly [number, number] | undefined
  /** Words that the path contains. */
  q?: string | undefined
  traceId?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

const order: Order<'at' | 'method' | 'status' | 'durationMs'> = {
  id: 'id',
  newestFirst: true,
  keys: { at: 'id', method: byText('method'), status: byNumber('status'), durationMs: byNumber('duration_ms') },
}

/** Requests of an installation, newest first, one more than the page holds. */
export function listTenantCalls(db: Db, filter: TenantCallFilter, page: Page): Promise<TenantCallRecord[]> {
  let query = db
    .selectFrom('tenant_call')
    .select([
      'id',
      'installation_id as installationId',
      'organization_id as organizationId',
      'listing_id as listingId',
      'release_id as releaseId',
      'method',
      'path',
      'at',
      'status',
      'code',
      'duration_ms as durationMs',
      'request_size as requestSize',
      'answer_size as answerSize',
      'request_id as requestId',
      'trace_id as traceId',
    ])
    .where('installation_id', '=', filter.installationId)
  if (filter.method !== undefined) query = query.where('method', '=', filter.method)
  if (filter.status !== undefined)
    query = query.where('status', '>=', filter.status[0]).where('status', '<=', filter.status[1])
  if (filter.q !== undefined) query = query.where('path', 'ilike', containing(filter.q))
  if (filter.traceId !== undefined) query = query.where('trace_id', '=', filter.traceId)
  if (filter.from !== undefined) query = query.where('at', '>=', filter.from)
  if (filter.to !== undefined) query = query.where('at', '<', filter.to)
  return sorted(query, page, order).execute()
}

/** Deletes a small batch of what is older. */
export async function pruneTenantCalls(pool: pg.Pool, before: Date, limit: number): Promise<number> {
  const result = await pool.query(
    `with gone as (delete from tenant_call where id in (select id from tenant_call where at < $1 order by at limit $2) returning id),
       forgotten as (delete from activity_locator where entry_id in (select id from gone))
     select id from gone`,
    [before, limit],
  )
  return result.rowCount ?? 0
}

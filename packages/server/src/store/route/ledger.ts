import { sql } from 'kysely'
import type { Page } from '../../domain/platform/page.ts'
import type { Db } from '../database/database.ts'
import { beginning, byNumber, byVersion, type Order, sorted } from '../database/sorted.ts'

export interface LedgerCount {
  installationId: string
  releaseId: string
  hour: Date
  reads: number
  firstAt: Date
  lastAt: Date
}

/** Adds counts to what other processes have counted. */
export async function addReads(db: Db, counts: readonly LedgerCount[]): Promise<void> {
  if (counts.length === 0) return
  await sql`
    insert into ledger (organization_id, installation_id, release_id, hour, reads, first_at, last_at)
    select installation.organization_id, installation.id, count.release_id, count.hour, count.reads, count.first_at, count.last_at
    from unnest(${counts.map((count) => count.installationId)}::text[], ${counts.map((count) => count.releaseId)}::text[],
      ${counts.map((count) => count.hour)}::timestamptz[], ${counts.map((count) => count.reads)}::bigint[],
      ${counts.map((count) => count.firstAt)}::timestamptz[], ${counts.map((count) => count.lastAt)}::timestamptz[])
      as count (installation_id, release_id, hour, reads, first_at, last_at)
    join installation on installation.id = count.installation_id
    order by 2, 4, 3
    on conflict (installation_id, hour, release_id, organization_id) do update set
      reads = ledger.reads + excluded.reads,
      first_at = least(ledger.first_at, excluded.first_at),
      last_at = greatest(ledger.last_at, excluded.last_at)`.execute(db)
}

export interface LedgerRow {
  hour: Date
  releaseId: string
  version: string | null
  reads: number
  firstAt: Date
  lastAt: Date
}

const order: Order<'hour' | 'version' | 'reads'> = {
  id: sql`lpad(extract(epoch from ledger.hour)::bigint::text, 12, '0') || '/' || ledger.release_id`,
  newestFirst: true,
  keys: { hour: 'id', version: byVersion(), reads: byNumber('ledger.reads') },
}

/** What `order` calls the id of a row. */
export function ledgerCursor(row: Pick<LedgerRow, 'hour' | 'releaseId'>): string {
  return `${String(row.hour.getTime() / 1000).padStart(12, '0')}/${row.releaseId}`
}

interface LedgerFilter {
  /** A version, or the beginning of one. */
  version?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** Newest hour first. */
export function ledgerOf(db: Db, installationId: string, page: Page, filter: LedgerFilter = {}): Promise<LedgerRow[]> {
  const query = found(db, installationId, filter).select([
    'ledger.hour as hour',
    'ledger.release_id as releaseId',
    'release.version as version',
    'ledger.reads as reads',
    'ledger.first_at as firstAt',
    'ledger.last_at as lastAt',
  ])
  return sorted(query, page, order).execute()
}

interface LedgerSum {
  reads: number
  firstAt: Date | null
  lastAt: Date | null
}

/** Over all releases and hours, however many rows that are. */
export function ledgerSum(db: Db, installationId: string, filter: LedgerFilter): Promise<LedgerSum> {
  return found(db, installationId, filter)
    .select([
      sql<number>`coalesce(sum(ledger.reads), 0)::bigint`.as('reads'),
      sql<Date | null>`min(ledger.first_at)`.as('firstAt'),
      sql<Date | null>`max(ledger.last_at)`.as('lastAt'),
    ])
    .executeTakeFirstOrThrow()
}

function found(db: Db, installationId: string, { version, from, to }: LedgerFilter) {
  let query = db
    .selectFrom('ledger')
    .leftJoin('release', 'release.id', 'ledger.release_id')
    .where('ledger.installation_id', '=', installationId)
  if (version !== undefined) query = query.where('release.version', 'like', beginning(version))
  if (from !== undefined) query = query.where('ledger.hour', '>=', from)
  if (to !== undefined) query = query.where('ledger.hour', '<', to)
  return query
}

/** Deletes a batch of hours older than the moment. */
export async function pruneLedger(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    delete from ledger where ctid = any (array(select ctid from ledger where hour < ${before} limit ${limit}))`.execute(
    db,
  )
  return Number(result.numAffectedRows ?? 0)
}

import { sql } from 'kysely'
import type pg from 'pg'
import { mostSampleCalls } from '../../domain/trial/trial.ts'
import type { Db } from '../database/database.ts'

export interface SampleCall {
  id: string
  installationId: string
  organizationId: string
  kind: 'autofill' | 'rater'
  path: string
  query: string
  timeoutMs: number
  sealed: Buffer
  at: Date
}

/** Keeps a call in the pinned sample, unless the sample ended or is full. False: it takes no more. */
export async function insertSampleCall(pool: pg.Pool, row: SampleCall): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'insert_sample_call',
    text: `insert into sample_call (id, installation_id, organization_id, kind, path, query, timeout_ms, sealed, at)
      select $1, $2, $3, $4, $5, $6, $7, $8, $9
      where (select count(*) from sample_call where installation_id = $2) < $10
        and exists (select from installation where id = $2 and sample_until > $9 and not sample_full)
      on conflict (id) do nothing`,
    values: [
      row.id,
      row.installationId,
      row.organizationId,
      row.kind,
      row.path,
      row.query,
      row.timeoutMs,
      row.sealed,
      row.at,
      mostSampleCalls,
    ],
  })
  return (rowCount ?? 0) > 0
}

/** Calls at or after the first moment and before the second. */
interface Times {
  from?: Date
  to?: Date
}

const within = (at: 'sample_call.at' | 'call.at', { from, to }: Times) =>
  sql<boolean>`${from === undefined ? sql`true` : sql`${sql.ref(at)} >= ${from}`} and ${to === undefined ? sql`true` : sql`${sql.ref(at)} < ${to}`}`

function recordings(db: Db) {
  return db.selectFrom('call_payload').innerJoin('call', 'call.id', 'call_payload.call_id')
}

export async function countSample(
  db: Db,
  installationId: string,
  times: Times = {},
): Promise<{ calls: number; from: Date | null; to: Date | null }> {
  const row = await db
    .selectFrom('sample_call')
    .where(within('sample_call.at', times))
    .select(({ fn }) => [
      fn.countAll<number>().as('calls'),
      fn.min<Date | null>('at').as('from'),
      fn.max<Date | null>('at').as('to'),
    ])
    .where('installation_id', '=', installationId)
    .executeTakeFirst()
  return { calls: Number(row?.calls ?? 0), from: row?.from ?? null, to: row?.to ?? null }
}

/** Some calls of the pinned sample after another one, oldest first. */
export function sampleCalls(
  db: Db,
  installationId: string,
  after: string,
  limit: number,
  times: Times = {},
): Promise<SampleCall[]> {
  return db
    .selectFrom('sample_call')
    .where(within('sample_call.at', times))
    .select([
      'id',
      'installation_id as installationId',
      'organization_id as organizationId',
      'kind',
      'path',
      'query',
      'timeout_ms as timeoutMs',
      'sealed',
      'at',
    ])
    .where('installation_id', '=', installationId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Some recorded autofill and rater calls after another one, oldest first. */
export async function recordedCalls(
  db: Db,
  installationId: string,
  after: string,
  limit: number,
  times: Times = {},
): Promise<Omit<SampleCall, 'query' | 'timeoutMs'>[]> {
  const rows = await recordings(db)
    .where(within('call.at', times))
    .select([
      'call.id as id',
      'call.installation_id as installationId',
      'call.organization_id as organizationId',
      'call.kind as kind',
      'call.path as path',
      'call_payload.sealed as sealed',
      'call.at as at',
    ])
    .where('call_payload.installation_id', '=', installationId)
    .where('call.kind', 'in', ['autofill', 'rater'])
    .where('call.id', '>', after)
    .orderBy('call.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as 'autofill' | 'rater' }))
}

/** How many autofill and rater calls are recorded. */
export async function countRecordings(db: Db, installationId: string, times: Times = {}): Promise<number> {
  const row = await recordings(db)
    .where(within('call.at', times))
    .select(({ fn }) => fn.countAll<number>().as('calls'))
    .where('call_payload.installation_id', '=', installationId)
    .where('call.kind', 'in', ['autofill', 'rater'])
    .executeTakeFirst()
  return Number(row?.calls ?? 0)
}

/** Removes the pinned sample of an installation. */
export async function deleteSample(trx: Db, installationId: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('sample_call')
    .where('installation_id', '=', installationId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Installations whose sample has reached its date. */
export async function endedSamples(db: Db, now: Date, limit = 50): Promise<string[]> {
  const rows = await db.selectFrom('installation').select('id').where('sample_until', '<=', now).limit(limit).execute()
  return rows.map(({ id }) => id)
}

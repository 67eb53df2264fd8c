import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

export interface Process {
  id: string
  host: string
  roles: string[]
  version: string
  report: Record<string, unknown>
  startedAt: Date
  seenAt: Date
  silent: boolean
}

/** Records a heartbeat of a process. Times are the database's, since machines disagree about them. */
export async function beatProcess(
  db: Db,
  row: Pick<Process, 'id' | 'host' | 'version'> & { roles: readonly string[]; report: Record<string, unknown> },
): Promise<void> {
  const report = JSON.stringify(row.report)
  const seen_at = sql<Date>`now()`
  await db
    .insertInto('process')
    .values({
      id: row.id,
      host: row.host,
      roles: [...row.roles],
      version: row.version,
      report,
      started_at: seen_at,
      seen_at,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ report, seen_at }))
    .execute()
}

export async function removeProcess(db: Db, id: string): Promise<void> {
  await db.deleteFrom('process').where('id', '=', id).execute()
}

/** Forgets processes that have said nothing for this long. */
export async function forgetProcesses(db: Db, silentForMs: number): Promise<void> {
  await db
    .deleteFrom('process')
    .where('seen_at', '<', sql<Date>`now() - ${silentForMs} * interval '1 millisecond'`)
    .execute()
}

/** The last failures that processes wrote down, by process. */
export async function lastErrorsOfProcesses(db: Db): Promise<{ host: string; roles: string[]; lastErrors: unknown }[]> {
  const rows = await db.selectFrom('process').select(['host', 'roles', 'report']).orderBy('started_at').execute()
  return rows.map(({ host, roles, report }) => ({ host, roles, lastErrors: report.lastErrors ?? [] }))
}

/** Oldest first. */
export function listProcesses(db: Db, silentMs: number): Promise<Process[]> {
  return db
    .selectFrom('process')
    .select([
      'id',
      'host',
      'roles',
      'version',
      'report',
      'started_at as startedAt',
      'seen_at as seenAt',
      sql<boolean>`seen_at < now() - ${silentMs} * interval '1 millisecond'`.as('silent'),
    ])
    .orderBy('started_at')
    .orderBy('id')
    .execute()
}

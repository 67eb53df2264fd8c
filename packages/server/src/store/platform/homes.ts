import { sql } from 'kysely'
import type { DatabaseIdentity, Home } from '../../domain/platform/home.ts'
import type { Db } from '../database/database.ts'

const NAME = 'home'

/**
 * The transaction that writes a row, as the row's `xmin` says ever after: a standby, a restart and vacuum leave it, and a dump does not take
 * it along. Nothing but this file may write the row.
 */
const writing = sql<string>`pg_current_xact_id()::xid::text`

/** The home that was recorded, or undefined before the first start. */
export async function recordedHome(db: Db): Promise<Home | undefined> {
  const row = await db
    .selectFrom('platform_fact')
    .select(['value', sql<string>`xmin::text`.as('writer')])
    .where('name', '=', NAME)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { writer, ...home } = row.value as unknown as Home & { writer?: string }
  return writer === undefined || writer === row.writer ? home : { ...home, rewritten: true }
}

/** Records the home of a platform that has none; one that another process recorded stays. */
export async function insertHome(db: Db, home: Home): Promise<void> {
  await db
    .insertInto('platform_fact')
    .values({ name: NAME, value: recordOf(home) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function replaceHome(db: Db, home: Home): Promise<void> {
  const value = recordOf(home)
  await db
    .insertInto('platform_fact')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updated_at: sql`now()` }))
    .execute()
}

/** Says who wrote the record of the home where it does not: former releases did not. */
export async function signHome(db: Db): Promise<void> {
  await sql`update platform_fact set value = value || jsonb_build_object('writer', ${writing})
    where name = ${NAME} and not value ? 'writer'`.execute(db)
}

function recordOf({ rewritten: _, ...home }: Home) {
  return sql<string>`${JSON.stringify(home)}::jsonb || jsonb_build_object('writer', ${writing})`
}

/** Makes sure that a restored platform is taken for a copy, also where it stands in the very database that the original was in. */
export async function markAsCopy(db: Db): Promise<void> {
  const home = await recordedHome(db)
  await replaceHome(db, { gatewayUrl: null, ...home, database: { system: 'restored', oid: 0 } })
}

const HIDDEN = new Set(['42501', '0A000'])

/** What tells this database from a copy. Some hosted servers keep their system identifier to themselves. */
export async function databaseIdentity(db: Db): Promise<DatabaseIdentity> {
  const { rows } = await sql<{ oid: number; restored: string | null }>`
    select oid::int8 as oid, current_setting('mkt.restored', true) as restored
    from pg_database where datname = current_database()`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('The database does not name itself.')
  const system = await systemIdentifier(db)
  // A server that was put back to a moment has everything from the original but this mark.
  const isOriginal = system === null || found.restored === null || found.restored === ''
  return { system: isOriginal ? system : `${system}/${found.restored}`, oid: found.oid }
}

async function systemIdentifier(db: Db): Promise<string | null> {
  try {
    const { rows } = await sql<{ system: string }>`
      select system_identifier::text as system from pg_control_system()`.execute(db)
    return rows[0]?.system ?? null
  } catch (error) {
    if (HIDDEN.has((error as { code?: string }).code ?? '')) return null
    throw error
  }
}

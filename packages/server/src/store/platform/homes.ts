import { sql } from 'kysely'
import type { DatabaseIdentity, Home } from '../../domain/platform/home.ts'
import type { Db } from '../database/database.ts'

const NAME = 'home'

/** The home that was recorded, or undefined before the first start. */
export async function recordedHome(db: Db): Promise<Home | undefined> {
  const row = await db.selectFrom('platform_fact').select('value').where('name', '=', NAME).executeTakeFirst()
  return row?.value as Home | undefined
}

/** Records the home of a platform that has none; one that another process recorded stays. */
export async function insertHome(db: Db, home: Home): Promise<void> {
  await db
    .insertInto('platform_fact')
    .values({ name: NAME, value: JSON.stringify(home) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function replaceHome(db: Db, home: Home): Promise<void> {
  const value = JSON.stringify(home)
  await db
    .insertInto('platform_fact')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updated_at: sql`now()` }))
    .execute()
}

/** Makes sure that a restored platform is taken for a copy, also where it stands in the very database that the original was in. */
export async function markAsCopy(db: Db): Promise<void> {
  const home = await recordedHome(db)
  await replaceHome(db, { gatewayUrl: null, ...home, database: { system: 'restored', oid: 0 } })
}

/** What tells this database from a copy. Some hosted servers keep their system identifier to themselves. */
export async function databaseIdentity(db: Db): Promise<DatabaseIdentity> {
  const { rows } = await sql<{ oid: number; readable: boolean; restored: string | null }>`
    select oid::int8 as oid, has_function_privilege('pg_control_system()', 'execute') as readable,
      current_setting('mkt.restored', true) as restored
    from pg_database where datname = current_database()`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('The database does not name itself.')
  if (!found.readable) return { system: null, oid: found.oid }
  const shown = await sql<{ system: string }>`
    select system_identifier::text as system from pg_control_system()`.execute(db)
  const system = shown.rows[0]?.system ?? null
  // A server that was put back to a moment has everything from the original but this mark.
  const isOriginal = system === null || found.restored === null || found.restored === ''
  return { system: isOriginal ? system : `${system}/${found.restored}`, oid: found.oid }
}

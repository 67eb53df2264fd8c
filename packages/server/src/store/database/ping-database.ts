import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Fails unless the database answers. */
export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}

import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

const NAME = 'blobs'

/** The place that new blobs are written to, where an operator moved them; undefined where none was ever moved. */
export async function writtenPlace(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('platform_fact').select('value').where('name', '=', NAME).executeTakeFirst()
  return (row?.value as { written: string } | undefined)?.written
}

export async function setWrittenPlace(db: Db, written: string): Promise<void> {
  const value = JSON.stringify({ written })
  await db
    .insertInto('platform_fact')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updated_at: sql`now()` }))
    .execute()
}

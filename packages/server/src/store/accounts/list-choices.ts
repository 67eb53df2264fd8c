import type { ListChoice } from '@mkt/contract/api'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** Keeps the choice for one list, of at most so many lists. False where there are that many others. */
export async function keepListChoice(
  db: Db,
  row: { personId: string; list: string; choice: ListChoice },
  most: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into list_choice (person_id, list, choice)
    select ${row.personId}, ${row.list}, ${JSON.stringify(row.choice)}::jsonb
    where (select count(*) from list_choice where person_id = ${row.personId} and list <> ${row.list}) < ${most}
    on conflict (person_id, list) do update set choice = excluded.choice`.execute(db)
  return numAffectedRows === 1n
}

/** A list that is shown as usual needs no row. */
export async function deleteListChoice(db: Db, personId: string, list: string): Promise<void> {
  await db.deleteFrom('list_choice').where('person_id', '=', personId).where('list', '=', list).execute()
}

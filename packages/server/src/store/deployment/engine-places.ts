import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** An engine that ever ran applications of this platform, and how it was found. */
export interface EnginePlace {
  engine: 'sandbox' | 'docker' | 'kubernetes'
  dockerHost: string | null
}

const NAME = 'engine places'

/** Writes down where applications may be found when they are all to be removed one day. */
export async function addEnginePlace(db: Db, place: EnginePlace, now: Date): Promise<void> {
  const value = JSON.stringify([place])
  await sql`
    insert into platform_fact (name, value, updated_at) values (${NAME}, ${value}::jsonb, ${now})
    on conflict (name) do update set value = platform_fact.value || excluded.value, updated_at = excluded.updated_at
    where not platform_fact.value @> excluded.value`.execute(db)
}

export async function enginePlaces(db: Db): Promise<EnginePlace[]> {
  const row = await db.selectFrom('platform_fact').select('value').where('name', '=', NAME).executeTakeFirst()
  return (row?.value as EnginePlace[] | undefined) ?? []
}

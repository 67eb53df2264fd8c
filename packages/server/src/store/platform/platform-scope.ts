import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** A short random name of this platform, made once: what is ours where several platforms share a daemon or a cluster. */
export async function platformScope(db: Db, fresh: string): Promise<string> {
  const { rows } = await sql<{ scope: string }>`
    with made as (
      insert into platform_fact (name, value) values ('scope', to_jsonb(${fresh}::text)) on conflict (name) do nothing
      returning value
    )
    select value #>> '{}' as scope from made union all select value #>> '{}' from platform_fact where name = 'scope'
    limit 1`.execute(db)
  return rows[0]?.scope ?? fresh
}

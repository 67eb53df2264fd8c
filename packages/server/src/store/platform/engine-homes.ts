import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

const NAME = 'engine home'

export interface EngineHome {
  /** What tells the place in which applications run from every other one. */
  home: string
  /** The machine, for people. */
  host: string
}

export interface HeldHome extends EngineHome {
  /** When it is free, unless a worker gives a sign of life. */
  until: string
}

/** Takes or keeps the right to run applications in this place; false while workers of another place hold it. Times are the database's. */
export async function holdEngineHome(db: Db, { home, host }: EngineHome, forMs: number): Promise<boolean> {
  const until = sql`to_jsonb(now() + ${forMs} * interval '1 millisecond')`
  const { rows } = await sql`
    insert into platform_fact (name, value)
      values (${NAME}, jsonb_build_object('home', ${home}::text, 'host', ${host}::text, 'until', ${until}))
    on conflict (name) do update set value = excluded.value, updated_at = now()
      where platform_fact.value ->> 'home' = ${home} or (platform_fact.value ->> 'until')::timestamptz < now()
    returning name`.execute(db)
  return rows.length > 0
}

export async function engineHome(db: Db): Promise<HeldHome | undefined> {
  const row = await db.selectFrom('platform_fact').select('value').where('name', '=', NAME).executeTakeFirst()
  return row?.value as HeldHome | undefined
}

/** Lets the next worker say where applications run. */
export async function forgetEngineHome(db: Db): Promise<void> {
  await db.deleteFrom('platform_fact').where('name', '=', NAME).execute()
}

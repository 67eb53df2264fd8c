import { sql } from 'kysely'
import type { Trx } from '../database/transaction.ts'
import { nextGeneration } from './deployments.ts'

const NAME = 'application ground'

/** Writes down where instances find the platform. True when they were told something else before. */
export async function replaceGround(trx: Trx, ground: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ former: string | null }>`
    with former as (select value #>> '{}' as value from platform_fact where name = ${NAME}),
    written as (
      insert into platform_fact (name, value, updated_at) values (${NAME}, to_jsonb(${ground}::text), ${now})
      on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at
    )
    select (select value from former) as former`.execute(trx)
  const former = rows[0]?.former ?? null
  return former !== null && former !== ground
}

/** Has every deployment that runs, or every one of a listing, replace its instances beside the running ones. Returns them. */
export async function renewDeployments(trx: Trx, now: Date, listingId?: string): Promise<string[]> {
  let update = trx.updateTable('deployment').set(nextGeneration(now)).where('state', 'not in', ['STOPPED', 'FAILED'])
  if (listingId !== undefined) update = update.where('listing_id', '=', listingId)
  const rows = await update.returning('id').execute()
  return rows.map(({ id }) => id)
}

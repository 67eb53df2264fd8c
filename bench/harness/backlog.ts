import type pg from 'pg'

/** This number of waiting events over these routes, without bodies. Indexes are made after the rows: a million is there in seconds. */
export async function fillBacklog(pool: pg.Pool, count: number, installationIds: readonly string[]): Promise<void> {
  await pool.query('truncate event cascade')
  const indexes = await pool.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
     where indrelid = 'event'::regclass and not indisprimary`,
  )
  for (const { name } of indexes.rows) await pool.query(`drop index ${name}`)
  await pool.query(
    `insert into event (id, installation_id, organization_id, listing_id, path, body, size, received_at, state, due_at)
     select 'evt_' || lpad(n::text, 26, '0'), ($2::text[])[1 + n % cardinality($2)], 'org_bench', 'l', '/hooks', null, 0, now(), 'WAITING', now() - interval '1 minute'
     from generate_series(1, $1::int) as n`,
    [count, installationIds],
  )
  for (const { made } of indexes.rows) await pool.query(made)
  await pool.query('vacuum analyze event')
}

import type pg from 'pg'

/**
 * Takes these routes for a holder, or moves the holder's leases forward; gives those it holds now. Another holder's lease is
 * left alone until it ends.
 */
export async function takeRoutes(
  pool: pg.Pool,
  installationIds: readonly string[],
  holder: string,
  leaseMs: number,
): Promise<Set<string>> {
  const result = await pool.query<{ id: string }>({
    name: 'take_routes',
    text: `insert into delivery_lease (installation_id, lease_holder, lease_until)
      select id, $2, now() + $3 * interval '1 millisecond' from unnest($1::text[]) as given (id) order by id
      on conflict (installation_id) do update set lease_holder = excluded.lease_holder, lease_until = excluded.lease_until
      where delivery_lease.lease_holder = excluded.lease_holder or delivery_lease.lease_until <= now()
      returning installation_id as id`,
    values: [installationIds, holder, leaseMs],
  })
  return new Set(result.rows.map((row) => row.id))
}

/**
 * Gives routes back, so that nobody waits for their leases to end. Rows are locked in the order in which others ask for them: two who
 * take and give the same routes would wait for each other otherwise.
 */
export async function giveRoutesBack(pool: pg.Pool, installationIds: readonly string[], holder: string): Promise<void> {
  await pool.query({
    name: 'give_routes_back',
    text: `with given as materialized (
        select installation_id from delivery_lease where installation_id = any($1) and lease_holder = $2
        order by installation_id for update
      )
      delete from delivery_lease using given where delivery_lease.installation_id = given.installation_id`,
    values: [installationIds, holder],
  })
}

/** Leases of workers that died, on routes that nobody took since. */
export async function forgetEndedLeases(pool: pg.Pool): Promise<void> {
  await pool.query(`delete from delivery_lease where installation_id in (
    select installation_id from delivery_lease where lease_until < now() - interval '1 hour' for update skip locked)`)
}

/** Wakes the worker that holds these routes, wherever it runs. */
export async function tellHolders(pool: pg.Pool, installationIds: readonly string[]): Promise<void> {
  await pool.query({
    name: 'tell_holders',
    text: `select pg_notify('mkt_change', '0 event ' || id) from unnest($1::text[]) as given (id)`,
    values: [installationIds],
  })
}

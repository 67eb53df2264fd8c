import { expect, inject, it } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import { cloneTemplate } from '../../testing/database/database.ts'
import { atEnd } from '../../testing/run/at-end.ts'
import { migrate, readMigrations } from './migrate.ts'

/** The migration that adds the columns. */
const FIRST = 228

it('rows from before get the organization of their event or installation, and keep what they have', async () => {
  const { database, drop } = await cloneTemplate({ ...inject('cluster'), template: 'template0' })
  atEnd(drop)
  const { address, pool } = database
  await migrate(
    address,
    silentLog,
    readMigrations().filter(({ number }) => number < FIRST),
  )
  const client = await pool.connect()
  // Only what the rows are counted by matters here, not what an installation belongs to.
  await client.query('set session_replication_role = replica')
  await client.query(`insert into installation (id, organization_id, listing_id, tenant_id, release_id, state, route_id, test)
      values ('ins_1', 'org_1', 'lst', 'ten', 'rel', 'RUNNING', 'r1', false);
    insert into event (id, installation_id, organization_id, listing_id, path, size, received_at, state, due_at)
      values ('evt_1', 'ins_1', 'org_1', 'lst', '/', 0, now(), 'DEAD', now());
    insert into attempt (id, event_id, number, at, duration_ms) values ('att_1', 'evt_1', 1, now(), 1);
    insert into account_erasure (event_id, installation_id, due_at) values ('evt_1', 'ins_1', now());
    insert into field_use (installation_id, day, release_id, name, sent, changed) values ('ins_1', now(), 'rel', 'vin', 1, 0);
    insert into ledger (installation_id, release_id, hour, reads, first_at, last_at) values ('ins_1', 'rel', now(), 3, now(), now());
    insert into traffic (installation_id, slot, kind, requests, failed, classes) values
      ('ins_1', now(), 'call', 1, 0, '{}'), ('ins_gone', now(), 'call', 1, 0, '{}');
    insert into traffic_minute (installation_id, slot, kind, requests, failed, classes) values ('ins_1', now(), 'call', 1, 0, '{}')`)
  client.release(true)
  expect(await migrate(address, silentLog)).toBeGreaterThan(0)
  for (const table of ['attempt', 'account_erasure', 'field_use', 'ledger', 'traffic', 'traffic_minute']) {
    const { rows } = await pool.query(`select organization_id as id from ${table} order by 1 desc`)
    expect({ table, rows }).toEqual({ table, rows: [{ id: 'org_1' }, ...(table === 'traffic' ? [{ id: '' }] : [])] })
  }
})

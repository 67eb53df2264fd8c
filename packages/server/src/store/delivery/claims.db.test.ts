import { expect, it } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { routesWithDue } from './claims.ts'

const { pool } = await testDatabase()

it('a scan looks at so many routes and no more, and the next one goes on behind them', async () => {
  const client = await pool.connect()
  // Only routes and times matter here, not what they belong to.
  await client.query('set session_replication_role = replica')
  await client.query(`insert into event (id, installation_id, organization_id, listing_id, path, size, received_at, due_at, state)
    select 'evt_' || route || '_' || n, 'ins_' || route, 'org', 'lst', '/p', 1, now(),
      now() + case when route % 2 = 0 and n = 2 then interval '-1 second' else interval '1 hour' end, 'WAITING'
    from generate_series(1, 5) as route, generate_series(1, 3) as n`)
  client.release(true)
  expect(await routesWithDue(pool, '', 3)).toEqual({ due: ['ins_2'], last: 'ins_3' })
  expect(await routesWithDue(pool, 'ins_3', 3)).toEqual({ due: ['ins_4'], last: null })
  expect(await routesWithDue(pool, '', 100)).toEqual({ due: ['ins_2', 'ins_4'], last: null })
  expect(await routesWithDue(pool, 'ins_5', 3)).toEqual({ due: [], last: null })
})

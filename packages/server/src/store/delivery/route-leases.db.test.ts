import { expect, it } from 'vitest'
import { testDatabase } from '../../testing/database/database.ts'
import { eventually } from '../../testing/run/eventually.ts'
import { forgetEndedLeases, giveRoutesBack, takeRoutes } from './route-leases.ts'

const { pool } = await testDatabase()
const held = async () =>
  (await pool.query<{ id: string }>('select installation_id as id from delivery_lease order by 1')).rows.map(
    ({ id }) => id,
  )

it('routes are given back in the order in which others ask for them, so that nobody waits in a circle', async () => {
  // They lie in the table the other way round.
  for (const id of ['ins_c', 'ins_b', 'ins_a']) await takeRoutes(pool, [id], 'wrk_1', 60_000)
  const other = await pool.connect()
  await other.query('begin')
  await other.query("select 1 from delivery_lease where installation_id = 'ins_a' for update")
  const given = giveRoutesBack(pool, ['ins_c', 'ins_b', 'ins_a'], 'wrk_1')
  await eventually(async () => {
    const { rowCount } = await pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    expect(rowCount).toBe(1)
  })
  const next = await other.query("select 1 from delivery_lease where installation_id = 'ins_c' for update nowait")
  expect(next.rowCount).toBe(1)
  await other.query('commit')
  other.release()
  await given
  expect(await held()).toEqual([])
})

it('only the own routes are given back, and only old leases forgotten', async () => {
  await takeRoutes(pool, ['ins_a'], 'wrk_1', 60_000)
  await takeRoutes(pool, ['ins_b'], 'wrk_2', 60_000)
  await takeRoutes(pool, ['ins_c'], 'wrk_2', -7_200_000)
  await giveRoutesBack(pool, ['ins_a', 'ins_b'], 'wrk_1')
  expect(await held()).toEqual(['ins_b', 'ins_c'])
  await forgetEndedLeases(pool)
  expect(await held()).toEqual(['ins_b'])
})

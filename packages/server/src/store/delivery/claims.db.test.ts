import { expect, it } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import { testDatabase } from '../../testing/database/database.ts'
import { atEnd } from '../../testing/run/at-end.ts'
import { eventually } from '../../testing/run/eventually.ts'
import { relaxedPool } from '../database/pool.ts'
import { buryWaiting, claimDeliveries, parkDelivery, routesWithDue } from './claims.ts'
import { takeRoutes } from './route-leases.ts'

const { pool } = await testDatabase()

/** Resolves when somebody waits for a lock. */
const somebodyWaits = () =>
  eventually(async () => {
    const waiting = await pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    expect(waiting.rowCount).toBe(1)
  })

it('a scan looks at no more routes than its limit, the next one goes on behind them, and what others hold is passed over', async () => {
  const client = await pool.connect()
  // Only routes and times matter here, not what they belong to.
  await client.query('set session_replication_role = replica')
  await client.query(`insert into event (id, installation_id, organization_id, listing_id, path, size, received_at, due_at, state)
    select 'evt_' || route || '_' || n, 'ins_' || route, 'org', 'lst', '/p', 1, now(),
      now() + case when route % 2 = 0 and n = 2 then interval '-1 second' else interval '1 hour' end, 'WAITING'
    from generate_series(1, 5) as route, generate_series(1, 3) as n`)
  client.release(true)
  expect(await routesWithDue(pool, 'wrk_1', '', 3)).toEqual({
    due: ['ins_2'],
    waiting: ['ins_1', 'ins_2', 'ins_3'],
    last: 'ins_3',
  })
  expect(await routesWithDue(pool, 'wrk_1', 'ins_3', 3)).toMatchObject({ due: ['ins_4'], last: null })
  expect(await routesWithDue(pool, 'wrk_1', '', 100)).toMatchObject({ due: ['ins_2', 'ins_4'], last: null })
  expect(await routesWithDue(pool, 'wrk_1', 'ins_5', 3)).toEqual({ due: [], waiting: [], last: null })
  await takeRoutes(pool, ['ins_2'], 'wrk_1', 60_000)
  await takeRoutes(pool, ['ins_4'], 'wrk_2', 60_000)
  expect(await routesWithDue(pool, 'wrk_1', '', 100)).toMatchObject({ due: ['ins_2'], last: null })
  await takeRoutes(pool, ['ins_4'], 'wrk_2', -1)
  expect(await routesWithDue(pool, 'wrk_1', '', 100)).toMatchObject({ due: ['ins_2', 'ins_4'], last: null })
  // Behind the limit, too, and also where nothing is due: the worker that died may have held it.
  await takeRoutes(pool, ['ins_5'], 'wrk_2', -1)
  const ended = await routesWithDue(pool, 'wrk_1', '', 1)
  expect({ ...ended, due: ended.due.sort() }).toMatchObject({
    due: ['ins_4', 'ins_5'],
    waiting: ['ins_1'],
    last: 'ins_1',
  })
})

it('a claim names the routes that have more due than they were asked for, without counting what is on its way', async () => {
  await pool.query(`insert into event (id, installation_id, organization_id, listing_id, path, size, received_at, due_at, state)
    select 'evt_of_' || route || '_' || n, 'ins_with_' || route, 'org', 'lst', '/p', 1, now(), now() + n * interval '1 second' - interval '1 hour', 'WAITING'
    from generate_series(1, 3) as route, generate_series(1, route) as n`)
  const rooms = [1, 2, 3].map((route) => ({ installationId: `ins_with_${route}`, room: 2 }))
  const { deliveries, more } = await claimDeliveries(pool, rooms, [])
  expect(deliveries.map(({ id }) => id)).toEqual(['1_1', '2_1', '2_2', '3_1', '3_2'].map((id) => `evt_of_${id}`))
  expect([...more]).toEqual(['ins_with_3'])
  expect([...(await claimDeliveries(pool, rooms, ['evt_of_3_1'])).more]).toEqual([])
})

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

function eventsReadBy(node: PlanNode | undefined): number {
  if (node === undefined) return 0
  const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
  const own = node['Relation Name'] === 'event' ? rows * node['Actual Loops'] : 0
  return own + (node.Plans ?? []).reduce((sum, child) => sum + eventsReadBy(child), 0)
}

it('a scan of six thousand routes with something due reads no more than its limit says, whatever the server knows of the table', async () => {
  const ROUTES = 6_000
  const LIMIT = 500
  const client = await pool.connect()
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into event (id, installation_id, organization_id, listing_id, path, size, received_at, due_at, state)
    select 'evt_many_' || route || '_' || n, 'ins_many_' || route, 'org', 'lst', '/p', 1, now(), now(), 'WAITING'
    from generate_series(1, $1::int) as route, generate_series(1, 5) as n`,
    [ROUTES],
  )
  client.release(true)
  const eventsRead = async () => {
    const own = await pool.connect()
    await routesWithDue(own as never, 'wrk_1', 'ins_many', LIMIT)
    const { rows } = await own.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) execute routes_with_due('ins_many', ${LIMIT}, 'wrk_1')`,
    )
    own.release()
    return eventsReadBy(rows[0]?.['QUERY PLAN'][0].Plan)
  }
  const unknown = await eventsRead()
  await pool.query('analyze event')
  expect([unknown, await eventsRead()]).toEqual([LIMIT, LIMIT])
  await pool.query("delete from event where installation_id like 'ins_many%'")
})

it('a claim is planned once for a connection, and walks along the index of what waits without sorting it', async () => {
  const relaxed = relaxedPool(pool, silentLog)
  atEnd(() => relaxed.end())
  const client = await relaxed.connect()
  for (let times = 0; times < 7; times += 1)
    await claimDeliveries(client, [{ installationId: 'ins_none', room: times }], [])
  const { rows: used } = await client.query(
    "select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements where name = 'claim_deliveries'",
  )
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    "explain execute claim_deliveries(array['ins_1'], array[9], array['evt_1'])",
  )
  client.release()
  expect(used).toEqual([{ custom: 0, generic: 7 }])
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('Index Scan using event_due on event')
  expect(plan).not.toContain('Sort')
})

it('the server compiles no statement on these connections, though it does so with others', async () => {
  const { rows } = await pool.query<{ name: string }>('select quote_ident(current_database()) as name')
  await pool.query(`alter database ${rows[0]?.name} set jit = on`)
  const relaxed = relaxedPool(pool, silentLog)
  atEnd(() => relaxed.end())
  expect((await relaxed.query('show jit')).rows).toEqual([{ jit: 'off' }])
})

async function waitingOn(path: string) {
  const installationId = 'ins_parked'
  await pool.query('delete from event where installation_id = $1', [installationId])
  await pool.query(
    `insert into event (id, installation_id, organization_id, listing_id, path, size, received_at, due_at, state)
     values ('evt_parked', $1, 'org', 'lst', $2, 1, now(), now(), 'WAITING')`,
    [installationId, path],
  )
  await pool.query(
    `insert into route_health (installation_id, gone_paths) values ($1, '{"/gone": {}}')
     on conflict (installation_id) do update set gone_paths = excluded.gone_paths`,
    [installationId],
  )
  const [claimed] = (await claimDeliveries(pool, [{ installationId, room: 1 }], [])).deliveries
  if (claimed === undefined) throw new Error('Nothing was due.')
  const isDue = async () => (await claimDeliveries(pool, [{ installationId, room: 1 }], [])).deliveries.length === 1
  return { claimed, isDue, installationId }
}

it('a delivery is parked only while its path is paused', async () => {
  const gone = await waitingOn('/gone')
  expect(await parkDelivery(pool, gone.claimed)).toBe(true)
  expect(await gone.isDue()).toBe(false)
  const open = await waitingOn('/open')
  expect(await parkDelivery(pool, open.claimed)).toBe(false)
  expect(await open.isDue()).toBe(true)
})

it('a delivery is not parked by a worker that has not heard yet that the pause ended', async () => {
  const { claimed, isDue, installationId } = await waitingOn('/gone')
  const resuming = await pool.connect()
  await resuming.query('begin')
  await resuming.query("update route_health set gone_paths = '{}' where installation_id = $1", [installationId])
  const parked = parkDelivery(pool, claimed)
  await somebodyWaits()
  await resuming.query('commit')
  resuming.release()
  expect(await parked).toBe(false)
  expect(await isDue()).toBe(true)
})

it('a delivery that is settled while its installation is uninstalled stays delivered', async () => {
  const { installationId } = await waitingOn('/open')
  const settling = await pool.connect()
  await settling.query('begin')
  await settling.query("update event set state = 'DELIVERED' where installation_id = $1", [installationId])
  const buried = buryWaiting(pool, installationId)
  await somebodyWaits()
  await settling.query('commit')
  settling.release()
  expect(await buried).toBe(0)
  const { rows } = await pool.query('select state, reason from event where installation_id = $1', [installationId])
  expect(rows).toEqual([{ state: 'DELIVERED', reason: null }])
})

import { startTestCluster } from './cluster.ts'
import { cloneTemplate } from './database.ts'
const { cluster, stop } = await startTestCluster()
const { database, drop } = await cloneTemplate(cluster)
const { pool } = database
const c = await pool.connect()
await c.query("set session_replication_role = replica; set statement_timeout = 0")
const cols = (await c.query("select column_name, data_type, is_nullable, column_default from information_schema.columns where table_name='event' order by ordinal_position")).rows
console.log(cols.map((x: any) => `${x.column_name}:${x.data_type}:${x.is_nullable}:${x.column_default}`).join('\n'))
await c.query(`insert into event (id, installation_id, organization_id, listing_id, path, query, size, received_at, due_at, state, body)
 select 'evt_' || r || '_' || n, 'ins_' || lpad(r::text, 8, '0'), 'org', 'lst', '/p', '', 10, now(), now() + (case when r % 50 = 0 then '-1 second' else '1 hour' end)::interval + n * interval '1 second', 'WAITING', decode(repeat('ab', 300), 'hex')
 from generate_series(1, 6000) r, generate_series(1, 20) n`)
await c.query('vacuum analyze event')
const old = `with recursive route as (
        (select installation_id as id from event where state = 'WAITING' order by installation_id limit 1)
        union all
        select (select installation_id from event where state = 'WAITING' and installation_id > route.id order by installation_id limit 1)
        from route where route.id is not null
      )
      select id from route where id is not null
        and exists (select 1 from event where installation_id = route.id and state = 'WAITING' and due_at <= now())`
const fresh = (after: string, limit: number) => `with recursive route as (
        (select installation_id as id, due_at, 1 as place from event
          where state = 'WAITING' and installation_id > '${after}' order by installation_id, due_at limit 1)
        union all
        select next.installation_id, next.due_at, route.place + 1 from route
        cross join lateral (
          select installation_id, due_at from event where state = 'WAITING' and installation_id > route.id
          order by installation_id, due_at limit 1
        ) as next
        where route.place < ${limit}
      )
      select id, due_at <= now() as due from route`
for (const [name, sql] of [['old', old], ['new all', fresh('', 100000)], ['new 500', fresh('', 500)], ['new 500 later', fresh('ins_00003000', 500)]] as const) {
  const times: number[] = []
  let rows: any[] = []
  for (let i = 0; i < 5; i++) rows = (await c.query(`explain (analyze, buffers, format json) ${sql}`)).rows, times.push(rows[0]['QUERY PLAN'][0]['Execution Time'])
  const plan = rows[0]['QUERY PLAN'][0]
  console.log(name, times.map((t) => t.toFixed(1)).join(' '), 'buffers', plan.Plan['Shared Hit Blocks'])
  if (name === 'new 500') console.log(JSON.stringify(plan.Plan).match(/"Index Name":"[^"]+"/g))
}
c.release(true)
await drop(); await stop()

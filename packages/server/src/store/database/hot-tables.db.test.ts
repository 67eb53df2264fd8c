import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../testing/database/database.ts'
import { bigTables, boundedTables, cellTables, hotTables } from './hot-tables.ts'

const { pool } = await testDatabase()
/** Columns by which a row belongs to a request, or to what requests go to. */
const OF_REQUESTS = ['installation_id', 'event_id', 'call_id', 'trace_id', 'deployment_id']

describe('the organization by which cells are divided', () => {
  it('is in the primary key of every table that grows with the traffic of customers', async () => {
    const { rows } = await pool.query<{ name: string; key: string[] }>(
      `select relname as name, array(
          select attname::text from unnest(indkey) with ordinality as part (number, place)
          join pg_attribute on attrelid = indrelid and attnum = part.number order by place) as key
        from pg_index join pg_class on pg_class.oid = indrelid
        where indisprimary and relname = any($1) order by relname`,
      [Object.keys(hotTables)],
    )
    expect(Object.fromEntries(rows.map(({ name, key }) => [name, key]))).toEqual(hotTables)
    for (const { name, key } of rows)
      expect({ name, key }).toMatchObject({ key: expect.arrayContaining(['organization_id']) })
  })

  it('is thought of for each table that names a request or where requests go, and for each that is divided into parts', async () => {
    const { rows } = await pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and not relispartition
        and (relkind = 'p' or relkind = 'r' and exists (
          select from pg_attribute where attrelid = pg_class.oid and not attisdropped and attname = any($1)))`,
      [OF_REQUESTS],
    )
    const listed = [hotTables, cellTables, boundedTables].flatMap((tables) => Object.keys(tables))
    expect(rows.map(({ name }) => name).filter((name) => !listed.includes(name))).toEqual([])
    expect(new Set(listed).size).toBe(listed.length)
  })

  it('lists no table that is not there', async () => {
    const { rows } = await pool.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    )
    const there = new Set(rows.map(({ name }) => name))
    expect([...bigTables, ...Object.keys(boundedTables)].filter((name) => !there.has(name))).toEqual([])
  })
})

it('a table that grows has no hash index: the more often a value is there, the longer it takes to insert it', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indexrelid
      join pg_am on pg_am.oid = relam where amname = 'hash' and indrelid::regclass::text = any($1)`,
    [[...bigTables]],
  )
  expect(rows).toEqual([])
})

describe('a row of the former release, which names no organization', () => {
  const now = new Date('2026-03-01T10:00:00Z')

  it('gets that of its event', async () => {
    await pool.query(
      `insert into event (id, installation_id, organization_id, listing_id, path, size, received_at, state, due_at)
        values ('evt_1', 'ins_1', 'org_1', 'lst_1', '/', 0, $1, 'DEAD', $1)`,
      [now],
    )
    await pool.query(
      "insert into attempt (id, event_id, number, at, duration_ms) values ('att_1', 'evt_1', 1, $1, 1)",
      [now],
    )
    const { rows } = await pool.query('select organization_id from attempt')
    expect(rows).toEqual([{ organization_id: 'org_1' }])
    await pool.query("delete from event where id = 'evt_1'")
    expect((await pool.query('select from attempt')).rowCount).toBe(0)
  })

  it.each([
    ['account_erasure', 'event_id, due_at', "'evt_1', now()"],
    ['field_use', 'day, release_id, name, sent, changed', "now(), 'rel_1', 'vin', 1, 0"],
    ['traffic', 'slot, kind, requests, failed, classes', "now(), 'call', 1, 0, '{}'"],
    ['traffic_minute', 'slot, kind, requests, failed, classes', "now(), 'call', 1, 0, '{}'"],
  ])('gets that of its installation in %s', async (table, columns, values) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      // A table of this transaction alone stands in for the installations.
      await client.query(
        "create temporary table installation on commit drop as select 'ins_1' as id, 'org_1' as organization_id",
      )
      const { rows } = await client.query(
        `insert into ${table} (installation_id, ${columns}) values ('ins_1', ${values}) returning organization_id`,
      )
      expect(rows).toEqual([{ organization_id: 'org_1' }])
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

import pg from 'pg'
import { expect, it } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import { createDatabase } from '../../store/database/database.ts'
import { databaseIdentity as historyOf } from '../../store/database/database-identity.ts'
import { createPool } from '../../store/database/pool.ts'
import { databaseIdentity, insertHome } from '../../store/platform/homes.ts'
import { testDatabase } from '../../testing/database/database.ts'
import { atEnd } from '../../testing/run/at-end.ts'
import { openQuarantine } from './quarantine.ts'

// A server as some hosting companies run it: the platform's user may not ask for the system identifier.

const { address: owner, pool } = await testDatabase()
const role = `hidden_${owner.database}`
await pool.query('revoke execute on function pg_control_system() from public')
await pool.query(`create role ${role} login`)
await pool.query(`grant all on all tables in schema public to ${role}`)
const address = { ...owner, user: role }
const hidden = createPool(address, { name: 'mkt hidden', max: 2 }, silentLog)
atEnd(async () => {
  await hidden.end()
  await pool.query(`drop owned by ${role}; drop role ${role}`)
})
const db = createDatabase(hidden)
const gatewayUrl = 'https://gateway.example.com'

async function differences() {
  const quarantine = await openQuarantine({ db, log: silentLog }, { gatewayUrl, laptop: false })
  await quarantine.close()
  return quarantine.report?.differences ?? []
}
/** Effect of restoring a dump on a row. */
const restore = () =>
  pool.query(
    `create temporary table dumped as select * from platform_fact where name = 'home';
     delete from platform_fact where name = 'home';
     insert into platform_fact select * from dumped; drop table dumped`,
  )

it('a dump that was restored is a copy, although the server hides its identity and number and address are the same', async () => {
  expect(await databaseIdentity(db)).toMatchObject({ system: null })
  expect(await differences()).toEqual([])
  await pool.query('vacuum (full, freeze) platform_fact')
  expect(await differences()).toEqual([])
  await restore()
  expect(await differences()).toEqual(['database'])
})

it('a home that a former release recorded is told from a restored one from the next start on', async () => {
  await pool.query("delete from platform_fact where name = 'home'")
  await insertHome(db, { database: await databaseIdentity(db), gatewayUrl })
  await pool.query("update platform_fact set value = value - 'writer' where name = 'home'")
  expect(await differences()).toEqual([])
  await restore()
  expect(await differences()).toEqual(['database'])
})

it('the change feed tells a server that hides its identity by its run', async () => {
  const [one, other] = [new pg.Client(address), new pg.Client(address)]
  for (const client of [one, other]) await client.connect()
  const identity = await historyOf(one)
  expect(identity).toMatch(/^since \d{4}-/)
  expect(await historyOf(other)).toBe(identity)
  for (const client of [one, other]) await client.end()
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@mkt/engines'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLog } from '../packages/server/src/lib/log.ts'
import { type ChangeFeed, createChangeFeed } from '../packages/server/src/store/database/change-feed.ts'
import { publishChanges } from '../packages/server/src/store/database/changes.ts'
import { createDatabase, type Db } from '../packages/server/src/store/database/database.ts'
import { createPool } from '../packages/server/src/store/database/pool.ts'
import { transaction } from '../packages/server/src/store/database/transaction.ts'
import { type PostgresNode, postgresNode } from './testing/postgres-node.ts'
import { startServer } from './testing/production.ts'

// A primary and a standby. What the platform holds — pool, change feed, a whole process — goes on after each failover, untouched.

const [one, two] = [postgresNode(), postgresNode()]
const closing: (() => Promise<unknown>)[] = [() => one.remove(), () => two.remove()]
const heard = { seen: [] as string[], resets: 0 }
let db: Db
let feed: ChangeFeed
let server: Awaited<ReturnType<typeof startServer>>
let api: string

beforeAll(async () => {
  one.init()
  await one.start()
  await ask(one, 'create database mkt', 'postgres')
  two.follow(one)
  await two.start()
  // The standby comes first, so that the first choice is wrong.
  const hosts = [two, one].map(({ socket }) => encodeURIComponent(socket)).join(',')
  const address = { connectionString: `postgresql://mkt@/mkt?host=${hosts}&target_session_attrs=read-write` }
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'mkt-failover-'))
  closing.push(async () => rmSync(folder, { recursive: true, force: true }))
  server = await startServer({
    NODE_ENV: 'production',
    DATABASE_URL: address.connectionString,
    MKT_DATA_DIR: folder,
    MKT_ROLES: 'api',
    MKT_API_PORT: `${port}`,
  })
  closing.push(() => server.stop())
  api = `http://127.0.0.1:${port}`
  const pool = createPool(address, { name: 'mkt failover', max: 4 }, silentLog)
  closing.push(() => pool.end())
  db = createDatabase(pool)
  feed = createChangeFeed(address, silentLog, { checkEveryMs: 500, checkLimitMs: 500 })
  closing.push(() => feed.close())
  await feed.ready()
  feed.subscribe('listing', {
    changed: (subject) => void heard.seen.push(subject),
    reset: () => {
      heard.resets += 1
    },
  })
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

const patient = { timeout: 60_000, interval: 100 }

async function ask(node: PostgresNode, sql: string, database = 'mkt'): Promise<unknown[]> {
  const client = new pg.Client({ host: node.socket, user: 'mkt', database })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const publish = (subject: string) => transaction(db, (trx) => publishChanges(trx, [{ topic: 'listing', subject }]))
const published = (subject: string) =>
  publish(subject).then(
    () => 'written',
    (error: Error) => error.message,
  )

async function allGoesOn(subject: string): Promise<void> {
  await expect.poll(() => published(subject), patient).toBe('written')
  await expect.poll(() => feed.connected, patient).toBe(true)
  await publish(`${subject}-heard`)
  await expect.poll(() => heard.seen, patient).toContain(`${subject}-heard`)
  await expect.poll(async () => (await fetch(`${api}/readyz`)).status, patient).toBe(200)
  expect(server.child.exitCode, server.output()).toBeNull()
}

it('of several hosts the one that takes writes is used', () => allGoesOn('first'))

it('after a failover to a standby that lagged behind, everything goes on, and memory is read again', async () => {
  // From here on the standby receives nothing more.
  await ask(two, "alter system set primary_conninfo = ''")
  await ask(two, 'select pg_reload_conf()')
  await expect.poll(() => ask(two, 'select 1 from pg_stat_wal_receiver'), patient).toEqual([])
  await publish('lost')
  await one.crash()
  await ask(two, 'select pg_promote(true, 60)')
  await allGoesOn('second')
  expect(heard.resets).toBeGreaterThan(0)
  expect(await ask(two, "select 1 from change where subject = 'lost'")).toEqual([])
})

it('the former primary comes back as a standby, and is used after the next failover', async () => {
  one.follow(two)
  await one.start()
  await allGoesOn('third')
  await expect.poll(() => ask(one, "select 1 from change where subject = 'third'"), patient).not.toEqual([])
  await two.crash()
  await ask(one, 'select pg_promote(true, 60)')
  await allGoesOn('fourth')
})

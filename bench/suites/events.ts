import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import PgBoss from 'pg-boss'
import { type EmbeddedPostgres, startEmbedded } from '../../packages/server/src/laptop/embedded/start-embedded.ts'
import { silentLog } from '../../packages/server/src/lib/log.ts'
import { createChangeFeed } from '../../packages/server/src/store/database/change-feed.ts'
import { createDatabase } from '../../packages/server/src/store/database/database.ts'
import { migrate } from '../../packages/server/src/store/database/migrate.ts'
import { createPool } from '../../packages/server/src/store/database/pool.ts'
import { claimDeliveries, releaseLeases, routesWithDue } from '../../packages/server/src/store/delivery/claims.ts'
import { startTestDeliveries } from '../../packages/server/src/testing/deliveries.ts'
import { testRoute, testRoutes } from '../../packages/server/src/testing/routes.ts'
import { contest } from '../harness/contest.ts'
import { rangeOf, shownRange } from '../harness/figures.ts'
import { event, eventBody, intakeOf, vaultOf } from '../harness/intake.ts'
import type { Suite } from '../harness/suite.ts'

const SECONDS = 2
/** Keeps so many calls in flight for the time and gives how many ended a second. */
async function perSecond(inFlight: number, one: () => Promise<unknown>): Promise<number> {
  const until = Date.now() + SECONDS * 1000
  let done = 0
  const lane = async () => {
    while (Date.now() < until) {
      await one()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
  return done / SECONDS
}

async function accepts(pool: pg.Pool, boss: PgBoss): Promise<void> {
  const vault = vaultOf(pool)
  const intake = intakeOf(pool, vault)
  const route = testRoute({ installationId: 'ins_accepts' })
  const single = () =>
    pool.query({
      name: 'single',
      text: `insert into event (id, installation_id, organization_id, listing_id, path, body, size, received_at, state, due_at)
        values ($1, 'ins_single', 'o', 'l', '/hooks', $2, 1, now(), 'WAITING', now())`,
      values: [`evt_${randomBytes(13).toString('hex')}`, eventBody],
    })
  const send = () => boss.send('accepts', { body: eventBody.toString() })
  await contest(
    'Durable accepts of 1 KB, 256 callers at once',
    { name: 'MKT intake, sealed, in batches', round: () => perSecond(256, () => intake.receive(route, event)) },
    [
      { name: 'single inserts, one connection', atLeast: 4, round: () => perSecond(1, single) },
      { name: 'single inserts, 16 connections', round: () => perSecond(16, single) },
      { name: 'pg-boss send, one connection', round: () => perSecond(1, send) },
      { name: 'pg-boss send, 16 connections', round: () => perSecond(16, send) },
    ],
  )
}

async function deliveries(pool: pg.Pool, boss: PgBoss, database: EmbeddedPostgres): Promise<void> {
  const count = 3_000
  const app = createServer((incoming, response) => incoming.resume().on('end', () => response.end()))
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
  const { port } = app.address() as AddressInfo
  const db = createDatabase(pool)
  const vault = vaultOf(pool)
  const changes = createChangeFeed(database.poolConfig, silentLog)
  await changes.ready()

  const ours = async () => {
    await pool.query('truncate event cascade')
    const instances = [{ id: 'inst_1', deploymentId: 'dep_1', address: `http://127.0.0.1:${port}` }]
    const list = Array.from({ length: 20 }, () => testRoute({ instances, organizationId: 'org_bench' }))
    const intake = intakeOf(pool, vault)
    await Promise.all(
      Array.from({ length: count }, (_, index) => intake.receive(list[index % list.length] ?? testRoute(), event)),
    )
    const started = Date.now()
    const worker = startTestDeliveries({ pool, db }, testRoutes(list), vault, {
      changes,
      options: { leaseMs: 6_000, scanMs: 1_000 },
    })
    await until(pool, "select count(*)::int as count from event where state = 'WAITING'", 0)
    const rate = count / ((Date.now() - started) / 1000)
    await worker.stop()
    return rate
  }
  const theirs = async () => {
    const queue = `deliver${Date.now()}`
    await boss.createQueue(queue)
    const sealed = (await vault.seal('org_bench', 'bench', eventBody)).toString('base64')
    await boss.insert(Array.from({ length: count }, () => ({ name: queue, data: { sealed } })))
    const started = Date.now()
    let done = 0
    const finished = Promise.withResolvers<void>()
    const lanes = Array.from({ length: 32 }, async () => {
      for (;;) {
        const jobs = await boss.fetch<{ sealed: string }>(queue, { batchSize: 20 })
        if (jobs.length === 0) return
        await Promise.all(
          jobs.map(async ({ data }) =>
            post(port, await vault.open('org_bench', 'bench', Buffer.from(data.sealed, 'base64'))),
          ),
        )
        await boss.complete(
          queue,
          jobs.map((job) => job.id),
        )
        done += jobs.length
        if (done >= count) finished.resolve()
      }
    })
    await Promise.race([finished.promise, Promise.all(lanes)])
    return count / ((Date.now() - started) / 1000)
  }
  await contest(
    'Deliveries end to end: sealed body opened, 1 KB over HTTP, outcome kept',
    { name: 'MKT delivery worker', round: ours },
    [{ name: 'pg-boss: fetch, POST, complete', atLeast: 1, round: theirs }],
  )
  await changes.close()
  app.close()
  app.closeAllConnections()
}

function post(port: number, body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, host: '127.0.0.1', method: 'POST', path: '/hooks' }, (answer) =>
      answer.resume().on('end', resolve),
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

async function until(pool: pg.Pool, sql: string, wanted: number): Promise<void> {
  while ((await pool.query<{ count: number }>(sql)).rows[0]?.count !== wanted)
    await new Promise((resolve) => setTimeout(resolve, 20))
}

/** So many waiting events over ten routes. Indexes are made after the rows: a million is there in seconds. */
async function fillBacklog(pool: pg.Pool, count: number): Promise<void> {
  await pool.query('truncate event cascade')
  const indexes = await pool.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
     where indrelid = 'event'::regclass and not indisprimary`,
  )
  for (const { name } of indexes.rows) await pool.query(`drop index ${name}`)
  await pool.query(
    `insert into event (id, installation_id, organization_id, listing_id, path, body, size, received_at, state, due_at)
     select 'evt_' || lpad(n::text, 26, '0'), 'ins_' || n % 10, 'o', 'l', '/hooks', '\\x00', 1, now(), 'WAITING', now() - interval '1 minute'
     from generate_series(1, $1::int) as n`,
    [count],
  )
  for (const { made } of indexes.rows) await pool.query(made)
  await pool.query('vacuum analyze event')
}

/** What an accept, a claim and a look over all routes cost, with more and more events waiting. */
async function backlog(pool: pg.Pool): Promise<void> {
  console.log('\nCost with a backlog (20 rounds)')
  const intake = intakeOf(pool, vaultOf(pool))
  const route = testRoute({ installationId: 'ins_0', organizationId: 'org_bench' })
  const first: Record<string, number> = {}
  for (const count of [10, 10_000, 1_000_000]) {
    await fillBacklog(pool, count)
    // Ten are claimed whatever waits: the cost of one claim is compared, not of more of them.
    const rooms = Array.from({ length: 10 }, (_, index) => ({ installationId: `ins_${index}`, room: 1 }))
    const times = { accept: [] as number[], claim: [] as number[], look: [] as number[] }
    for (let round = 0; round < 20; round += 1) {
      const leasedBy = `bench:${round}`
      const claim = () => claimDeliveries(pool, rooms, 10_000, leasedBy).then((rows) => releaseLeases(pool, rows, 0))
      times.accept.push(await timed(() => Promise.all(Array.from({ length: 200 }, () => intake.receive(route, event)))))
      times.claim.push(await timed(claim))
      times.look.push(await timed(() => routesWithDue(pool, '', 100_000)))
    }
    const shown = Object.entries(times).map(([name, list]) => {
      const range = rangeOf(list)
      first[name] ??= range.median
      return `${WORK[name]} ${shownRange(range)} ms, ${(range.median / (first[name] ?? range.median)).toFixed(2)} × that of 10`
    })
    console.log(`  ${String(count).padStart(9)} waiting: ${shown.join(' · ')}`)
  }
}

const WORK: Record<string, string> = { accept: 'accept 200', claim: 'claim and release 10', look: 'look over routes' }

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-bench-'))
  const database = await startEmbedded({ dataDir: folder, log: silentLog })
  const pool = createPool(database.poolConfig, { name: 'bench', max: 20, statementTimeoutMs: 120_000 }, silentLog)
  const boss = new PgBoss({ connectionString: database.connectionString, max: 20, supervise: false, schedule: false })
  boss.on('error', () => {})
  try {
    await migrate(database.poolConfig, silentLog)
    await boss.start()
    await boss.createQueue('accepts')
    await accepts(pool, boss)
    await deliveries(pool, boss, database)
    await backlog(pool)
  } finally {
    await boss.stop({ graceful: false })
    await pool.end()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export const suite: Suite = { name: 'events', about: 'durable accepts, deliveries end to end, cost of a backlog', run }

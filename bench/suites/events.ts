import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import PgBoss from 'pg-boss'
import { createIntake } from '../../packages/server/src/actions/receive-event.ts'
import { systemClock } from '../../packages/server/src/lib/clock.ts'
import { silentLog } from '../../packages/server/src/lib/log.ts'
import { parseMasterKeys } from '../../packages/server/src/lib/master-keys.ts'
import { createVault } from '../../packages/server/src/lib/seal.ts'
import { createChangeFeed } from '../../packages/server/src/store/change-feed.ts'
import { claimDeliveries, releaseLeases, routesWithDue } from '../../packages/server/src/store/claims.ts'
import { storedDataKeys } from '../../packages/server/src/store/data-keys.ts'
import { createDatabase } from '../../packages/server/src/store/database.ts'
import { type EmbeddedPostgres, startEmbedded } from '../../packages/server/src/store/embedded/start-embedded.ts'
import { migrate } from '../../packages/server/src/store/migrate.ts'
import { createPool } from '../../packages/server/src/store/pool.ts'
import { startTestDeliveries } from '../../packages/server/src/testing/deliveries.ts'
import { testRoute, testRoutes } from '../../packages/server/src/testing/routes.ts'
import { rangeOf, ratios, shownRange } from '../harness/figures.ts'
import type { Suite } from '../harness/suite.ts'

const ROUNDS = 3
const SECONDS = 2
const BODY = Buffer.from(JSON.stringify({ type: 'policy.issue', data: 'x'.repeat(900) }))

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

interface Contender {
  name: string
  round(): Promise<number>
}

async function contest(title: string, ours: Contender, others: Contender[]): Promise<void> {
  const results = new Map<string, number[]>([ours, ...others].map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, round: run } of [ours, ...others]) results.get(name)?.push(await run())
  }
  console.log(`\n${title} (${ROUNDS} rounds in turn)`)
  for (const [name, list] of results) console.log(`  ${name.padEnd(40)} ${shownRange(rangeOf(list), 0)} per second`)
  for (const { name } of others) {
    console.log(
      `  ours / ${name.padEnd(33)} ${shownRange(ratios(results.get(ours.name) ?? [], results.get(name) ?? []))}`,
    )
  }
}

async function accepts(pool: pg.Pool, boss: PgBoss): Promise<void> {
  const vault = createVault({
    dataKeys: storedDataKeys(createDatabase(pool)),
    masterKeys: parseMasterKeys(randomBytes(32).toString('hex')),
  })
  const intake = createIntake({ pool, vault, clock: systemClock, log: silentLog, quota: 1e9, tellOthers: false })
  const route = testRoute({ installationId: 'ins_accepts' })
  const event = { path: '/hooks', query: '', body: BODY, contentType: 'application/json', traceparent: '00-a-b-01' }
  const single = () =>
    pool.query({
      name: 'single',
      text: `insert into event (id, installation_id, organization_id, listing_id, path, body, size, received_at, state, due_at)
        values ($1, 'ins_single', 'o', 'l', '/hooks', $2, 1, now(), 'WAITING', now())`,
      values: [`evt_${randomBytes(13).toString('hex')}`, BODY],
    })
  await contest(
    'Durable accepts of 1 KB, 256 callers at once',
    { name: 'MKT intake, sealed, in batches', round: () => perSecond(256, () => intake.receive(route, event)) },
    [
      { name: 'single inserts, one connection', round: () => perSecond(1, single) },
      { name: 'single inserts, 16 connections', round: () => perSecond(16, single) },
      {
        name: 'pg-boss send, 16 at once',
        round: () => perSecond(16, () => boss.send('accepts', { body: BODY.toString() })),
      },
    ],
  )
}

async function deliveries(pool: pg.Pool, boss: PgBoss, database: EmbeddedPostgres): Promise<void> {
  const count = 3_000
  const app = createServer((incoming, response) => incoming.resume().on('end', () => response.end()))
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
  const { port } = app.address() as AddressInfo
  const db = createDatabase(pool)
  const vault = createVault({
    dataKeys: storedDataKeys(db),
    masterKeys: parseMasterKeys(randomBytes(32).toString('hex')),
  })
  const changes = createChangeFeed(database.poolConfig, silentLog)
  await changes.ready()

  const ours = async () => {
    await pool.query('truncate event cascade')
    const instances = [{ id: 'inst_1', deploymentId: 'dep_1', address: `http://127.0.0.1:${port}` }]
    const list = Array.from({ length: 20 }, () => testRoute({ instances, organizationId: 'org_bench' }))
    const intake = createIntake({ pool, vault, clock: systemClock, log: silentLog, quota: 1e9, tellOthers: false })
    const event = { path: '/hooks', query: '', body: BODY, contentType: 'application/json', traceparent: '00-a-b-01' }
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
    await boss.insert(Array.from({ length: count }, () => ({ name: queue, data: { body: BODY.toString() } })))
    const started = Date.now()
    let done = 0
    const finished = Promise.withResolvers<void>()
    const lanes = Array.from({ length: 32 }, async () => {
      for (;;) {
        const jobs = await boss.fetch(queue, { batchSize: 20 })
        if (jobs.length === 0) return
        await Promise.all(jobs.map(() => post(port)))
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
    'Deliveries end to end, 1 KB over HTTP, attempts recorded',
    { name: 'MKT delivery worker', round: ours },
    [{ name: 'pg-boss: fetch, POST, complete', round: theirs }],
  )
  await changes.close()
  app.close()
  app.closeAllConnections()
}

function post(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, host: '127.0.0.1', method: 'POST', path: '/hooks' }, (answer) =>
      answer.resume().on('end', resolve),
    )
    outgoing.on('error', reject)
    outgoing.end(BODY)
  })
}

async function until(pool: pg.Pool, sql: string, wanted: number): Promise<void> {
  while ((await pool.query<{ count: number }>(sql)).rows[0]?.count !== wanted)
    await new Promise((resolve) => setTimeout(resolve, 20))
}

/** What a claim and a look over all routes cost, with more and more events waiting. */
async function backlog(pool: pg.Pool): Promise<void> {
  console.log('\nCost with a backlog')
  for (const count of [10, 10_000, 1_000_000]) {
    await pool.query('truncate event cascade')
    await pool.query(
      `insert into event (id, installation_id, organization_id, listing_id, path, body, size, received_at, state, due_at)
       select 'evt_' || lpad(n::text, 26, '0'), 'ins_' || n % 20, 'o', 'l', '/hooks', '\\x00', 1, now(), 'WAITING', now() - interval '1 minute'
       from generate_series(1, $1::int) as n`,
      [count],
    )
    await pool.query('vacuum analyze event')
    const rooms = Array.from({ length: 20 }, (_, index) => ({ installationId: `ins_${index}`, room: 4 }))
    const [claimed, looked] = [[] as number[], [] as number[]]
    for (let round = 0; round < 20; round += 1) {
      const leasedBy = `bench:${round}`
      claimed.push(
        await timed(() => claimDeliveries(pool, rooms, 10_000, leasedBy).then((rows) => releaseLeases(pool, rows, 0))),
      )
      looked.push(await timed(() => routesWithDue(pool)))
    }
    console.log(
      `  ${String(count).padStart(9)} waiting: claim and release 80 ${shownRange(rangeOf(claimed))} ms · look over routes ${shownRange(rangeOf(looked))} ms`,
    )
  }
}

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

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { createCallRecorder } from '../../packages/server/src/gateway/observe/call-recorder.ts'
import { type EmbeddedPostgres, startEmbedded } from '../../packages/server/src/laptop/embedded/start-embedded.ts'
import { silentLog } from '../../packages/server/src/lib/log.ts'
import { createChangeFeed } from '../../packages/server/src/store/database/change-feed.ts'
import { createDatabase } from '../../packages/server/src/store/database/database.ts'
import { migrate } from '../../packages/server/src/store/database/migrate.ts'
import { createPool } from '../../packages/server/src/store/database/pool.ts'
import { startTestDeliveries } from '../../packages/server/src/testing/gateway/deliveries.ts'
import { testRoute, testRoutes } from '../../packages/server/src/testing/gateway/routes.ts'
import { newId } from '../../packages/server/src/testing/platform/new-id.ts'
import type { Cost } from '../../scripts/capacity/costs.ts'
import { measure } from '../harness/compare.ts'
import { eventBody, intakeOf, newEvent, vaultOf } from '../harness/intake.ts'
import { cpuSeconds, memoryMb } from '../harness/process-tree.ts'
import { startProgram } from '../harness/program.ts'
import type { Suite } from '../harness/suite.ts'

const COUNT = 10_000
const ROUTES = 20
const program = (name: string) => join(import.meta.dirname, `../programs/${name}.ts`)

interface Meter {
  ours: number
  database: number
  wal: number
  kept: number
}

/** What a piece of work used: CPU time of this process and of the database, log written, and how much larger the tables are. */
async function costOf(
  pool: pg.Pool,
  postmaster: number,
  count: number,
  work: () => Promise<(() => Promise<unknown>) | undefined>,
): Promise<Cost> {
  const read = async (): Promise<Meter> => {
    const { rows } = await pool.query<{ wal: string; kept: string }>(
      "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal, pg_database_size(current_database()) as kept",
    )
    const { user, system } = process.cpuUsage()
    return {
      ours: (user + system) / 1e6,
      database: cpuSeconds(postmaster),
      wal: Number(rows[0]?.wal),
      kept: Number(rows[0]?.kept),
    }
  }
  const before = await read()
  const end = await work()
  const after = await read()
  // A connection that is closed takes the CPU time of its server process out of the count.
  await end?.()
  const thousands = count / 1_000
  const rounded = (value: number) => Number((value / thousands).toPrecision(3))
  return {
    ours: rounded((after.ours - before.ours) * 1e3),
    database: rounded((after.database - before.database) * 1e3),
    walKb: rounded((after.wal - before.wal) / 1024),
    keptKb: rounded((after.kept - before.kept) / 1024),
  }
}

/** Like `Promise.all`, with a limit to how many run at a time. */
async function inLanes(count: number, lanes: number, one: (index: number) => Promise<unknown>): Promise<void> {
  const next = Array.from({ length: count }, (_, index) => index).values()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const index of next) await one(index)
    }),
  )
}

async function events(pool: pg.Pool, postmaster: number, database: EmbeddedPostgres) {
  const app = createServer((incoming, response) => incoming.resume().on('end', () => response.end()))
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
  const { port } = app.address() as AddressInfo
  const db = createDatabase(pool)
  const vault = vaultOf(pool)
  const changes = createChangeFeed(database.poolConfig, silentLog)
  await changes.ready()
  const instances = [{ id: 'inst_1', deploymentId: 'dep_1', address: `http://127.0.0.1:${port}` }]
  const routes = Array.from({ length: ROUTES }, () => testRoute({ instances, organizationId: 'org_bench' }))
  const intake = intakeOf(pool, vault)
  const accept = await costOf(pool, postmaster, COUNT, async () => {
    await inLanes(COUNT, 256, (index) => intake.receive(routes[index % ROUTES] ?? testRoute(), newEvent()))
    return undefined
  })
  const delivery = await costOf(pool, postmaster, COUNT, async () => {
    const worker = startTestDeliveries({ pool, db }, testRoutes(routes), vault, {
      changes,
      options: { leaseMs: 6_000, scanMs: 1_000 },
    })
    const waiting = "select count(*)::int as count from event where state = 'WAITING'"
    while ((await pool.query<{ count: number }>(waiting)).rows[0]?.count !== 0)
      await new Promise((resolve) => setTimeout(resolve, 200))
    return () => worker.stop()
  })
  await changes.close()
  app.close()
  app.closeAllConnections()
  return { accept, delivery }
}

/** The records of calls alone: carrying them is measured with the gateway as a process of its own. */
function callRecords(pool: pg.Pool, postmaster: number): Promise<Cost> {
  return costOf(pool, postmaster, COUNT, async () => {
    const recorder = createCallRecorder(pool, silentLog)
    for (let index = 0; index < COUNT; index += 1) {
      recorder.record({
        id: newId('cal'),
        installationId: `ins_${index % ROUTES}`,
        organizationId: 'org_bench',
        listingId: 'lst_bench',
        kind: 'autofill',
        method: 'POST',
        path: '/autofill',
        at: new Date(),
        status: 200,
        code: null,
        durationMs: 12,
        requestSize: eventBody.length,
        answerSize: 300,
        instanceId: null,
        requestId: newId('req'),
        traceId: null,
        fallback: null,
      })
      if (index % 500 === 0) await recorder.drain()
    }
    await recorder.drain()
    return undefined
  })
}

/** CPU time in milliseconds of a thousand requests to a program. */
async function requestCost(port: number, pid: number, request: object): Promise<number> {
  const side = { name: 'measured', port, pid, requests: [request as never] }
  await measure(side, 3, 16)
  return Number((await measure(side, 5, 16)).cpuMicros.toPrecision(3))
}

async function calls(): Promise<{ call: number; webhook: number; idleAppMb: number }> {
  const application = await startProgram(program('application'), { ready: /listening (\d+)/ })
  const gateway = await startProgram(program('gateway'), {
    args: ['1', String(application.ready[1])],
    ready: /listening (\d+)/,
  })
  try {
    const idleAppMb = Math.round(memoryMb(application.pid))
    const headers = { 'x-mkt-caller': 'bench', 'content-type': 'application/json' }
    const request = (path: string) => ({ method: 'POST', path, headers, body: eventBody.toString() })
    const port = Number(gateway.ready[1])
    const call = await requestCost(port, gateway.pid, request('/r0/autofill'))
    return { call, webhook: await requestCost(port, gateway.pid, request('/r0/hooks')), idleAppMb }
  } finally {
    await Promise.all([gateway.stop(), application.stop()])
  }
}

async function stateReads(): Promise<{ read: number; installationKb: number }> {
  const ready = /listening (\d+) keys (\S+) bytes (\d+) rss (-?\d+) body (\S*) end/
  const state = await startProgram(program('state'), { args: ['10000'], ready })
  try {
    const [, port, keys = '', bytes, rss] = state.ready
    const read = await requestCost(Number(port), state.pid, { path: `/state/${keys.split(',')[0]}` })
    return { read, installationKb: Math.ceil(Math.max(Number(bytes), Number(rss)) / 1024) }
  } finally {
    await state.stop()
  }
}

/** The same with the CPU time of the request itself. */
const plus = (cost: Cost, ours: number): Cost => ({ ...cost, ours: Number((cost.ours + ours).toPrecision(3)) })

async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-bench-'))
  const database = await startEmbedded({ dataDir: folder, log: silentLog })
  const pool = createPool(database.poolConfig, { name: 'bench', max: 20, statementTimeoutMs: 120_000 }, silentLog)
  try {
    await migrate(database.poolConfig, silentLog)
    const { rows } = await pool.query<{ folder: string }>("select current_setting('data_directory') as folder")
    const postmaster = Number(readFileSync(join(rows[0]?.folder ?? '', 'postmaster.pid'), 'utf8').split('\n')[0])
    const { accept, delivery } = await events(pool, postmaster, database)
    const records = await callRecords(pool, postmaster)
    const { call, webhook, idleAppMb } = await calls()
    const { read, installationKb } = await stateReads()
    const free = { database: 0, walKb: 0, keptKb: 0 }
    console.log('\nWhat a thousand cost, for scripts/capacity/measured.ts')
    console.log(
      JSON.stringify(
        {
          measuredOn: new Date().toISOString().slice(0, 10),
          accept: plus(accept, webhook),
          delivery,
          call: plus(records, call),
          stateRead: { ours: read, ...free },
          installationKb,
          idleAppMb,
        },
        null,
        2,
      ),
    )
  } finally {
    await pool.end()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export const suite: Suite = { name: 'capacity', about: 'what events, calls, state reads and idle apps cost', run }

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '../../packages/server/src/laptop/embedded/start-embedded.ts'
import { silentLog } from '../../packages/server/src/lib/log.ts'
import { migrate, readMigrations } from '../../packages/server/src/store/database/migrate.ts'
import type { Suite } from '../harness/suite.ts'

/** The migration that gives every attempt the organization of its event. */
const FILL = 229
const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000)
const ROWS_PER_EVENT = 4
const WRITERS = 8
/** Each writer writes that often, whether the last write was slow or not. */
const WRITE_EVERY_MS = 50
const WATCHED = 'mkt migrate'

type Place = { host: string; port: number; user: string; database: string }

async function withClient<Result>(
  place: Place & { application_name?: string },
  work: (client: pg.Client) => Promise<Result>,
) {
  const client = new pg.Client(place)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function insertRows(client: pg.Client): Promise<void> {
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into event (id, installation_id, organization_id, listing_id, path, body, size, received_at, state, due_at, settled_at)
     select 'evt_' || lpad(n::text, 26, '0'), 'ins_' || n % 100, 'org_' || n % 10, 'l', '/hooks', '\\x00', 1, now(), 'DELIVERED', now(), now()
     from generate_series(0, $1::int) as n`,
    [Math.ceil(ROWS / ROWS_PER_EVENT)],
  )
  await client.query(
    `insert into attempt (id, event_id, number, at, duration_ms, status, answer)
     select 'att_' || lpad(n::text, 26, '0'), 'evt_' || lpad((n / ${ROWS_PER_EVENT})::text, 26, '0'), 1, now(), 10, 200, '\\x00'
     from generate_series(0, $1::int - 1) as n`,
    [ROWS],
  )
  await client.query('vacuum analyze event, attempt')
}

/** Changes rows that the migration fills, at a steady pace until it is over. Returns how long each took from the moment it was due, in ms. */
async function write(place: Place, over: AbortSignal): Promise<number[]> {
  const took: number[] = []
  const lane = (index: number) =>
    withClient(place, async (client) => {
      const began = performance.now() + (index * WRITE_EVERY_MS) / WRITERS
      for (let turn = 0; !over.aborted; turn += 1) {
        const due = began + turn * WRITE_EVERY_MS
        await delay(Math.max(0, due - performance.now()))
        const row = (turn * 7_919 + index * 251_003) % ROWS
        await client.query(`update attempt set duration_ms = 11 where id = 'att_' || lpad($1::text, 26, '0')`, [row])
        took.push(performance.now() - due)
      }
    })
  await Promise.all(Array.from({ length: WRITERS }, (_, index) => lane(index)))
  return took.sort((a, b) => a - b)
}

/** The longest time that one transaction of the migration was open, in ms. */
async function longestTransaction(place: Place, over: AbortSignal): Promise<number> {
  let longest = 0
  await withClient(place, async (client) => {
    while (!over.aborted) {
      const { rows } = await client.query<{ ms: number | null }>(
        `select max(extract(epoch from clock_timestamp() - xact_start) * 1000)::float as ms from pg_stat_activity
         where datname = current_database() and application_name = $1`,
        [WATCHED],
      )
      longest = Math.max(longest, rows[0]?.ms ?? 0)
      await delay(5)
    }
  })
  return longest
}

async function measure(title: string, place: Place, work: () => Promise<unknown>): Promise<void> {
  const over = new AbortController()
  const watched = Promise.all([write(place, over.signal), longestTransaction(place, over.signal)])
  const began = performance.now()
  await work().finally(() => over.abort())
  const seconds = (performance.now() - began) / 1_000
  const [took, longest] = await watched
  const { rows } = await withClient(place, (client) =>
    client.query<{ transactions: number }>(
      `select count(distinct xmin::text)::int as transactions from attempt where organization_id <> '' and duration_ms = 10`,
    ),
  )
  const at = (share: number) => (took[Math.floor(took.length * share)] ?? 0).toFixed(0)
  console.log(
    `  ${title.padEnd(20)} ${seconds.toFixed(1)} s in ${rows[0]?.transactions} transactions, the longest ${longest.toFixed(0)} ms; ${took.length} writes p50 ${at(0.5)} p99 ${at(0.99)} slowest ${took.at(-1)?.toFixed(0)} ms`,
  )
}

async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-bench-'))
  const server = await startEmbedded({ dataDir: folder, log: silentLog })
  const batches = server.poolConfig
  const whole = { ...batches, database: 'whole' }
  const before = readMigrations().filter(({ number }) => number < FILL)
  const fill = readMigrations().filter(({ number }) => number === FILL)
  try {
    await migrate(batches, silentLog, before)
    await withClient(batches, insertRows)
    await withClient({ ...batches, database: 'postgres' }, (client) =>
      client.query(`create database whole template ${batches.database}`),
    )
    const rate = (WRITERS * 1_000) / WRITE_EVERY_MS
    console.log(
      `\nFilling ${ROWS.toLocaleString('en')} rows while ${WRITERS} others make ${rate} changes a second to them`,
    )
    await measure('nothing is filled', batches, () => delay(10_000))
    await measure('in batches', batches, () => migrate(batches, silentLog, [...before, ...fill]))
    await measure('in one transaction', whole, () =>
      withClient({ ...whole, application_name: WATCHED }, (client) => client.query(fill[0]?.sql ?? '')),
    )
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export const suite: Suite = {
  name: 'filling',
  about: 'a migration that fills a million rows, and how long those wait who write to them meanwhile',
  run,
}

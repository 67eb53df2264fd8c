import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@mkt/engines'
import type pg from 'pg'
import { startEmbedded } from '../../packages/server/src/laptop/embedded/start-embedded.ts'
import { silentLog } from '../../packages/server/src/lib/log.ts'
import { publishChanges } from '../../packages/server/src/store/database/changes.ts'
import { createDatabase } from '../../packages/server/src/store/database/database.ts'
import { migrate } from '../../packages/server/src/store/database/migrate.ts'
import { createPool } from '../../packages/server/src/store/database/pool.ts'
import type { Topic } from '../../packages/server/src/store/database/topics.ts'
import { transaction } from '../../packages/server/src/store/database/transaction.ts'
import { freePorts } from '../../packages/server/src/testing/platform/laptop.ts'
import { CALLER, idOf, installRoutes } from '../harness/installed-routes.ts'
import { drive, type LoadResult } from '../harness/load.ts'
import { startProgram } from '../harness/program.ts'
import type { Suite } from '../harness/suite.ts'
import { showPauses, takePauses, watchedStart } from '../harness/watched-pauses.ts'

const { BENCH_ROUTES = '10000', BENCH_SECONDS = '60' } = process.env
const ROUTES = Number(BENCH_ROUTES)
const SECONDS = Number(BENCH_SECONDS)
/** Routes that are called; all of them are held. */
const CALLED = 1_000
const CHANGES_PER_SECOND = 20
/** Beside the calls; half of them at half load. */
const READS_AT_MOST = 400
const main = join(import.meta.dirname, '../../packages/server/src/main.ts')
const headers = { 'x-mkt-caller': CALLER, 'content-type': 'application/json' }
const body = JSON.stringify({ productName: 'personal-auto', updates: 'x'.repeat(960) })

/** An application that only remembers the key it was called with. */
async function catchKey(): Promise<{ address: string; key(): string; close(): void }> {
  let key = ''
  const server = createServer((request, response) => {
    key = String(request.headers['x-mkt-key'])
    request.resume().on('end', () => response.end('{}'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { address, key: () => key, close: () => server.close().closeAllConnections() }
}

/** What happens beside the calls: installations change all the time, an application that all have is restarted, the feed breaks off once. */
function startChanges(pool: pg.Pool): () => Promise<void> {
  const db = createDatabase(pool)
  const tell = (topic: Topic, subject: string) => transaction(db, (trx) => publishChanges(trx, [{ topic, subject }]))
  let going = true
  const until = async (milliseconds: number, act: () => Promise<unknown>) => {
    while (going) {
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      if (going) await act()
    }
  }
  let turn = 0
  const running = [
    until(1000 / CHANGES_PER_SECOND, () => {
      turn += 1
      return tell('installation', idOf('ins', `app${(turn * 7919) % ROUTES}`))
    }),
    until(10_000, () => tell('deployment', 'dep_app')),
    until(7_000, () => tell('tenant', `ten_${turn % 100}`)),
    until(25_000, () =>
      pool.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mkt changes'"),
    ),
  ]
  return async () => {
    going = false
    await Promise.all(running)
  }
}

/** Waits until the process has read ahead what it may be asked for; gives the seconds it took. */
async function untilWarm(port: number): Promise<number> {
  const began = performance.now()
  for (;;) {
    const { warmth } = (await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()) as { warmth?: number }
    if (warmth === 100) return (performance.now() - began) / 1000
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const shown = ({ requests, refused, p50, p99 }: LoadResult) =>
  `${requests} requests, ${refused} refused, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`

async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-bench-'))
  const database = await startEmbedded({ dataDir: folder, log: silentLog })
  const pool = createPool(database.poolConfig, { name: 'bench', max: 4, statementTimeoutMs: 120_000 }, silentLog)
  const ready = /listening (\d+)/
  const application = await startProgram(join(import.meta.dirname, '../programs/application.ts'), { ready })
  const keys = await catchKey()
  try {
    await migrate(database.poolConfig, silentLog)
    await installRoutes(pool, ROUTES, { app: `http://127.0.0.1:${application.ready[1]}`, keys: keys.address })
    const [port, state] = [await freePort(), await freePort()]
    const watched = watchedStart(folder)
    const front = await startProgram(main, {
      nodeArgs: watched.nodeArgs,
      env: {
        ...freePorts,
        ...watched.env,
        DATABASE_URL: database.connectionString,
        MKT_ROLES: 'gateway,state',
        MKT_PUBLIC_URL: 'http://127.0.0.1:1',
        MKT_RELAY_URL: 'http://127.0.0.1:1',
        MKT_GATEWAY_PORT: String(port),
        MKT_STATE_PORT: String(state),
        MKT_DATA_DIR: join(folder, 'front'),
        MKT_MASTER_KEY: randomBytes(32).toString('hex'),
        MKT_LOG_LEVEL: 'error',
      },
      ready: /MKT ready/,
    })
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/rkeys/any`, { method: 'POST', headers, body })
      if (!answer.ok) throw new Error(`The call that gives a key is refused: ${await answer.text()}`)
      const warmed = await untilWarm(state)
      const read = await fetch(`http://127.0.0.1:${state}/settings/${keys.key()}`)
      if (!read.ok) throw new Error(`The key is refused: ${await read.text()}`)
      const calls = [{ method: 'POST', path: '/r{n}/any', count: Math.min(CALLED, ROUTES), headers, body }]
      const reads = [{ path: `/settings/${keys.key()}` }]
      const host = '127.0.0.1'
      await drive({ host, port, requests: calls, connections: 16, seconds: 6 })
      // The most with everything beside it: half of what calls alone reach is more than the machine can do.
      const stopChanges = startChanges(pool)
      const [most] = await Promise.all([
        drive({ host, port, requests: calls, connections: 16, seconds: 8 }),
        drive({ host, port: state, requests: reads, connections: 32, seconds: 8, perSecond: READS_AT_MOST }),
      ])
      const perSecond = Math.floor(most.requests / most.seconds / 2)
      await takePauses(folder, front.pid)
      const load = { host, connections: 32, seconds: SECONDS }
      const [called, looked] = await Promise.all([
        drive({ ...load, port, requests: calls, perSecond }),
        drive({ ...load, port: state, requests: reads, perSecond: READS_AT_MOST / 2 }),
      ])
      const pauses = await takePauses(folder, front.pid)
      await stopChanges()
      console.log(
        `\nPauses of a gateway at half load for ${SECONDS} s (${perSecond} calls a second, ${ROUTES} installations, ${CHANGES_PER_SECOND} changes a second)`,
      )
      console.log(`  reading state ahead  ${warmed.toFixed(1)} s, before`)
      console.log(`  calls                ${shown(called)}`)
      console.log(`  reads of settings    ${shown(looked)}`)
      showPauses(pauses)
    } finally {
      await front.stop()
    }
  } finally {
    keys.close()
    await application.stop()
    await pool.end()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export const suite: Suite = {
  name: 'pauses',
  about: 'what holds up the event loop of a gateway at half load, with garbage collection and changes',
  run,
}

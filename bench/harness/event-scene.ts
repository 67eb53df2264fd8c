import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import PgBoss from 'pg-boss'
import type { Intake } from '../../packages/server/src/actions/delivery/receive-event.ts'
import { type EmbeddedPostgres, startEmbedded } from '../../packages/server/src/laptop/embedded/start-embedded.ts'
import { silentLog } from '../../packages/server/src/lib/log.ts'
import type { Vault } from '../../packages/server/src/lib/seal.ts'
import { migrate } from '../../packages/server/src/store/database/migrate.ts'
import { createPool } from '../../packages/server/src/store/database/pool.ts'
import type { Round } from './contest.ts'
import { intakeOf, vaultOf } from './intake.ts'
import { cpuSeconds, parentOf } from './process-tree.ts'

/** A database of its own with the platform's tables, and pg-boss in it. */
export interface EventScene {
  database: EmbeddedPostgres
  pool: pg.Pool
  boss: PgBoss
  vault: Vault
  /** Who hears of accepted events; nobody unless told. */
  intake(wakes?: Parameters<typeof intakeOf>[2]): Intake
  /** Runs the work and says what one piece of it cost. */
  metered(work: () => Promise<{ count: number; seconds: number }>): Promise<Round>
  stop(): Promise<void>
}

export async function startEventScene(): Promise<EventScene> {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-bench-'))
  const database = await startEmbedded({ dataDir: folder, log: silentLog })
  const pool = createPool(database.poolConfig, { name: 'bench', max: 20, statementTimeoutMs: 120_000 }, silentLog)
  const boss = new PgBoss({ connectionString: database.connectionString, max: 20, supervise: false, schedule: false })
  boss.on('error', () => {})
  await migrate(database.poolConfig, silentLog)
  await boss.start()
  const vault = vaultOf(pool)
  const backend = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const server = parentOf(backend.rows[0]?.pid ?? 0)
  const wal = async () => {
    const { rows } = await pool.query<{ at: string }>(`select pg_current_wal_insert_lsn() - '0/0' as at`)
    return Number(rows[0]?.at)
  }
  return {
    database,
    pool,
    boss,
    vault,
    intake: (wakes) => intakeOf(pool, vault, wakes),
    async metered(work) {
      const before = { wal: await wal(), database: cpuSeconds(server), program: process.cpuUsage() }
      const { count, seconds } = await work()
      const program = process.cpuUsage(before.program)
      return {
        perSecond: count / seconds,
        program: (program.user + program.system) / count,
        database: ((cpuSeconds(server) - before.database) / count) * 1e6,
        walBytes: ((await wal()) - before.wal) / count,
      }
    },
    async stop() {
      await boss.stop({ graceful: false })
      await pool.end()
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../laptop/embedded/start-embedded.ts'
import { silentLog } from '../../lib/log.ts'
import { migrate } from '../../store/database/migrate.ts'

/** Where tests find their PostgreSQL server. */
export interface TestCluster {
  host: string
  port: number
  user: string
  template: string
}

/** One server for a whole run, in memory where possible and without waiting for the disk, with a migrated template database. */
export async function startTestCluster(): Promise<{ cluster: TestCluster; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(memoryFolder(), 'mkt-test-'))
  const server = await startEmbedded({
    dataDir: folder,
    log: silentLog,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '400',
      deadlock_timeout: '20ms',
    },
  })
  const { host, port, user } = server.poolConfig
  const template = 'mkt_template'
  await run({ host, port, user, database: 'postgres' }, `create database ${template}`)
  await migrate({ host, port, user, database: template }, silentLog)
  return {
    cluster: { host, port, user, template },
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function run(
  address: { host: string; port: number; user: string; database: string },
  sql: string,
): Promise<void> {
  const client = new pg.Client(address)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

function memoryFolder(): string {
  try {
    accessSync('/dev/shm', constants.W_OK)
    return '/dev/shm'
  } catch {
    return tmpdir()
  }
}

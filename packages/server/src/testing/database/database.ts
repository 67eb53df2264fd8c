import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import { createDatabase, type Db } from '../../store/database/database.ts'
import { createPool, type PoolAddress } from '../../store/database/pool.ts'
import { atEnd } from '../run/at-end.ts'
import { run, type TestCluster } from './cluster.ts'

export interface TestDatabase {
  address: Extract<PoolAddress, { host: string }>
  connectionString: string
  pool: pg.Pool
  db: Db
}

/** A fresh, migrated database for this test file, dropped when its tests are over. Call it at the top of the file. */
export async function testDatabase(): Promise<TestDatabase> {
  const { database, drop } = await cloneTemplate(inject('cluster'))
  atEnd(drop)
  return database
}

/** The same without the test runner: for benchmarks and long runs. */
export async function cloneTemplate(cluster: TestCluster): Promise<{ database: TestDatabase; drop(): Promise<void> }> {
  const { host, port, user, template } = cluster
  const name = `test_${randomBytes(8).toString('hex')}`
  await run(
    { host, port, user, database: 'postgres' },
    `create database ${name} template ${template} strategy file_copy`,
  )
  const address = { host, port, user, database: name }
  const pool = createPool(address, { name: 'mkt test', max: 10 }, silentLog)
  return {
    database: {
      address,
      connectionString: `postgresql://${user}@/${name}?host=${encodeURIComponent(host)}`,
      pool,
      db: createDatabase(pool),
    },
    async drop() {
      await pool.end()
      await run({ host, port, user, database: 'postgres' }, `drop database ${name} with (force)`)
    },
  }
}

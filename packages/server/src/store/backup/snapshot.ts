import type { Readable } from 'node:stream'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { silentLog } from '../../lib/log.ts'
import type { Database, Db } from '../database/database.ts'
import { refuseHalfRestored } from '../database/half-restored.ts'
import { createPool, type PoolAddress } from '../database/pool.ts'

export interface SnapshotTable {
  name: string
  columns: string[]
}

export interface Snapshot {
  /** Reads inside the snapshot. */
  db: Db
  tables: SnapshotTable[]
  sequences: { name: string; value: string; called: boolean }[]
  migrations: { number: number; name: string; checksum: string }[]
  /** The rows of a table in the text format of COPY. */
  copy(table: SnapshotTable): { stream: Readable; rows(): Promise<number> }
}

const tablesQuery = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
  group by c.relname order by c.relname`

export async function tablesOf(client: pg.ClientBase): Promise<SnapshotTable[]> {
  return (await client.query<SnapshotTable>(tablesQuery)).rows
}

/** Everything in the database as it was in one moment, while others go on writing. */
export async function withSnapshot<Result>(
  address: PoolAddress,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const pool = createPool(address, { name: 'mkt-admin backup', max: 1, statementTimeoutMs: 0 }, silentLog)
  try {
    const client = await pool.connect()
    try {
      await refuseHalfRestored(client)
      const tables = await lockTables(client)
      const names = await client.query<{ name: string }>(
        `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
         where c.relkind = 'S' order by c.relname`,
      )
      const sequences: Snapshot['sequences'] = []
      for (const { name } of names.rows) {
        const quoted = pg.escapeIdentifier(name)
        const { rows } = await client.query<{ value: string; called: boolean }>(
          `select last_value::text as value, is_called as called from ${quoted}`,
        )
        const [found] = rows
        if (found !== undefined) sequences.push({ name, ...found })
      }
      const migrations = await client.query<Snapshot['migrations'][number]>(
        'select number, name, checksum from schema_migration order by number',
      )
      const result = await work({
        db: databaseOn(client),
        tables: tables.filter(({ name }) => name !== 'schema_migration'),
        sequences,
        migrations: migrations.rows,
        copy({ name, columns }) {
          const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
          const stream = client.query(copyTo(`copy (select ${list} from ${pg.escapeIdentifier(name)}) to stdout`))
          const rows = async () => {
            // The server tells the number behind the last row; the next answer comes after it.
            await client.query('select 1')
            return (stream as unknown as { rowCount: number }).rowCount
          }
          return { stream, rows }
        },
      })
      await client.query('commit')
      return result
    } finally {
      client.release(true)
    }
  } finally {
    await pool.end()
  }
}

/**
 * Begins the snapshot with all tables locked against changes of the schema: a table that is rewritten later has no rows in an older snapshot.
 * For the same reason the locks come first, for the first query takes the snapshot.
 */
async function lockTables(client: pg.ClientBase): Promise<SnapshotTable[]> {
  for (;;) {
    const before = await tablesOf(client)
    if (before.length === 0) throw new Error('The database is empty: there is nothing to copy.')
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await client.query('set local lock_timeout = 0')
    const names = before.map(({ name }) => pg.escapeIdentifier(name)).join(', ')
    const isLocked = await client.query(`lock table ${names} in access share mode`).then(() => true, unlessDropped)
    const tables = isLocked ? await tablesOf(client) : []
    const locked = new Set(before.map(({ name }) => name))
    if (isLocked && tables.every(({ name }) => locked.has(name))) return tables
    // A migration made or removed tables in between.
    await client.query('rollback')
  }
}

function unlessDropped(error: { code?: string }): false {
  if (error.code === UNDEFINED_TABLE) return false
  throw error
}

const UNDEFINED_TABLE = '42P01'

/** Typed queries over one open connection. */
function databaseOn(client: pg.PoolClient): Db {
  const one = {
    connect: async () => ({ query: client.query.bind(client), release() {} }) as unknown as pg.PoolClient,
    end: async () => {},
  }
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: one as unknown as pg.Pool }) })
}

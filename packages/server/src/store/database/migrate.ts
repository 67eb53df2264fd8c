import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Log } from '../../lib/log.ts'
import { clientConfig, type PoolAddress } from './pool.ts'

export interface Migration {
  number: number
  name: string
  sql: string
  checksum: string
}

/** One process migrates at a time; the number is arbitrary and ours. */
const LOCK = 7_070_001
const FILE = /^(\d{4})_([a-z0-9_]+)\.sql$/
export const migrationsFolder = join(import.meta.dirname, 'migrations')

export function readMigrations(folder: string = migrationsFolder): Migration[] {
  const found = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const [, number, name] = FILE.exec(file) ?? []
      if (number === undefined || name === undefined) throw new Error(`${file} is not named like 0001_name.sql.`)
      const sql = readFileSync(join(folder, file), 'utf8')
      return { number: Number(number), name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
  found.forEach((migration, index) => {
    if (found[index + 1]?.number === migration.number)
      throw new Error(`Two migrations have the number ${migration.number}.`)
  })
  return found
}

/**
 * Brings the database to the program's level: every migration that is missing, in order, each in its own transaction, under a lock
 * that all processes respect. A database that a newer program has migrated, or a migration that was edited after it ran, is refused.
 */
export async function migrate(
  address: PoolAddress,
  log: Log,
  migrations: Migration[] = readMigrations(),
): Promise<number> {
  const client = new pg.Client(clientConfig(address, { name: 'mkt migrate', statementTimeoutMs: 0 }))
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(`create table if not exists schema_migration (
      number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`)
    const applied = await client.query<Applied>('select number, name, checksum from schema_migration order by number')
    const missing = missingMigrations(migrations, applied.rows)
    for (const migration of missing) {
      await apply(client, migration)
      log.debug({ migration: `${migration.number} ${migration.name}` }, 'A migration ran')
    }
    if (missing.length > 0)
      log.info({ from: applied.rows.at(-1)?.number ?? 0, to: missing.at(-1)?.number }, 'The database was migrated')
    return missing.length
  } finally {
    await client.end()
  }
}

export interface Applied {
  number: number
  name: string
  checksum: string
}

/** Which migrations are to be run, given those that were; throws when the two do not fit together. */
export function missingMigrations(known: Migration[], applied: Applied[]): Migration[] {
  for (const done of applied) {
    const migration = known.find((candidate) => candidate.number === done.number)
    if (!migration) {
      throw new Error(
        `The database has migration ${done.number} (${done.name}), which this program does not know: it was used by a newer version. Start that version, or restore a backup.`,
      )
    }
    if (migration.checksum !== done.checksum) {
      throw new Error(
        `Migration ${done.number} (${done.name}) was changed after it ran on this database: restore the file and put the change into a new migration.`,
      )
    }
  }
  return known.filter((migration) => !applied.some((done) => done.number === migration.number))
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(migration.sql)
    await client.query('insert into schema_migration (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(
      `Migration ${migration.number} (${migration.name}) failed and was undone: ${(error as Error).message}`,
      {
        cause: error,
      },
    )
  }
}

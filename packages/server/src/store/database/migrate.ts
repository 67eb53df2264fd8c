import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../../lib/log.ts'
import { applyMigration, type Migration } from './apply-migration.ts'
import { DatabaseClient } from './database-client.ts'
import { refuseHalfRestored } from './half-restored.ts'
import { marksOf, runsInBatches } from './migration-file.ts'
import { isCompatible } from './migration-rules.ts'
import { type Applied, missingMigrations } from './missing-migrations.ts'
import { clientConfig, type PoolAddress } from './pool.ts'

/** One process migrates at a time; the number is arbitrary and ours. */
const LOCK = 7_070_001
const LOCK_EVERY_MS = 200
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
 * Brings the database to the program's level: every migration that is missing, in order, under a lock that all processes respect. A database
 * that a newer program has migrated is left alone if this program can go on with it, and refused otherwise.
 */
export async function migrate(
  address: PoolAddress,
  log: Log,
  migrations: Migration[] = readMigrations(),
  { restoring } = { restoring: false },
): Promise<number> {
  return withMigrator(address, async (client) => {
    await holdLock(client)
    if (!restoring) await refuseHalfRestored(client)
    await prepareTable(client)
    const applied = await appliedMigrations(client)
    const missing = missingMigrations(migrations, applied)
    for (const migration of missing) {
      await applyMigration(client, migration, log)
      log.debug({ migration: `${migration.number} ${migration.name}` }, 'A migration ran')
    }
    if (missing.length > 0)
      log.info({ from: applied.at(-1)?.number ?? 0, to: missing.at(-1)?.number }, 'The database was migrated')
    return missing.length
  })
}

/** Which migrations a start would run, without running them. Throws as a start would. */
export async function planMigrations(
  address: PoolAddress,
  migrations: Migration[] = readMigrations(),
): Promise<{ applied: number; missing: Migration[] }> {
  return withMigrator(address, async (client) => {
    await refuseHalfRestored(client)
    const { rows } = await client.query<{ found: boolean }>(
      "select to_regclass('schema_migration') is not null as found",
    )
    const applied = rows[0]?.found ? await appliedMigrations(client) : []
    return { applied: applied.length, missing: missingMigrations(migrations, applied) }
  })
}

/** For a process that leaves migrating to another one: throws unless the database has everything this program needs. */
export async function requireMigrated(address: PoolAddress, migrations: Migration[] = readMigrations()): Promise<void> {
  const { missing } = await planMigrations(address, migrations)
  const [first] = missing
  if (first === undefined) return
  throw new Error(
    `The database is older than this program: it lacks ${missing.length} of its migrations, ${first.number} (${first.name}) first. Run \`mkt-admin migrate\` of this version, or start with MKT_MIGRATE=1.`,
  )
}

async function withMigrator<Result>(
  address: PoolAddress,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new DatabaseClient(clientConfig(address, { name: 'mkt migrate', statementTimeoutMs: 0 }))
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Asks again and again: a statement that waits for the lock would itself hold up `create index concurrently`. */
async function holdLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [LOCK])
    if (rows[0]?.held) return
    await delay(LOCK_EVERY_MS)
  }
}

async function prepareTable(client: pg.Client): Promise<void> {
  await client.query(`create table if not exists schema_migration (
    number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`)
  await client.query('alter table schema_migration add column if not exists compatible boolean not null default false')
}

async function appliedMigrations(client: pg.Client): Promise<Applied[]> {
  // Before the column exists, no newer program has been here.
  const { rows } = await client.query<Applied>(
    `select number, name, checksum, coalesce((to_jsonb(schema_migration) ->> 'compatible')::boolean, false) as compatible
    from schema_migration order by number`,
  )
  return rows
}

/** What `mkt-admin migrate --plan` says of a migration. */
export function describeMigration({ number, name, sql }: Migration): string {
  const filled = runsInBatches({ number, sql }) ? 'in batches' : 'in a transaction'
  const way = marksOf(sql).outsideTransaction ? 'outside a transaction' : filled
  const former = isCompatible(sql) ? 'the former release goes on' : 'the former release cannot go on'
  return `${String(number).padStart(4, '0')} ${name} (${way}; ${former})`
}

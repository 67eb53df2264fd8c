import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { DatabaseClient } from '../database/database-client.ts'
import { RESTORE_MARK } from '../database/half-restored.ts'
import { clientConfig, type PoolAddress } from '../database/pool.ts'
import { tablesOf } from './snapshot.ts'

async function withClient<Result>(address: PoolAddress, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new DatabaseClient(clientConfig(address, { name: 'mkt-admin restore', statementTimeoutMs: 0 }))
  await client.connect()
  try {
    await client.query('set idle_in_transaction_session_timeout = 0')
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Whether a database holds nothing, the remains of a restore, or something else. */
export function groundOf(address: PoolAddress): Promise<'empty' | 'half-restored' | 'used'> {
  return withClient(address, async (client) => {
    const names = (await tablesOf(client)).map(({ name }) => name)
    if (names.includes(RESTORE_MARK)) return 'half-restored'
    return names.length === 0 ? 'empty' : 'used'
  })
}

/** From here on no process starts on the database until `endRestore`. */
export function beginRestore(address: PoolAddress, archive: string): Promise<void> {
  return withClient(address, async (client) => {
    await client.query(
      `create table if not exists ${RESTORE_MARK} (archive text not null, begun_at timestamptz not null default now())`,
    )
    await client.query(`insert into ${RESTORE_MARK} (archive) values ($1)`, [archive])
  })
}

export function endRestore(address: PoolAddress): Promise<void> {
  return withClient(address, async (client) => void (await client.query(`drop table ${RESTORE_MARK}`)))
}

export interface RestoredTable {
  name: string
  columns: readonly string[]
  rows: number
}

/**
 * Fills a migrated database in one transaction. Foreign keys are taken away and put back, which checks them: that needs only the owner
 * of the tables, and no order of tables. Throws where a table gets another number of rows than it should.
 */
export function fillDatabase(
  address: PoolAddress,
  content: {
    tables: readonly RestoredTable[]
    sequences: readonly { name: string; value: string; called: boolean }[]
    open(table: string): Promise<Readable>
  },
): Promise<void> {
  return withClient(address, async (client) => {
    await client.query('begin')
    const present = (await tablesOf(client)).map(({ name }) => name).filter((name) => name !== RESTORE_MARK)
    const own = present.filter((name) => name !== 'schema_migration')
    const strange = content.tables.find(({ name }) => !own.includes(name))
    if (strange !== undefined)
      throw new Error(`The backup has a table ${strange.name} that its migrations do not make.`)
    const keys = await client.query<{ table: string; name: string; definition: string }>(
      `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by 1, 2`,
    )
    for (const { table, name } of keys.rows)
      await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`)
    for (const name of own) await client.query(`alter table ${pg.escapeIdentifier(name)} disable trigger user`)
    await client.query(`truncate ${own.map((name) => pg.escapeIdentifier(name)).join(', ')}`)
    for (const table of content.tables) {
      const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ')
      const target = client.query(copyFrom(`copy ${pg.escapeIdentifier(table.name)} (${columns}) from stdin`))
      await pipeline(await content.open(table.name), target)
      if (target.rowCount !== table.rows)
        throw new Error(`${table.name} got ${target.rowCount} rows; the backup has ${table.rows}.`)
    }
    for (const { name, value, called } of content.sequences)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [pg.escapeIdentifier(name), value, called])
    for (const name of own) await client.query(`alter table ${pg.escapeIdentifier(name)} enable trigger user`)
    for (const { table, name, definition } of keys.rows)
      await client.query(`alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`)
    await client.query('commit')
  })
}

/** How many rows each table has. */
export function rowCounts(address: PoolAddress): Promise<Map<string, number>> {
  return withClient(address, async (client) => {
    const counts = new Map<string, number>()
    for (const { name } of await tablesOf(client)) {
      const { rows } = await client.query<{ count: number }>(
        `select count(*) as count from ${pg.escapeIdentifier(name)}`,
      )
      counts.set(name, rows[0]?.count ?? 0)
    }
    return counts
  })
}

const SCRATCH = 'mkt_drill_'

/** Makes a database beside this one for as long as the work takes. What killed ones left behind is removed first. */
export async function withScratchDatabase<Result>(
  address: PoolAddress,
  id: string,
  work: (scratch: PoolAddress) => Promise<Result>,
): Promise<Result> {
  const name = `${SCRATCH}${id}`
  const quoted = pg.escapeIdentifier(name)
  await withClient(address, async (client) => {
    await dropAbandoned(client)
    await client.query(`create database ${quoted} template template0`)
  })
  const scratch = besides(address, name)
  try {
    // One connection stays open: by it others know that the database is in use.
    return await withClient(scratch, () => work(scratch))
  } finally {
    await withClient(address, async (client) => void (await client.query(`drop database ${quoted} with (force)`)))
  }
}

async function dropAbandoned(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database
     where datname ~ $1 and pg_get_userbyid(datdba) = current_user
       and not exists (select 1 from pg_stat_activity where pg_stat_activity.datname = pg_database.datname)`,
    [`^${SCRATCH}[0-9a-f]{12}$`],
  )
  for (const { name } of rows)
    await client.query(`drop database if exists ${pg.escapeIdentifier(name)}`).catch((error: { code?: string }) => {
      // Somebody connected in between.
      if (error.code !== OBJECT_IN_USE) throw error
    })
}

const OBJECT_IN_USE = '55006'

function besides(address: PoolAddress, database: string): PoolAddress {
  if (!('connectionString' in address)) return { ...address, database }
  // Not by URL: addresses with several hosts or none are no URLs.
  return { connectionString: address.connectionString.replace(/^(\w+:\/\/[^/?]*)(\/[^?]*)?/, `$1/${database}`) }
}

import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../../lib/log.ts'
import { runBatches } from './migration-batches.ts'
import { marksOf, runsInBatches, statementsOf } from './migration-file.ts'
import { isCompatible } from './migration-rules.ts'

export interface Migration {
  number: number
  name: string
  sql: string
  checksum: string
}

/**
 * A statement that waits for a lock makes everybody behind it wait too, readers included. So it waits this long, lets the others pass,
 * and tries again.
 */
export interface LockPatience {
  waitMs: number
  pauseMs: number
  attempts: number
}

const usual: LockPatience = { waitMs: 2_000, pauseMs: 3_000, attempts: 120 }
/** A lock was not to be had in time, or a transaction that waits for ours had one that we need: both pass. */
const PASSING = new Set(['55P03', '40P01'])

/**
 * Runs one migration and notes it: in one transaction, or statement by statement where its file says so. One that fills rows has filled
 * nearly all of them, some at a time, when that transaction begins.
 */
export async function applyMigration(
  client: pg.Client,
  migration: Migration,
  log: Log,
  patience: LockPatience = usual,
): Promise<void> {
  const { outsideTransaction } = marksOf(migration.sql)
  const patiently = (work: () => Promise<void>) => untilLocked(migration, log, patience, work)
  await client.query(`set lock_timeout = '${patience.waitMs}ms'`)
  if (runsInBatches(migration))
    for (const statement of statementsOf(migration.sql)) await runBatches(client, statement, patiently)
  await patiently(() => (outsideTransaction ? runAlone(client, migration) : runTogether(client, migration)))
}

async function untilLocked(
  migration: Migration,
  log: Log,
  { pauseMs, attempts }: LockPatience,
  work: () => Promise<void>,
): Promise<void> {
  const title = `Migration ${migration.number} (${migration.name})`
  const goesOn = marksOf(migration.sql).outsideTransaction || runsInBatches(migration)
  const undone = goesOn ? 'failed; it goes on where it stopped with the next start' : 'failed and was undone'
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      if (!PASSING.has(code ?? '')) throw new Error(`${title} ${undone}: ${message}`, { cause: error })
      if (attempt >= attempts)
        throw new Error(
          `${title} ${undone}: a lock was not to be had in ${attempts} attempts. End the long transactions that hold it (select * from pg_stat_activity where xact_start < now() - interval '1 minute') and start again.`,
          { cause: error },
        )
      log.warn(
        { migration: migration.number, attempt },
        'A migration waits for a lock; it lets others pass and tries again',
      )
      await delay(pauseMs)
    }
  }
}

async function runTogether(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await note(client, migration)
    await client.query('commit')
  } catch (error) {
    // Where the connection is gone, the first error says why.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function runAlone(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of statementsOf(migration.sql)) {
    await dropUnfinished(client, statement)
    await client.query(statement)
  }
  await note(client, migration)
}

/** An index whose making was interrupted stays behind unusable, and `if not exists` would leave it so. */
async function dropUnfinished(client: pg.Client, statement: string): Promise<void> {
  const name = /^create (?:unique )?index concurrently if not exists (\w+) /i.exec(statement)?.[1]
  if (name === undefined) return
  const { rowCount } = await client.query(
    'select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [name],
  )
  if (rowCount) await client.query(`drop index concurrently if exists ${name}`)
}

async function note(client: pg.Client, { number, name, checksum, sql }: Migration): Promise<void> {
  await client.query('insert into schema_migration (number, name, checksum, compatible) values ($1, $2, $3, $4)', [
    number,
    name,
    checksum,
    isCompatible(sql),
  ])
}

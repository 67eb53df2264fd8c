import type { Transaction } from 'kysely'
import { insideTransaction } from './ask-as.ts'
import type { Database, Db } from './database.ts'

export type Trx = Transaction<Database>

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const UNIQUE_VIOLATION = '23505'
/** Two processes began the same row at the same moment; beside the primary key, "on conflict" does not see that. */
const FORMER_KEY = /_former$/
const ATTEMPTS = 5

/**
 * Runs the work in one transaction and commits it. When the database gave up because of other transactions, the whole work runs again,
 * so it must not do anything outside the database. Inside a transaction the work simply joins it.
 */
export async function transaction<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return work(db as Trx)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute((trx) => insideTransaction(() => work(trx)))
    } catch (error) {
      if (attempt >= ATTEMPTS || !collided(error)) throw error
    }
  }
}

function collided(error: unknown): boolean {
  const { code, constraint = '' } = (error ?? {}) as { code?: string; constraint?: string }
  if (code === UNIQUE_VIOLATION) return FORMER_KEY.test(constraint)
  return code === SERIALIZATION_FAILURE || code === DEADLOCK
}

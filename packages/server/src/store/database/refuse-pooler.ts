import type pg from 'pg'

/** A pooler in front of the database gives each transaction another session. */
export class PoolerError extends Error {
  override name = 'PoolerError'
  constructor() {
    super(
      'DATABASE_URL leads to a connection pooler in transaction mode (PgBouncer, for example). The platform needs sessions of its own: it listens for changes, prepares statements and sets time-outs for a session. Give the address of PostgreSQL itself, or of a pool in session mode that passes statement_timeout, lock_timeout and idle_in_transaction_session_timeout on. Each process holds its connections open anyway: see MKT_DATABASE_CONNECTIONS.',
    )
  }
}

/** PgBouncer refuses the settings of a session unless it is told to pass them on or to ignore them. */
export function isUnsupportedParameter(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/.test(error.message)
}

/**
 * Throws when two connections do not have a session each. Between transactions a pooler in transaction mode gives the session of the first one
 * to the second, and the first one gets another.
 */
export async function refusePooler(one: pg.Client, other: pg.Client): Promise<void> {
  const before = await sessionOf(one)
  await other.query('begin')
  try {
    const taken = await sessionOf(other)
    if (taken === before || (await sessionOf(one)) !== before) throw new PoolerError()
  } finally {
    await other.query('rollback')
  }
}

async function sessionOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ session: number }>('select pg_backend_pid() as session')
  return rows[0]?.session
}

import type pg from 'pg'
import { silentLog } from '../../lib/log.ts'
import { createDatabase, type Db } from '../../store/database/database.ts'
import type { PoolAddress } from '../../store/database/pool.ts'
import { createPool } from '../../store/database/pool.ts'

export interface MortalDatabase {
  db: Db
  /**
   * From now on the process that uses this database dies before its statement number `statements + 1`: nothing that waits for it ever
   * goes on, and its connections break. A kill while a statement runs, or right after, is the same for the database as one before the next.
   */
  dieAfter(statements: number): { died: Promise<void> }
  /** The same for the connection alone: the process lives on, and every further statement is refused. */
  breakAfter(statements: number): void
  /** Like a new process: statements are sent again. */
  revive(): Promise<void>
}

/** A database whose user can be killed at any statement. */
export function mortalDatabase(address: PoolAddress): MortalDatabase {
  const open = () => createPool(address, { name: 'mkt mortal', max: 4 }, silentLog)
  const never = () => new Promise<never>(() => {})
  let pool = open()
  let clients = new Set<pg.PoolClient>()
  let left = Number.POSITIVE_INFINITY
  let survives = false
  let death = Promise.withResolvers<void>()
  const end = () => (survives ? Promise.reject(new Error('Connection terminated unexpectedly')) : never())

  function die(): Promise<never> {
    left = -1
    for (const client of clients) {
      const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
      connection.stream.destroy()
    }
    death.resolve()
    return end()
  }

  function mortal(client: pg.PoolClient): pg.PoolClient {
    if (clients.has(client)) return client
    clients.add(client)
    const query = client.query.bind(client) as (...input: unknown[]) => Promise<unknown>
    client.query = ((...input: unknown[]) => {
      if (left <= 0) return die()
      left -= 1
      return query(...input)
    }) as typeof client.query
    return client
  }

  const connect = async () => (left < 0 ? end() : mortal(await pool.connect()))
  // Shares of connections that the dead held are never given back here, as the next process has new ones.
  const options = { ...pool.options, max: 10_000 }
  return {
    db: createDatabase({ options, connect, end: () => pool.end() } as unknown as pg.Pool),
    dieAfter(statements) {
      left = statements
      survives = false
      death = Promise.withResolvers()
      return { died: death.promise }
    },
    breakAfter(statements) {
      left = statements
      survives = true
    },
    async revive() {
      left = Number.POSITIVE_INFINITY
      clients = new Set()
      pool = open()
    },
  }
}

import pg from 'pg'
import type { Log } from '../../lib/log.ts'

/** Connections to the database, as those who run prepared statements of their own take it. */
export type Pool = pg.Pool

export type PoolAddress = { connectionString: string } | { host: string; port: number; user: string; database: string }

export interface PoolOptions {
  /** Who we are in the server's list of connections. */
  name: string
  max?: number
  /** A statement that takes longer is ended; 0 for none. */
  statementTimeoutMs?: number
}

const INT8 = 20

/** Whole numbers of 64 bits arrive as numbers: ours (sizes, counters) stay far below 2^53. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8 && format !== 'binary') return (text: string) => Number(text)
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

export function clientConfig(address: PoolAddress, options: PoolOptions): pg.ClientConfig {
  return {
    ...address,
    application_name: options.name,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    // A server that hangs ends no statement: then we do, a little later.
    ...(options.statementTimeoutMs === 0 ? {} : { query_timeout: (options.statementTimeoutMs ?? 15_000) + 5_000 }),
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    types: types as pg.CustomTypesConfig,
  }
}

/**
 * A second pool on the same database whose commits do not wait for the disk. For what may be forgotten in a crash of the database without
 * harm, because it would only be done again: leases, and outcomes of deliveries.
 */
export function relaxedPool(pool: pg.Pool, log: Log): pg.Pool {
  const relaxed = new pg.Pool({ ...pool.options, max: 6, options: '-c synchronous_commit=off' })
  relaxed.on('error', (error) => log.warn({ error: error.message }, 'An idle database connection broke'))
  relaxed.on('connect', (client) => client.on('error', () => {}))
  return relaxed
}

/**
 * A pool of connections. A connection that breaks while idle is logged and replaced, never the end of the process. While the
 * pool is being closed a break is no news: `end` does not wait until the server has seen every goodbye.
 */
export function createPool(address: PoolAddress, options: PoolOptions, log: Log): pg.Pool {
  const pool = new pg.Pool({ ...clientConfig(address, options), max: options.max ?? 20, idleTimeoutMillis: 30_000 })
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ error: error.message }, 'An idle database connection broke')
  })
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

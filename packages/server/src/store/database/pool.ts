import pg from 'pg'
import { briefly, type Log } from '../../lib/log.ts'
import { DatabaseClient, type DatabaseClientConfig } from './database-client.ts'
import { serversOf } from './servers.ts'

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

/** A statement waits this long for a lock; then it fails, and the request is answered 503 instead of holding a connection. */
const LOCK_TIMEOUT_MS = 10_000
/** After this time without traffic the system asks whether the other side is still there. */
const KEEP_ALIVE_MS = 10_000
/** Connections for commits that need not wait for the disk, beside those of the pool. */
export const RELAXED_CONNECTIONS = 6

const INT8 = 20

/** Whole numbers of 64 bits arrive as numbers: ours (sizes, counters) stay far below 2^53. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8 && format !== 'binary') return (text: string) => Number(text)
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

export function clientConfig(address: PoolAddress, options: PoolOptions): DatabaseClientConfig {
  return {
    ...address,
    servers: 'connectionString' in address ? serversOf(address.connectionString) : undefined,
    application_name: options.name,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    lock_timeout: LOCK_TIMEOUT_MS,
    // A server that hangs ends no statement: then we do, a little later.
    ...(options.statementTimeoutMs === 0 ? {} : { query_timeout: (options.statementTimeoutMs ?? 15_000) + 5_000 }),
    idle_in_transaction_session_timeout: 60_000,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: types as pg.CustomTypesConfig,
    session: UNCOMPILED,
  }
}

/**
 * Our statements touch few rows. Where the planner guesses many, the database would compile the statement each time it runs, which takes a
 * hundred times as long as running it.
 */
const UNCOMPILED = { jit: 'off' }

/**
 * A plan is kept as long as its connection. One that was made while a table was small would read all of it when it is large, so these
 * connections always go along an index.
 */
const BY_INDEX = { enable_seqscan: 'off', enable_bitmapscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' }
/** So there is one way for any values. Left to itself, the database plans a claim of few routes each time, which costs as much as reading it. */
const PLANNED_ONCE = { plan_cache_mode: 'force_generic_plan' }

/**
 * A second pool on the same database whose commits do not wait for the disk. For what may be forgotten in a crash of the database without
 * harm, because it would only be done again: leases, and outcomes of deliveries.
 */
export function relaxedPool(pool: pg.Pool, log: Log): pg.Pool {
  const session = { ...UNCOMPILED, synchronous_commit: 'off', ...BY_INDEX, ...PLANNED_ONCE }
  const config: pg.PoolConfig & DatabaseClientConfig = { ...pool.options, max: RELAXED_CONNECTIONS, session }
  return watched(new pg.Pool(config), log)
}

/**
 * A pool of connections. A connection that breaks while idle is logged and replaced, never the end of the process. While the
 * pool is being closed a break is no news: `end` does not wait until the server has seen every goodbye.
 */
export function createPool(address: PoolAddress, options: PoolOptions, log: Log): pg.Pool {
  const config = { ...clientConfig(address, options), Client: DatabaseClient as unknown as typeof pg.Client }
  return watched(new pg.Pool({ ...config, max: options.max ?? 20, idleTimeoutMillis: 30_000 }), log)
}

function watched(pool: pg.Pool, log: Log): pg.Pool {
  const clients = new Set<DatabaseClient>()
  pool.on('error', (error) => {
    if (!pool.ending) log.warn(briefly(error), 'An idle database connection broke')
  })
  pool.on('connect', (client) => {
    client.on('error', () => {})
    clients.add(client as unknown as DatabaseClient)
  })
  pool.on('remove', (client) => clients.delete(client as unknown as DatabaseClient))
  // What is still connected to the former server would fail with the next write, or hang.
  const { servers } = pool.options as DatabaseClientConfig
  servers?.onMove((server) => {
    if (!pool.ending) log.warn({}, 'Another database server takes writes now; connections go there')
    for (const client of clients) if (client.server !== server) client.abandon()
  })
  return pool
}

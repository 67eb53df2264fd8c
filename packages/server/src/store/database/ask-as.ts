import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { createFairQueue, QueueFull } from '../../lib/sharing/fair-queue.ts'

interface Asking {
  party: string
  inTransaction: boolean
}

const asking = new AsyncLocalStorage<Asking | undefined>()

/** Does the work of a request: its statements count for this party, which has a share of the connections. */
export function askAs<Result>(party: string, work: () => Result): Result {
  return asking.run({ party, inTransaction: false }, work)
}

/** Work that several parties share, such as one look-up for all who wait: it must not stand behind what the party asked that began it. */
export function askAsNobody<Result>(work: () => Result): Result {
  return asking.run(undefined, work)
}

/** Does what a request leaves for later, such as the next part of its answer, for the party that asks now. */
export function asSameParty(): <Result>(work: () => Result) => Result {
  const own = asking.getStore()
  return (work) => asking.run(own, work)
}

/**
 * What a transaction asks besides, by a connection of its own, has no turn: if all transactions of a party waited for one, none of them would
 * end.
 */
export function insideTransaction<Result>(work: () => Result): Result {
  const own = asking.getStore()
  return own === undefined ? work() : asking.run({ ...own, inTransaction: true }, work)
}

/** Of all connections of a process: what one party may hold, and all parties together. The rest is for what works without being asked. */
const PARTY_SHARE = 1 / 5
const SHARE_OF_ALL = 3 / 4

const WAIT_MS = 10_000

const part = (max: number, share: number) => Math.max(1, Math.floor(max * share))

/** What a pool says whose connections are all taken for too long. Callers know it, and `QueueFull` means their own queues to them. */
const noConnection = () => new Error('timeout exceeded when trying to connect')

/**
 * The same connections for requests: parties take turns for them. A pool alone is one line, in which a request of one party waits for all that
 * another party sent before.
 */
export function sharedByParty(pool: pg.Pool, waitMs = WAIT_MS): PostgresPool {
  const turns = createFairQueue({
    running: part(pool.options.max, SHARE_OF_ALL),
    runningPerParty: part(pool.options.max, PARTY_SHARE),
    waiting: 10_000,
    waitingPerParty: 1_000,
    waitMs,
  })

  function connectInTurn(party: string): Promise<pg.PoolClient> {
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>()
    const hold = async () => {
      const client = await pool.connect()
      const { release } = client
      const { promise: released, resolve: free } = Promise.withResolvers<void>()
      client.release = (error) => {
        free()
        release(error)
      }
      resolve(client)
      await released
    }
    turns.run(party, hold).catch((error: unknown) => reject(error instanceof QueueFull ? noConnection() : error))
    return promise
  }

  return {
    options: pool.options,
    async connect() {
      const own = asking.getStore()
      return own === undefined || own.inTransaction ? pool.connect() : connectInTurn(own.party)
    },
    end: () => pool.end(),
  }
}

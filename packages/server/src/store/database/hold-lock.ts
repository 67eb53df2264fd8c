import { DatabaseClient } from './database-client.ts'
import { clientConfig, type PoolAddress } from './pool.ts'

export interface HeldLock {
  /** Fails once the lock may be another's, because its connection broke. */
  check(): Promise<void>
}

/**
 * Runs work that no other process may do at the same time. The lock is of the connection, so that it ends with the process, and no
 * transaction stays open. Undefined where another process holds it.
 */
export async function withLock<Result>(
  address: PoolAddress,
  { name, number }: { name: string; number: number },
  work: (lock: HeldLock) => Promise<Result>,
): Promise<{ result: Result } | undefined> {
  const client = new DatabaseClient(clientConfig(address, { name }))
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [number])
    if (rows[0]?.held !== true) return undefined
    const check = async () => {
      await client.query('select 1')
    }
    return { result: await work({ check }) }
  } finally {
    await client.end().catch(() => {})
  }
}

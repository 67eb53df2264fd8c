import { systemClock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { systemRandom } from '../lib/random.ts'
import { createDatabase } from '../store/database/database.ts'
import { createPool, type PoolAddress } from '../store/database/pool.ts'

/** What a change of this process needs. Nothing here listens to changes; processes that run hear of them from the database. */
export async function withGround(
  address: PoolAddress,
  log: Log,
  work: (ground: ChangeGround) => Promise<void>,
): Promise<void> {
  const pool = createPool(address, { name: 'mkt-admin', max: 2 }, log)
  try {
    await work(groundOf(pool))
  } finally {
    await pool.end()
  }
}

export type ChangeGround = ReturnType<typeof groundOf>

const groundOf = (pool: ReturnType<typeof createPool>) => ({
  db: createDatabase(pool),
  clock: systemClock,
  random: systemRandom,
  changes: { tell: async () => {} },
})

/** Tells the operator. */
export function say(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}

import { count } from '@mkt/contract/text'
import type { Log } from '../lib/log.ts'
import { describeMigration, migrate, planMigrations } from '../store/database/migrate.ts'
import type { PoolAddress } from '../store/database/pool.ts'

/** `mkt-admin migrate [--plan]`: says what a start of this version would run, and runs it. */
export async function runMigrate(planned: boolean, address: PoolAddress, log: Log): Promise<void> {
  const { applied, missing } = await planMigrations(address)
  const lines = missing.map((migration) => `  ${describeMigration(migration)}`)
  const what = missing.length === 0 ? 'none is missing' : `${missing.length} missing:`
  process.stdout.write(`${[`${count(applied, 'migration')} applied, ${what}`, ...lines].join('\n')}\n`)
  if (!planned) await migrate(address, log)
}

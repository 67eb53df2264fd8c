import { removeApplications, WorkersRunning } from '../actions/deployment/remove-applications.ts'
import { ConfigError } from '../config/config-error.ts'
import type { Config } from '../config.ts'
import type { Log } from '../lib/log.ts'
import { createDatabase } from '../store/database/database.ts'
import { migrate } from '../store/database/migrate.ts'
import { createPool, type PoolAddress } from '../store/database/pool.ts'

/** `mkt-server remove-applications`: the last command before a platform is taken down for good. */
export async function runRemoveApplications(
  config: Config,
  address: PoolAddress,
  log: Log,
  alone: boolean,
): Promise<void> {
  await migrate(address, log)
  const pool = createPool(address, { name: 'mkt remove-applications', max: 2 }, log)
  const { dataDir, kubernetes } = config
  try {
    const engines = await removeApplications({ db: createDatabase(pool) }, { dataDir, kubernetes, alone })
    const where = engines.length === 0 ? 'any engine' : engines.join(' and ')
    process.stdout.write(`Nothing of this platform is left on ${where}.\n`)
  } catch (error) {
    throw error instanceof WorkersRunning ? new ConfigError(error.message) : error
  } finally {
    await pool.end()
  }
}

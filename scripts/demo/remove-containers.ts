import { removeApplications } from '../../packages/server/src/actions/deployment/remove-applications.ts'
import { loadConfig } from '../../packages/server/src/config.ts'
import { startEmbedded } from '../../packages/server/src/laptop/embedded/start-embedded.ts'
import { silentLog } from '../../packages/server/src/lib/log.ts'
import { createDatabase } from '../../packages/server/src/store/database/database.ts'
import { migrate } from '../../packages/server/src/store/database/migrate.ts'
import { createPool } from '../../packages/server/src/store/database/pool.ts'

/**
 * Removes what a laptop start left on its engine. Its database knows by which name the engine knows it; one that does not
 * start any more must not prevent a reset.
 */
export async function removeContainersOf(dataDir: string): Promise<void> {
  const { kubernetes } = loadConfig({ ...process.env, MKT_DATA_DIR: dataDir })
  const database = await startEmbedded({ dataDir, log: silentLog }).catch((error: Error) => {
    process.stderr.write(`${error.message}\nSo containers of the demo, if any are left, were not looked for.\n`)
    return undefined
  })
  if (database === undefined) return
  try {
    await migrate(database.poolConfig, silentLog)
    const pool = createPool(database.poolConfig, { name: 'mkt reset', max: 2 }, silentLog)
    try {
      await removeApplications({ db: createDatabase(pool) }, { dataDir, kubernetes, alone: true })
    } finally {
      await pool.end()
    }
  } finally {
    await database.stop()
  }
}

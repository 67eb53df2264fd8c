import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '../../laptop/embedded/start-embedded.ts'
import { silentLog } from '../../lib/log.ts'
import { migrate } from '../../store/database/migrate.ts'

/** Makes the database of a laptop with every migration in it, below a folder of this run. Those who make it at the same time take the first. */
export async function makeMigratedFolder(run: string, made: string): Promise<void> {
  const draft = mkdtempSync(join(run, 'database-'))
  try {
    const server = await startEmbedded({ dataDir: draft, log: silentLog, settings: { fsync: 'off' } })
    try {
      await migrate(server.poolConfig, silentLog)
    } finally {
      await server.stop()
    }
    const data = join(draft, 'postgres/data')
    if (existsSync(data)) renameSync(data, made)
  } catch (error) {
    if (!existsSync(made)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

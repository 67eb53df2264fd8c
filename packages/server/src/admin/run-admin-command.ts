import { ConfigError } from '../config/config-error.ts'
import { type Config, loadConfig } from '../config.ts'
import { createLog, type Log } from '../lib/log.ts'
import { prepareFolder } from '../lib/process/prepare-folder.ts'
import type { PoolAddress } from '../store/database/pool.ts'
import { serversOf } from '../store/database/servers.ts'
import { type AdminGround, adminCommands } from './admin-commands.ts'

/** The database of a running platform, or the one in the data folder for as long as the command takes: then it has that to itself. */
async function withDatabase(
  config: Config,
  log: Log,
  work: (address: PoolAddress, alone: boolean) => Promise<void>,
): Promise<void> {
  if (config.databaseUrl !== undefined) {
    await serversOf(config.databaseUrl).findWriter()
    return work({ connectionString: config.databaseUrl }, false)
  }
  const { runningEmbedded } = await import('../laptop/embedded/running-embedded.ts')
  const running = await runningEmbedded(config.dataDir)
  if (running !== undefined) return work(running, false)
  prepareFolder(config.dataDir)
  const { startEmbedded } = await import('../laptop/embedded/start-embedded.ts')
  const embedded = await startEmbedded({ dataDir: config.dataDir, log })
  try {
    await work(embedded.poolConfig, true)
  } finally {
    await embedded.stop()
  }
}

/** Every command of `mkt-admin` and `mkt-server` that needs the platform. */
export async function runAdminCommand(args: readonly string[], ground: AdminGround): Promise<void> {
  const [command = '', ...rest] = args
  // An archive is checked where it lies: the database may be what was lost.
  if (command === 'verify' && rest.length > 0) {
    const { readBackupOrder, runVerifyArchive } = await import('./backup-platform.ts')
    return runVerifyArchive(readBackupOrder(rest, [], ground.usage), loadConfig(ground.env))
  }
  const read = Object.hasOwn(adminCommands, command) ? adminCommands[command] : undefined
  const work = await read?.(rest, ground)
  if (work === undefined)
    throw new ConfigError(
      args.length === 0 ? ground.usage : `There is no command "${args.join(' ')}".\n\n${ground.usage}`,
    )
  const config = loadConfig(ground.env)
  const log = createLog({ level: config.logLevel, readable: !config.production })
  return withDatabase(config, log, (address, alone) => work(config, address, log, alone))
}

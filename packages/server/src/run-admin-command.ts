import { existsSync } from 'node:fs'
import { count } from '@mkt/contract/text'
import { readBackupOrder, runBackup, runDrill, runRestore, runVerifyArchive } from './backup-platform.ts'
import { confirmTakeover, importFiles, runLogLevel } from './change-platform.ts'
import { ConfigError } from './config/config-error.ts'
import { isOrigin } from './config/kinds.ts'
import { type Config, loadConfig } from './config.ts'
import { readOperatorOrder, runCreateOperator } from './create-operator.ts'
import { runDoctor } from './doctor.ts'
import { readLevelOrder } from './domain/platform/log-level.ts'
import { runningEmbedded } from './laptop/embedded/running-embedded.ts'
import { startEmbedded } from './laptop/embedded/start-embedded.ts'
import { createLog, type Log } from './lib/log.ts'
import { readMoveOrder, runMoveBlobs } from './move-blobs.ts'
import { runRemoveApplications } from './remove-applications.ts'
import { describeMigration, migrate, planMigrations } from './store/database/migrate.ts'
import type { PoolAddress } from './store/database/pool.ts'
import { serversOf } from './store/database/servers.ts'
import { runSupport } from './support.ts'
import { runVerify } from './verify-platform.ts'

/** Says what a start of this version would run, or runs it. */
async function runMigrate(planned: boolean, address: PoolAddress, log: Log): Promise<void> {
  const { applied, missing } = await planMigrations(address)
  const lines = missing.map((migration) => `  ${describeMigration(migration)}`)
  const what = missing.length === 0 ? 'none is missing' : `${missing.length} missing:`
  process.stdout.write(`${[`${count(applied, 'migration')} applied, ${what}`, ...lines].join('\n')}\n`)
  if (!planned) await migrate(address, log)
}

/** The database of a running platform, or the one in the data folder for as long as the command takes. */
async function withDatabase(config: Config, log: Log, work: (address: PoolAddress) => Promise<void>): Promise<void> {
  if (config.databaseUrl !== undefined) {
    await serversOf(config.databaseUrl).findWriter()
    return work({ connectionString: config.databaseUrl })
  }
  const running = await runningEmbedded(config.dataDir)
  if (running !== undefined) return work(running)
  const embedded = await startEmbedded({ dataDir: config.dataDir, log })
  try {
    await work(embedded.poolConfig)
  } finally {
    await embedded.stop()
  }
}

interface Ground {
  usage: string
  env: NodeJS.ProcessEnv
}

type Work = (config: Config, address: PoolAddress, log: Log) => Promise<void>

/** What the arguments ask for, or throws with how to use the program. */
function readCommand(args: readonly string[], { usage, env }: Ground): Work {
  const [command, ...rest] = args
  if (command === 'create-operator') {
    const order = readOperatorOrder(rest)
    return (_, address, log) => runCreateOperator(order, address, log)
  }
  if (command === 'migrate' && (rest.length === 0 || (rest.length === 1 && rest[0] === '--plan')))
    return (_, address, log) => runMigrate(rest.length === 1, address, log)
  if (command === 'remove-applications' && rest.length === 0) return runRemoveApplications
  if (command === 'verify' && rest.length === 0) return runVerify
  if (command === 'backup') {
    const order = readBackupOrder(rest, ['--without-blobs'], usage)
    return (config, address) => runBackup(order, config, address)
  }
  if (command === 'restore') {
    const order = readBackupOrder(rest, ['--again', '--without-key'], usage)
    return (config, address, log) => runRestore(order, config, address, log)
  }
  if (command === 'drill') {
    const order = readBackupOrder(rest, [], usage)
    return (config, address, log) => runDrill(order, config, address, log)
  }
  if (command === 'blobs' && rest[0] === 'move') {
    const order = readMoveOrder(rest.slice(1))
    return (config, address, log) => runMoveBlobs(order, config, address, log)
  }
  if (command === 'log-level') {
    const order = readLevelOrder(rest)
    if (order === undefined)
      throw new ConfigError(
        'Give a part (api, gateway, state, relay, worker) and a level (debug, info, warn, error, silent) or reset, for example: mkt-admin log-level gateway debug --minutes 15',
      )
    return (_, address, log) => runLogLevel(order, address, log)
  }
  if (command === 'doctor' && rest.length === 0) return runDoctor
  const [archive, ...more] = rest
  if (command === 'support' && archive !== undefined && more.length === 0) {
    if (existsSync(archive)) throw new ConfigError(`${archive} exists already. Name a new file.`)
    return (config, address, log) => runSupport(archive, config, address, log, env)
  }
  if (command === 'confirm-takeover' && rest.length <= 1) {
    const [gatewayUrl] = rest
    if (gatewayUrl !== undefined && !isOrigin(gatewayUrl))
      throw new ConfigError('Give the gateway address as an origin such as https://gateway.example.com.')
    return (_, address, log) => confirmTakeover(gatewayUrl, address, log)
  }
  const [verb, ...files] = rest
  if (command !== 'advisories' || verb !== 'import' || files.length === 0)
    throw new ConfigError(command === undefined ? usage : `There is no command "${args.join(' ')}".\n\n${usage}`)
  const missing = files.find((file) => !existsSync(file))
  if (missing !== undefined) throw new ConfigError(`There is no file ${missing}.`)
  return (_, address, log) => importFiles(files, address, log)
}

/** Every command of `mkt-admin` that needs the platform. */
export async function runAdminCommand(args: readonly string[], ground: Ground): Promise<void> {
  // An archive is checked where it lies: the database may be what was lost.
  if (args[0] === 'verify' && args.length > 1)
    return runVerifyArchive(readBackupOrder(args.slice(1), [], ground.usage), loadConfig(ground.env))
  const work = readCommand(args, ground)
  const config = loadConfig(ground.env)
  const log = createLog({ level: config.logLevel, readable: !config.production })
  return withDatabase(config, log, (address) => work(config, address, log))
}

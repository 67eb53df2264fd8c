#!/usr/bin/env -S sh -c 'n=$(dirname "$(readlink -f "$0")")/../../../node_modules/.bin/node; [ -x "$n" ] || n=node; exec "$n" "$0" "$@"'
// The line above takes the Node of this clone, for the one on the path may be too old to run TypeScript.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { count } from '@mkt/contract/text'
import { OciError } from '@mkt/oci'
import { importAdvisories } from './actions/material/import-advisories.ts'
import { recordTakeover } from './actions/platform/confirm-takeover.ts'
import { setLogLevel } from './actions/platform/log-levels.ts'
import { byPlatform } from './actions/platform/origin.ts'
import { readBackupOrder, runBackup, runDrill, runRestore, runVerifyArchive } from './backup-platform.ts'
import { isOrigin } from './config/kinds.ts'
import { type Config, ConfigError, loadConfig } from './config.ts'
import { readOperatorOrder, runCreateOperator } from './create-operator.ts'
import { runDoctor } from './doctor.ts'
import { type LevelOrder, readLevelOrder } from './domain/platform/log-level.ts'
import { runningEmbedded } from './laptop/embedded/running-embedded.ts'
import { startEmbedded } from './laptop/embedded/start-embedded.ts'
import { systemClock } from './lib/clock.ts'
import { createLog, type Log } from './lib/log.ts'
import { systemRandom } from './lib/random.ts'
import { readMoveOrder, runMoveBlobs } from './move-blobs.ts'
import { runRemoveApplications } from './remove-applications.ts'
import { runPointInTime } from './run-point-in-time.ts'
import { explainStartFailure } from './start-failure.ts'
import { createDatabase } from './store/database/database.ts'
import { describeMigration, migrate, planMigrations } from './store/database/migrate.ts'
import { createPool, type PoolAddress } from './store/database/pool.ts'
import { serversOf } from './store/database/servers.ts'
import { runSupport } from './support.ts'
import { runVerify } from './verify-platform.ts'

const USAGE = `mkt-admin <command>

  advisories import <file>…   import OSV archives (<ecosystem>/all.zip) and match every release again
  blobs move --to <place>     move the bytes of images to folder or s3://bucket/prefix while the platform runs
  create-operator --email …   make an operator account (--password-stdin reads the password)
  confirm-takeover [address]  confirm that this copy of a platform takes over, with this gateway address if it is another one
  doctor                      check database, clock, disk, names, TLS, engine, egress, mail and sign-in, and say what to do
  support <file>              write one archive for somebody who helps: versions, configuration without secrets, health, figures
  log-level <part> <level>    log more or less of api, gateway, state, relay or worker while they run (--minutes n; reset)
  migrate [--plan]            bring the database to the level of this version; with --plan, only say what would run
  verify [<place>]            compare the database with images and master key; with a place, check the backup in it
  backup <place>              copy database and images to a folder or s3://bucket/prefix while the platform runs (--without-blobs)
  restore <place>             put a backup into an empty database and the place of images (--again, --without-key)
  drill <place>               restore a backup into a scratch database, compare, and remove it
  base backup <place>         copy the whole database server with pg_basebackup, for a restore to any moment (base verify <place>)
  base restore <place> <folder> [--until <time>]   put such a copy into an empty folder; a server started there recovers to the moment
  log put|get <place> …       archive_command and restore_command of PostgreSQL: log put <place> %p %f, log get <place> %f %p
  remove-applications         remove everything from the engines before the platform is taken down

The database is that of DATABASE_URL, or the one in MKT_DATA_DIR.`

async function importFiles(files: readonly string[], address: PoolAddress, log: Log): Promise<void> {
  await migrate(address, log)
  const pool = createPool(address, { name: 'mkt-admin', max: 2 }, log)
  try {
    // Nothing in this process listens to changes; those that run hear of it from the database.
    const platform = {
      db: createDatabase(pool),
      clock: systemClock,
      random: systemRandom,
      changes: { tell: async () => {} },
    }
    for (const file of files) {
      const done = await importAdvisories(platform, resolve(file))
      const what = done.ecosystems.length === 0 ? 'no known ecosystem' : done.ecosystems.join(', ')
      process.stdout.write(
        `${file}: ${count(done.advisories, 'advisory', 'advisories')} (${what}); ${count(done.releases, 'image')} matched, ${count(done.newFindings, 'new finding')}\n`,
      )
      for (const { name, reason } of done.refusals) process.stdout.write(`  ${name} ${reason}\n`)
      if (done.refused > done.refusals.length)
        process.stdout.write(`  and ${done.refused - done.refusals.length} more files that could not be used\n`)
    }
  } catch (error) {
    throw error instanceof OciError ? new ConfigError(`The archive cannot be imported: ${error.message}.`) : error
  } finally {
    await pool.end()
  }
}

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

/** Ends the quarantine of a copy; processes that run notice within a second. */
async function confirmTakeover(gatewayUrl: string | undefined, address: PoolAddress, log: Log): Promise<void> {
  await migrate(address, log)
  const pool = createPool(address, { name: 'mkt-admin', max: 2 }, log)
  try {
    const db = createDatabase(pool)
    const ground = { db, clock: systemClock, random: systemRandom, changes: { tell: async () => {} } }
    const home = await recordTakeover(ground, gatewayUrl, byPlatform)
    const where = home.gatewayUrl === null ? '' : ` with the gateway address ${home.gatewayUrl}`
    process.stdout.write(`The takeover is confirmed${where}.\n`)
  } finally {
    await pool.end()
  }
}

/** Processes that run hear of it from the database. */
async function runLogLevel(order: LevelOrder, address: PoolAddress, log: Log): Promise<void> {
  const pool = createPool(address, { name: 'mkt-admin', max: 2 }, log)
  try {
    const db = createDatabase(pool)
    const ground = { db, clock: systemClock, random: systemRandom, changes: { tell: async () => {} } }
    const levels = await setLogLevel(ground, order, byPlatform)
    const set = Object.entries(levels).map(
      ([part, { level, until }]) => `${part} logs from ${level} on${until === null ? '' : ` until ${until}`}.`,
    )
    process.stdout.write(`${set.length === 0 ? 'Every part has the level of MKT_LOG_LEVEL.' : set.join('\n')}\n`)
  } finally {
    await pool.end()
  }
}

type Work = (config: Config, address: PoolAddress, log: Log) => Promise<void>

/** What the arguments ask for, or throws with how to use the program. */
function readCommand(args: readonly string[]): Work {
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
    const order = readBackupOrder(rest, ['--without-blobs'], USAGE)
    return (config, address) => runBackup(order, config, address)
  }
  if (command === 'restore') {
    const order = readBackupOrder(rest, ['--again', '--without-key'], USAGE)
    return (config, address, log) => runRestore(order, config, address, log)
  }
  if (command === 'drill') {
    const order = readBackupOrder(rest, [], USAGE)
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
    return (config, address, log) => runSupport(archive, config, address, log, process.env)
  }
  if (command === 'confirm-takeover' && rest.length <= 1) {
    const [gatewayUrl] = rest
    if (gatewayUrl !== undefined && !isOrigin(gatewayUrl))
      throw new ConfigError('Give the gateway address as an origin such as https://gateway.example.com.')
    return (_, address, log) => confirmTakeover(gatewayUrl, address, log)
  }
  const [verb, ...files] = rest
  if (command !== 'advisories' || verb !== 'import' || files.length === 0)
    throw new ConfigError(command === undefined ? USAGE : `There is no command "${args.join(' ')}".\n\n${USAGE}`)
  const missing = files.find((file) => !existsSync(file))
  if (missing !== undefined) throw new ConfigError(`There is no file ${missing}.`)
  return (_, address, log) => importFiles(files, address, log)
}

async function main(args: readonly string[]): Promise<void> {
  if (args.length === 1 && (args[0] === '--help' || args[0] === 'help')) return void process.stdout.write(`${USAGE}\n`)
  // An archive is checked where it lies: the database may be what was lost.
  if (args[0] === 'verify' && args.length > 1)
    return runVerifyArchive(readBackupOrder(args.slice(1), [], USAGE), loadConfig(process.env))
  if (args[0] === 'log' || args[0] === 'base')
    return runPointInTime(args, loadConfig(process.env), { usage: USAGE, env: process.env })
  const work = readCommand(args)
  const config = loadConfig(process.env)
  const log = createLog({ level: config.logLevel, readable: !config.production })
  return withDatabase(config, log, (address) => work(config, address, log))
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : explainStartFailure(error)}\n`)
  process.exit(1)
}

import { existsSync } from 'node:fs'
import { ConfigError } from '../config/config-error.ts'
import { isOrigin } from '../config/kinds.ts'
import type { Config } from '../config.ts'
import { readLevelOrder } from '../domain/platform/log-level.ts'
import type { Log } from '../lib/log.ts'
import type { PoolAddress } from '../store/database/pool.ts'

export interface AdminGround {
  usage: string
  env: NodeJS.ProcessEnv
}

/** `alone`: no platform runs on the database. */
export type AdminWork = (config: Config, address: PoolAddress, log: Log, alone: boolean) => Promise<void>

/** What the arguments after the command ask for; undefined where there is no such command, and throws with how to use it. */
type Read = (args: readonly string[], ground: AdminGround) => Promise<AdminWork | undefined>

/** The commands that need the platform's database. Each is loaded when it is asked for: all of them together take longer than most of them need to run. */
export const adminCommands: Readonly<Record<string, Read>> = {
  async advisories([verb, ...files]) {
    if (verb !== 'import' || files.length === 0) return undefined
    const missing = files.find((file) => !existsSync(file))
    if (missing !== undefined) throw new ConfigError(`There is no file ${missing}.`)
    const { runImportAdvisories } = await import('./import-advisories.ts')
    return (_, address, log) => runImportAdvisories(files, address, log)
  },

  async backup(args, { usage }) {
    const { readBackupOrder, runBackup } = await import('./backup-platform.ts')
    const order = readBackupOrder(args, ['--without-blobs'], usage)
    return (config, address) => runBackup(order, config, address)
  },

  async blobs([verb, ...args]) {
    if (verb === 'adopt' && args.length === 0) {
      const { runAdoptFolder } = await import('./adopt-folder.ts')
      return (_, address, log) => runAdoptFolder(address, log)
    }
    if (verb !== 'move') return undefined
    const { readMoveOrder, runMoveBlobs } = await import('./move-blobs.ts')
    const order = readMoveOrder(args)
    return (config, address, log) => runMoveBlobs(order, config, address, log)
  },

  async 'confirm-takeover'([gatewayUrl, ...more]) {
    if (more.length > 0) return undefined
    if (gatewayUrl !== undefined && !isOrigin(gatewayUrl))
      throw new ConfigError('Give the gateway address as an origin such as https://gateway.example.com.')
    const { confirmTakeover } = await import('./change-platform.ts')
    return (_, address, log) => confirmTakeover(gatewayUrl, address, log)
  },

  async 'create-operator'(args) {
    const { readOperatorOrder, runCreateOperator } = await import('./create-operator.ts')
    const order = readOperatorOrder(args)
    return (_, address, log) => runCreateOperator(order, address, log)
  },

  async doctor(args) {
    return args.length === 0 ? (await import('./doctor.ts')).runDoctor : undefined
  },

  async drill(args, { usage }) {
    const { readBackupOrder, runDrill } = await import('./backup-platform.ts')
    const order = readBackupOrder(args, [], usage)
    return (config, address, log) => runDrill(order, config, address, log)
  },

  async 'log-level'(args) {
    const order = readLevelOrder(args)
    if (order === undefined)
      throw new ConfigError(
        'Give a part (api, gateway, state, relay, worker) and a level (debug, info, warn, error, silent) or reset, for example: mkt-admin log-level gateway debug --minutes 15',
      )
    const { runLogLevel } = await import('./change-platform.ts')
    return (_, address, log) => runLogLevel(order, address, log)
  },

  async migrate([flag, ...more]) {
    if (more.length > 0 || (flag !== undefined && flag !== '--plan')) return undefined
    const { runMigrate } = await import('./migrate-platform.ts')
    return (_, address, log) => runMigrate(flag === '--plan', address, log)
  },

  async 'remove-applications'(args) {
    return args.length === 0 ? (await import('./remove-applications.ts')).runRemoveApplications : undefined
  },

  async restore(args, { usage }) {
    const { readBackupOrder, runRestore } = await import('./backup-platform.ts')
    const order = readBackupOrder(args, ['--again', '--without-key'], usage)
    return (config, address, log) => runRestore(order, config, address, log)
  },

  async support([archive, ...more], { env }) {
    if (archive === undefined || more.length > 0) return undefined
    if (existsSync(archive)) throw new ConfigError(`${archive} exists already. Name a new file.`)
    const { runSupport } = await import('./support.ts')
    return (config, address, log) => runSupport(archive, config, address, log, env)
  },

  async verify(args) {
    return args.length === 0 ? (await import('./verify-platform.ts')).runVerify : undefined
  },
}

import { join } from 'node:path'
import type { Part } from '@mkt/contract/parts'
import { freePort } from '@mkt/engines'
import type { AppConfig } from './app-config.ts'
import { type Front, startFront } from './front/start-front.ts'
import { guarded } from './lib/guarded.ts'
import type { Log } from './lib/log.ts'
import { loadMasterKeys } from './lib/master-keys.ts'
import { awaitDatabase } from './store/database/await-database.ts'
import { migrate, requireMigrated } from './store/database/migrate.ts'
import type { PoolAddress } from './store/database/pool.ts'

/**
 * The processes that serve gateway and state interface where several were asked for, and what is left to this one. Ports that were any free ones are
 * chosen before, because all processes share them.
 */
export async function openFront(
  config: AppConfig,
  database: PoolAddress,
  log: Log,
): Promise<(Front & { rest: AppConfig }) | undefined> {
  const roles = new Set<Part>([...config.roles].filter((role) => role === 'gateway' || role === 'state'))
  if (config.processes === 1 || roles.size === 0) return undefined
  // What only one process may do comes first: the schema, and the file of the master key.
  await awaitDatabase(database, log)
  await (config.migrate ? migrate(database, log) : requireMigrated(database))
  loadMasterKeys(config.masterKey, join(config.dataDir, 'master.key'))
  const { gateway, state, relay, otlp } = config.ports
  const ports = {
    ...config.ports,
    gateway: gateway === 0 ? await freePort(config.bind) : gateway,
    state: state === 0 ? await freePort(config.bind) : state,
    // Not served there, but the state records name it.
    relay: relay === 0 ? await freePort(config.bind) : relay,
    otlp: otlp === 0 ? await freePort(config.bind) : otlp,
  }
  const front = await startFront({ ...config, roles, ports, isFront: true }, database, log)
  process.on(
    'SIGUSR2',
    guarded((error) => log.error({ error }, 'The processes of the front could not be replaced'), front.roll),
  )
  const rest = new Set([...config.roles].filter((role) => !roles.has(role)))
  const { gatewayUrl, stateUrl } = front
  return { ...front, rest: { ...config, ports, roles: rest, gatewayUrl, stateUrl } }
}

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '@mkt/contract/limits'
import { openKeyRing } from '../actions/platform/open-key-ring.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { openQuarantine } from '../actions/platform/quarantine.ts'
import type { AppConfig } from '../app-config.ts'
import { systemClock } from '../lib/clock.ts'
import type { RootLog } from '../lib/log.ts'
import { loadMasterKeys } from '../lib/master-keys.ts'
import { createMetrics, type Metrics } from '../lib/metrics.ts'
import { loadToken } from '../lib/process/load-token.ts'
import { systemRandom } from '../lib/random.ts'
import { createVault } from '../lib/seal.ts'
import { createStrangers } from '../lib/sharing/strangers.ts'
import { ownAddress } from '../outbound/address/own-networks.ts'
import { createHttpClient } from '../outbound/http-client.ts'
import { createMailer } from '../outbound/mailer.ts'
import { createPolicySystems } from '../outbound/policy/policy-systems.ts'
import { awaitDatabase } from '../store/database/await-database.ts'
import { createChangeFeed } from '../store/database/change-feed.ts'
import { createDatabase } from '../store/database/database.ts'
import { freeLeases } from '../store/database/free-leases.ts'
import { migrate, requireMigrated } from '../store/database/migrate.ts'
import { createPool, type Pool, type PoolAddress } from '../store/database/pool.ts'
import { openBlobs } from '../store/image/open-blobs.ts'
import { storedDataKeys } from '../store/platform/data-keys.ts'
import { createSchemaCache } from '../store/tenant/schema-cache.ts'
import { createTokenCache } from '../store/tenant/token-cache.ts'
import { type Collector, exportSpansAndMetrics } from './open-telemetry.ts'
import { originOf } from './origin-of.ts'
import { otlpOrigin } from './otlp-origin.ts'
import type { Stops } from './stops.ts'

export interface OpenedPlatform {
  platform: Platform
  metrics: Metrics
  pool: Pool
  /** What was exported so far, by kind. */
  counts: ReturnType<typeof exportSpansAndMetrics>['counts']
}

/** Opens what every role needs: database, keys, change feed, image blobs, and the clients that go outside. */
export async function openPlatform(
  config: AppConfig,
  address: PoolAddress,
  collector: Collector | undefined,
  log: RootLog,
  stops: Stops,
): Promise<OpenedPlatform> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const pool = createPool(address, { name: 'mkt', max: config.databaseConnections }, log)
  stops.add(() => pool.end())
  await awaitDatabase(address, log)
  const isFront = config.isFront === true
  if (!isFront) await (config.migrate ? migrate(address, log) : requireMigrated(address))
  const db = createDatabase(pool)
  // The data folder has one user at a time: what holds leases in its database was killed.
  if (config.databaseUrl === undefined && !isFront) await freeLeases(db, systemClock.now())
  const masterKeys = loadMasterKeys(config.masterKey, join(config.dataDir, 'master.key'))
  const changes = createChangeFeed(address, log)
  stops.add(() => changes.close())
  await changes.ready()
  const quarantine = await openQuarantine({ db, log }, { gatewayUrl: registeredUrl(config), laptop: config.laptop })
  stops.add(() => quarantine.close())
  const blobs = await openBlobs(config.blobs, { db, clock: systemClock, random: systemRandom })
  stops.add(() => blobs.close())
  const metrics = createMetrics()
  const { spans, counts } = exportSpansAndMetrics(collector, metrics, log, stops)
  const ground = {
    db,
    clock: systemClock,
    random: systemRandom,
    vault: createVault({ dataKeys: storedDataKeys(db), masterKeys, clock: systemClock }),
    log,
    metrics,
    spans,
    blobs,
    changes,
    quarantine,
    mailer: createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, log, isHeld: () => quarantine.active }),
    strangers: createStrangers({ wrong: limits.wrongCredentials.value }, systemClock),
    addresses: addressesOf(config),
    policy: policyOf(config),
  }
  const keyRing = await openKeyRing(ground)
  stops.add(() => keyRing.close())
  const allow = () => ground.policy.allowAddresses
  const policySystems = createPolicySystems({ clock: ground.clock, allow, refuse: quarantine.refuse })
  stops.add(() => policySystems.close())
  const http = createHttpClient({ allow })
  stops.add(() => http.close())
  const caches = { tokens: createTokenCache(changes), schemas: createSchemaCache() }
  const platform = { ...ground, keyRing, policySystems, http, ...caches }
  return { platform, metrics, pool, counts }
}

/**
 * The gateway address that this process would register in policy systems, as far as it is known before the ports are open; null where
 * it registers nothing and was told no address.
 */
function registeredUrl(config: AppConfig): string | null {
  if (config.gatewayUrl !== undefined) return config.gatewayUrl
  if (!config.roles.has('worker')) return null
  return new URL(originOf(config.bind, config.ports.gateway || 80)).origin
}

/** What another process serves is where its port says; what this one serves is known when it listens. */
function addressesOf(config: AppConfig): Platform['addresses'] {
  const elsewhere = (role: 'api' | 'gateway' | 'state' | 'relay') =>
    config.roles.has(role)
      ? ''
      : originOf(role === 'relay' ? (config.applicationHost ?? config.bind) : config.bind, config.ports[role])
  return {
    publicUrl: config.publicUrl ?? elsewhere('api'),
    gatewayUrl: config.gatewayUrl ?? elsewhere('gateway'),
    stateUrl: config.stateUrl ?? elsewhere('state'),
    relayUrl: config.relayUrl ?? elsewhere('relay'),
    otlpUrl: config.roles.has('state') && config.otlpUrl === undefined ? '' : otlpOrigin(config, config.ports.otlp),
    tunnelUrl: config.tunnelUrl ?? '',
    own: ownAddress(config.bind),
  }
}

function policyOf(config: AppConfig): Platform['policy'] {
  return {
    dataDir: config.dataDir,
    keyTtlSeconds: config.keyTtlSeconds,
    retrySchedule: config.retrySchedule,
    allowAddresses: config.allowAddresses,
    egress: config.egress,
    gatewayDomain: config.gatewayDomain,
    signUp: config.signUp,
    laptop: config.laptop,
    dnsServers: config.dnsServers,
    advisoryGate: config.advisoryGate,
    pricingDays: config.pricingDays,
    auditDays: config.auditDays,
    kept: config.kept,
    callsAtOnce: config.callsAtOnce,
    deliveriesAtOnce: config.deliveriesAtOnce,
    metricsToken: loadToken(config.metricsToken.given, config.metricsToken.file),
  }
}

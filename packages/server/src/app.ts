import { mkdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Part } from '@mkt/contract/api'
import { watchCertificates } from './actions/platform/certificate-figures.ts'
import { followLogLevels } from './actions/platform/log-levels.ts'
import { openKeyRing } from './actions/platform/open-key-ring.ts'
import type { Platform } from './actions/platform/platform.ts'
import { showPlatformFigures } from './actions/platform/platform-figures.ts'
import { showProcessFigures } from './actions/platform/process-figures.ts'
import { openQuarantine } from './actions/platform/quarantine.ts'
import { createReadiness } from './actions/platform/readiness.ts'
import { registerDocs } from './api/docs/docs.ts'
import { registerDownloads } from './api/docs/downloads.ts'
import { createApiServer } from './api/http/server.ts'
import { registerConsole } from './api/platform/console.ts'
import { registerHealth } from './api/platform/health.ts'
import { allRoutes } from './api/routes.ts'
import type { AppConfig } from './app-config.ts'
import { isLoopback } from './config/kinds.ts'
import { startDataPlane } from './data-plane.ts'
import { createSampling } from './domain/platform/sampling.ts'
import { systemClock } from './lib/clock.ts'
import { guarded } from './lib/guarded.ts'
import type { RootLog } from './lib/log.ts'
import { loadMasterKeys } from './lib/master-keys.ts'
import { createMetrics, type Metrics } from './lib/metrics.ts'
import { createLogExporter } from './lib/otlp/log-exporter.ts'
import { createMetricsExporter } from './lib/otlp/metrics-exporter.ts'
import { createSpanExporter } from './lib/otlp/span-exporter.ts'
import { loadToken } from './lib/process/load-token.ts'
import { version } from './lib/process/version.ts'
import { systemRandom } from './lib/random.ts'
import { createVault } from './lib/seal.ts'
import { createHttpClient } from './outbound/http-client.ts'
import { createMailer } from './outbound/mailer.ts'
import { ownAddress } from './outbound/own-networks.ts'
import { createPolicySystems } from './outbound/policy/policy-systems.ts'
import { parseSyslogUrl } from './outbound/syslog-client.ts'
import { registerRegistry } from './registry/register-registry.ts'
import { registerScim } from './scim/register-scim.ts'
import { startStateServer } from './state/server.ts'
import { awaitDatabase } from './store/database/await-database.ts'
import { createChangeFeed } from './store/database/change-feed.ts'
import { createDatabase } from './store/database/database.ts'
import { freeLeases } from './store/database/free-leases.ts'
import { migrate, requireMigrated } from './store/database/migrate.ts'
import { createPool, type PoolAddress } from './store/database/pool.ts'
import { openBlobs } from './store/image/open-blobs.ts'
import { storedDataKeys } from './store/platform/data-keys.ts'
import { createTokenCache } from './store/tenant/token-cache.ts'
import { startAlerts } from './workers/alerts.ts'
import { startApplications } from './workers/applications.ts'
import { startAuditStream } from './workers/audit-stream.ts'
import { startCleanup } from './workers/cleanup.ts'
import { startInstallations } from './workers/installations.ts'
import { startMail } from './workers/mail.ts'
import { startPresence } from './workers/presence.ts'
import { startRegistryCare } from './workers/registry-care.ts'
import { startSweep } from './workers/sweep.ts'
import { startWorkerPort } from './workers/worker-port.ts'

export interface App {
  platform: Platform
  metrics: Metrics
  /** What `/readyz` says besides the database; parts add to it. */
  report: Record<string, unknown>
  /** Ends everything in order. With `replaced` another process goes on at once, and running applications are left to it. */
  stop(options?: { replaced: boolean }): Promise<void>
}

/** How long a process that others take over from waits for one more request on connections that are kept. */
const LINGER_MS = 1_000

/** An address as a client writes it: a wildcard bind is reached by loopback. */
function originOf(bind: string, port: number): string {
  const host = bind === '0.0.0.0' ? '127.0.0.1' : bind === '::' ? '[::1]' : bind.includes(':') ? `[${bind}]` : bind
  return `http://${host}:${port}`
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

/**
 * Wires the platform: database, keys and change feed first, then what listens, then what ticks. Stopping begins with readiness and the gateway, whose
 * calls need everything else to finish, and then goes the other way round.
 */
export async function startApp(
  config: AppConfig,
  address: PoolAddress,
  log: RootLog,
  closeFront: () => Promise<void> = async () => {},
): Promise<App> {
  const stops: (() => Promise<unknown>)[] = []
  const ending = { begun: false, replaced: false }
  const isEnding = () => ending.begun
  let serving = false
  const failed = (error: unknown) => log.error({ error }, 'A request could not be told that its connection ends')
  const closeWhileEnding = (_request: IncomingMessage, response: ServerResponse) => {
    if (ending.begun) response.setHeader('connection', 'close')
  }
  let closeGateway = () => Promise.resolve()
  const stop = async ({ replaced } = { replaced: false }) => {
    Object.assign(ending, { begun: true, replaced })
    // Load balancers are given time to see that this process is not ready any more.
    const drained = serving && !replaced ? delay(config.drainMs) : undefined
    await Promise.all([drained, closeFront()])
    for (const part of [closeGateway, ...stops.splice(0).reverse()]) {
      await part().catch((error: unknown) => log.error({ err: error }, 'a part did not stop cleanly'))
    }
  }
  const { traces } = config
  const instance = { 'service.instance.id': `${hostname()}:${process.pid}` }
  const exported = traces && { ...traces, resource: { ...instance, ...traces.resource }, version }
  try {
    // First, so that it ends last: what other parts log when they stop is exported too.
    const logs = exported && createLogExporter({ ...exported, log })
    if (logs !== undefined) {
      const untap = log.tap((line) => logs.add(line))
      stops.push(() => {
        untap()
        return logs.stop()
      })
    }
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
    const pool = createPool(address, { name: 'mkt', max: config.databaseConnections }, log)
    stops.push(() => pool.end())
    await awaitDatabase(address, log)
    const isFront = config.isFront === true
    if (!isFront) await (config.migrate ? migrate(address, log) : requireMigrated(address))
    const db = createDatabase(pool)
    // The data folder has one user at a time: what holds leases in its database was killed.
    if (config.databaseUrl === undefined && !isFront) await freeLeases(db, systemClock.now())
    const masterKeys = loadMasterKeys(config.masterKey, join(config.dataDir, 'master.key'))
    const changes = createChangeFeed(address, log)
    stops.push(() => changes.close())
    await changes.ready()
    // What another process serves is where its port says; what this one serves is known when it listens.
    const elsewhere = (role: 'api' | 'gateway' | 'state' | 'relay') =>
      config.roles.has(role)
        ? ''
        : originOf(role === 'relay' ? (config.applicationHost ?? config.bind) : config.bind, config.ports[role])
    const quarantine = await openQuarantine({ db, log }, { gatewayUrl: registeredUrl(config), laptop: config.laptop })
    stops.push(() => quarantine.close())
    const blobs = await openBlobs(config.blobs, db)
    stops.push(() => blobs.close())
    const metrics = createMetrics()
    const spans = exported && createSpanExporter({ ...exported, keeps: createSampling(exported.share), log })
    if (spans !== undefined) stops.push(() => spans.stop())
    const exportedMetrics = exported && createMetricsExporter({ ...exported, registry: metrics, log })
    if (exportedMetrics !== undefined) stops.push(() => exportedMetrics.stop())
    const lingerMs = isFront ? LINGER_MS : 0
    const ground = {
      db,
      clock: systemClock,
      random: systemRandom,
      vault: createVault({ dataKeys: storedDataKeys(db), masterKeys }),
      log,
      metrics,
      spans,
      blobs,
      changes,
      quarantine,
      mailer: createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, log, isHeld: () => quarantine.active }),
      addresses: {
        publicUrl: config.publicUrl ?? elsewhere('api'),
        gatewayUrl: config.gatewayUrl ?? elsewhere('gateway'),
        stateUrl: config.stateUrl ?? elsewhere('state'),
        relayUrl: config.relayUrl ?? elsewhere('relay'),
        own: ownAddress(config.bind),
      },
      policy: {
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
        deliveriesAtOnce: config.deliveriesAtOnce,
        metricsToken: loadToken(config.metricsToken.given, config.metricsToken.file),
      },
    }
    const keyRing = await openKeyRing(ground)
    stops.push(async () => keyRing.close())
    const policySystems = createPolicySystems({
      clock: ground.clock,
      allow: () => ground.policy.allowAddresses,
      refuse: quarantine.refuse,
    })
    stops.push(() => policySystems.close())
    const http = createHttpClient({ allow: () => ground.policy.allowAddresses })
    stops.push(() => http.close())
    const platform: Platform = { ...ground, keyRing, policySystems, http, tokens: createTokenCache(changes) }
    const levels = await followLogLevels(platform, log.levels)
    stops.push(() => levels.stop())
    /** Lines say which part wrote them, and each part has a level of its own. */
    const partOf = (part: Part): Platform => ({ ...platform, log: log.child({ part }) })
    showProcessFigures(platform, pool, {
      spans: spans?.counts,
      metrics: exportedMetrics?.counts,
      logs: logs?.counts,
    })
    if (config.roles.has('worker')) showPlatformFigures(platform)
    const report: Record<string, unknown> = {}
    if (quarantine.active)
      Object.defineProperty(report, 'quarantine', { enumerable: true, get: () => quarantine.report ?? undefined })
    const readiness = createReadiness(platform, isEnding)
    if (config.roles.has('api')) {
      const ofApi = partOf('api')
      const api = await createApiServer(ofApi, allRoutes(ofApi), {
        version,
        trustedProxies: config.trustedProxies,
        anyOwnHost: config.laptop,
      })
      registerHealth(api, ofApi, () => report, readiness)
      registerDocs(api)
      registerDownloads(api, () => platform.addresses.publicUrl)
      await registerRegistry(api, ofApi)
      await registerScim(api, ofApi)
      registerConsole(api)
      api.server.prependListener('request', guarded(failed, closeWhileEnding))
      await api.listen({ host: config.bind, port: config.ports.api })
      stops.push(() => api.close())
      // Beside the registry: elsewhere its bytes would seem to be lost.
      const registryCare = await quarantine.begin(() => startRegistryCare(ofApi))
      stops.push(() => registryCare.stop())
      const bound = api.server.address()
      const port = typeof bound === 'object' && bound !== null ? bound.port : config.ports.api
      platform.addresses.publicUrl ||= originOf(config.bind, port)
    }
    // Where applications reach this machine, what they read and call listens too.
    const host = config.applicationHost ?? null
    const hosts = host === null || config.bind === '0.0.0.0' || config.bind === '::' ? [] : [host]
    if (['gateway', 'relay', 'worker'].some((role) => config.roles.has(role as Part))) {
      const options = { ...config, applicationHosts: hosts, lingerMs }
      const dataPlane = await startDataPlane(partOf, pool, options, isEnding, readiness)
      stops.push(() => dataPlane.stop())
      closeGateway = dataPlane.closeGateway
      platform.addresses.gatewayUrl ||= originOf(config.bind, dataPlane.gatewayPort ?? config.ports.gateway)
      platform.addresses.relayUrl ||= originOf(host ?? config.bind, dataPlane.relayPort ?? config.ports.relay)
    }
    if (config.roles.has('state')) {
      const state = await startStateServer(partOf('state'), {
        host: config.bind,
        port: config.ports.state,
        hosts,
        isEnding,
        readiness,
        lingerMs,
      })
      stops.push(() => state.stop())
      platform.addresses.stateUrl ||= originOf(host ?? config.bind, state.port)
    }
    if (config.roles.has('worker')) {
      const worker = partOf('worker')
      // Beside other roles their ports tell how the process fares.
      if (config.workerPort !== undefined || config.roles.size === 1) {
        const port = await startWorkerPort(worker, {
          host: config.bind,
          port: config.workerPort,
          readiness,
          isEnding,
        })
        stops.push(() => port.stop())
      }
      const certificates = await watchCertificates(worker)
      stops.push(() => certificates.stop())
      // A master key rotates by being put in front: from then on it wraps every data key.
      const rewrapped = await platform.vault.rewrap()
      if (rewrapped > 0) log.info({ rewrapped }, 'Data keys were wrapped with the newest master key')
      const cleanup = await quarantine.begin(() => startCleanup(worker))
      stops.push(() => cleanup.stop())
      const mail = await quarantine.begin(() => startMail(worker))
      stops.push(() => mail.stop())
      const alerts = await quarantine.begin(() => startAlerts(worker))
      stops.push(() => alerts.stop())
      const syslog = config.auditSyslog === undefined ? undefined : parseSyslogUrl(config.auditSyslog)
      const collector = config.auditOtlp ? exported : undefined
      const auditStream = await quarantine.begin(() => startAuditStream(worker, { syslog, collector }))
      stops.push(() => auditStream.stop())
      const startedApplications = async () => {
        const applications = await startApplications(worker, {
          engine: config.engine,
          dockerHost: config.dockerHost,
          kubernetes: config.kubernetes,
          // A demo that only this machine reaches may run what it cannot isolate fully, and says so.
          trusted: config.sandboxTrusted || (config.laptop && isLoopback(config.bind)),
          endWithPlatform: config.laptop,
        })
        report.engine = applications.report
        readiness.watchEngine(applications)
        return applications
      }
      const applications = await quarantine.begin(startedApplications)
      stops.push(() => applications.stop(ending))
      const installations = await quarantine.begin(() => startInstallations(worker))
      stops.push(() => installations.stop())
      const sweep = await quarantine.begin(() => startSweep(worker))
      stops.push(() => sweep.stop())
    }
    if (config.roles.size > 0) {
      const presence = await startPresence(platform, config.roles, report)
      stops.push(() => presence.stop())
    }
    serving = true
    return { platform, metrics, report, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

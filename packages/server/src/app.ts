import { setTimeout as delay } from 'node:timers/promises'
import type { Part } from '@mkt/contract/parts'
import { followLogLevels } from './actions/platform/log-levels.ts'
import type { Platform } from './actions/platform/platform.ts'
import { showPlatformFigures } from './actions/platform/platform-figures.ts'
import { showProcessFigures } from './actions/platform/process-figures.ts'
import { createReadiness } from './actions/platform/readiness.ts'
import type { AppConfig } from './app-config.ts'
import { keepLastErrors } from './lib/last-errors.ts'
import type { RootLog } from './lib/log.ts'
import type { Metrics } from './lib/metrics.ts'
import { createPatience, type Patience } from './lib/process/patience.ts'
import { startStateServer } from './state/server.ts'
import { startTelemetryServer } from './state/telemetry-server.ts'
import { createOutageLog, type OutageLog } from './store/database/outage-log.ts'
import type { PoolAddress } from './store/database/pool.ts'
import { openPlatform } from './wiring/open-platform.ts'
import { collectorOf, exportLog } from './wiring/open-telemetry.ts'
import { originOf } from './wiring/origin-of.ts'
import { otlpOrigin } from './wiring/otlp-origin.ts'
import { portShares } from './wiring/port-shares.ts'
import { startApi } from './wiring/start-api.ts'
import { startDataPlane } from './wiring/start-data-plane.ts'
import { startWorker } from './wiring/start-worker.ts'
import { createStops, type Stops } from './wiring/stops.ts'
import { startPresence } from './workers/presence.ts'

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

/** How far a process is with its end, and what closes before everything else. */
interface Ending {
  begun: boolean
  replaced: boolean
  patience: Patience
  closeGateway(): Promise<void>
}

/**
 * Wires the platform: database, keys and change feed first, then what listens, then what ticks. Stopping begins with readiness and the gateway, whose
 * calls need everything else to finish, and then goes the other way round.
 */
export async function startApp(
  config: AppConfig,
  address: PoolAddress,
  givenLog: RootLog,
  closeFront: () => Promise<void> = async () => {},
): Promise<App> {
  const outages = createOutageLog(givenLog)
  const { log } = outages
  const stops = createStops(log)
  stops.add(outages.close)
  const ending: Ending = { begun: false, replaced: false, patience: createPatience(), closeGateway: async () => {} }
  let serving = false
  const stop = async ({ replaced } = { replaced: false }) => {
    Object.assign(ending, { begun: true, replaced })
    // Load balancers are given time to see that this process is not ready any more.
    const drained = serving && !replaced ? delay(config.drainMs) : undefined
    await Promise.all([drained, closeFront()])
    ending.patience.begin()
    stops.add(ending.closeGateway)
    await stops.all()
  }
  try {
    const app = await startRoles(config, address, outages, ending, stops)
    serving = true
    return { ...app, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startRoles(
  config: AppConfig,
  address: PoolAddress,
  outages: OutageLog,
  ending: Ending,
  stops: Stops,
): Promise<Omit<App, 'stop'>> {
  const { log } = outages
  const collector = collectorOf(config)
  const logs = exportLog(collector, log, stops)
  const { platform, metrics, pool, counts } = await openPlatform(config, address, collector, log, stops)
  const { quarantine } = platform
  outages.follow(platform.changes)
  stops.keep(await followLogLevels(platform, log.levels))
  /** Lines say which part wrote them, and each part has a level of its own. */
  const partOf = (part: Part): Platform => ({ ...platform, log: log.child({ part }) })
  showProcessFigures(platform, pool, { ...counts, logs })
  if (config.roles.has('worker')) showPlatformFigures(platform)
  const report: Record<string, unknown> = {}
  if (quarantine.active)
    Object.defineProperty(report, 'quarantine', { enumerable: true, get: () => quarantine.report ?? undefined })
  const isEnding = () => ending.begun
  const { leftMs } = ending.patience
  const readiness = createReadiness(platform, isEnding)
  if (config.roles.has('api')) await startApi(partOf('api'), config, { report, readiness, isEnding, leftMs }, stops)
  // Where applications reach this machine, what they read and call listens too.
  const host = config.applicationHost ?? null
  const hosts = host === null || config.bind === '0.0.0.0' || config.bind === '::' ? [] : [host]
  const lingerMs = config.isFront === true ? LINGER_MS : 0
  if (['gateway', 'relay', 'worker'].some((role) => config.roles.has(role as Part))) {
    const options = { ...config, applicationHosts: hosts, lingerMs, leftMs }
    const dataPlane = stops.keep(await startDataPlane(partOf, pool, options, isEnding, readiness))
    ending.closeGateway = dataPlane.closeGateway
    platform.addresses.gatewayUrl ||= originOf(config.bind, dataPlane.gatewayPort ?? config.ports.gateway)
    platform.addresses.relayUrl ||= originOf(host ?? config.bind, dataPlane.relayPort ?? config.ports.relay)
  }
  if (config.roles.has('state')) {
    const shares = portShares('state', config.trustedProxies)
    const options = {
      host: config.bind,
      port: config.ports.state,
      hosts,
      isEnding,
      readiness,
      lingerMs,
      leftMs,
      shares,
    }
    const state = stops.keep(await startStateServer(partOf('state'), options))
    platform.addresses.stateUrl ||= originOf(host ?? config.bind, state.port)
    if (config.appTelemetry) {
      const shares = portShares('telemetry', config.trustedProxies)
      const listening = { host: config.bind, port: config.ports.otlp, hosts, isEnding, lingerMs, shares }
      const telemetry = stops.keep(await startTelemetryServer(partOf('state'), listening))
      platform.addresses.otlpUrl ||= otlpOrigin(config, telemetry.port)
    }
  }
  if (config.roles.has('worker'))
    await startWorker(partOf('worker'), config, { report, readiness, ending, collector }, stops)
  if (config.roles.size > 0) {
    const errors = stops.keep(keepLastErrors(log))
    const told = () => ({ ...report, lastErrors: errors.list() })
    stops.keep(await startPresence(platform, config.roles, told))
  }
  return { platform, metrics, report }
}

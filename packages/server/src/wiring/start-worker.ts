import { watchCertificates } from '../actions/platform/certificate-figures.ts'
import type { Platform } from '../actions/platform/platform.ts'
import type { ReadinessWatch } from '../actions/platform/readiness.ts'
import type { AppConfig } from '../app-config.ts'
import { isLoopback } from '../config/kinds.ts'
import { parseSyslogUrl } from '../outbound/syslog-client.ts'
import { startAlerts } from '../workers/alerts.ts'
import { startApplications } from '../workers/applications.ts'
import { auditSinks, startAuditStream } from '../workers/audit-stream.ts'
import { startCleanup } from '../workers/cleanup.ts'
import { cleanupSteps } from '../workers/cleanup-steps.ts'
import { startInstallations } from '../workers/installations.ts'
import { startMail } from '../workers/mail.ts'
import { startSweep } from '../workers/sweep.ts'
import { startTunnelCare } from '../workers/tunnels.ts'
import { startWorkerPort } from '../workers/worker-port.ts'
import type { Collector } from './open-telemetry.ts'
import { portShares } from './port-shares.ts'
import type { Stops } from './stops.ts'

export interface WorkerParts {
  report: Record<string, unknown>
  readiness: ReadinessWatch
  /** Whether this process ends, and whether another goes on at once. */
  ending: Readonly<{ begun: boolean; replaced: boolean }>
  collector: Collector | undefined
}

/** The role `worker` without its deliveries: what ticks, and what runs applications. */
export async function startWorker(
  platform: Platform,
  config: AppConfig,
  { report, readiness, ending, collector }: WorkerParts,
  stops: Stops,
): Promise<void> {
  const { quarantine, log } = platform
  // Beside other roles their ports tell how the process fares.
  if (config.workerPort !== undefined || config.roles.size === 1) {
    const shares = portShares('worker', config.trustedProxies)
    const options = { host: config.bind, port: config.workerPort, shares, readiness, isEnding: () => ending.begun }
    stops.keep(await startWorkerPort(platform, options))
  }
  stops.keep(await watchCertificates(platform))
  // A master key rotates by being put in front: from then on it wraps every data key.
  const rewrapped = await platform.vault.rewrap()
  if (rewrapped > 0) log.info({ rewrapped }, 'Data keys were wrapped with the newest master key')
  stops.keep(await quarantine.begin(() => startMail(platform)))
  stops.keep(await quarantine.begin(() => startAlerts(platform)))
  const sinks = auditSinks(platform, {
    syslog: config.auditSyslog === undefined ? undefined : parseSyslogUrl(config.auditSyslog),
    collector: config.auditOtlp ? collector : undefined,
  })
  stops.keep(await quarantine.begin(() => startAuditStream(platform, sinks)))
  const names = sinks.map(({ name }) => name)
  stops.keep(await quarantine.begin(() => startCleanup(cleanupSteps(platform, names), platform.log)))
  const applications = await quarantine.begin(async () => {
    const started = await startApplications(platform, {
      engine: config.engine,
      dockerHost: config.dockerHost,
      kubernetes: config.kubernetes,
      delegated: config.sandboxDelegated,
      // A demo that only this machine reaches may run what it cannot isolate fully, and says so.
      trusted: config.sandboxTrusted || (config.laptop && isLoopback(config.bind)),
      endWithPlatform: config.laptop,
    })
    report.engine = started.report
    readiness.watchEngine(started)
    return started
  })
  stops.add(() => applications.stop(ending))
  stops.keep(await quarantine.begin(() => startInstallations(platform)))
  stops.keep(await quarantine.begin(() => startSweep(platform)))
  stops.keep(await quarantine.begin(() => startTunnelCare(platform)))
}

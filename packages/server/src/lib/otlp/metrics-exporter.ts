import type { Registry } from 'prom-client'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { startPeriodic } from '../schedule/periodic.ts'
import { metricsRequest } from './metrics-request.ts'
import { sendOtlp } from './send-otlp.ts'
import type { Resource } from './trace-request.ts'

export interface MetricsExporter {
  readonly counts: Readonly<{ sent: number; dropped: number }>
  /** Sends the figures now, after what is in progress. */
  flush(): Promise<void>
  stop(): Promise<void>
}

const EVERY_MS = 60_000

/**
 * Exports every figure of this process by OTLP over HTTP, as JSON, once a minute. What a collector does not take is dropped and counted:
 * figures count from the start of the process, so the next export holds it.
 */
export function createMetricsExporter(options: {
  endpoint: string
  headers: Readonly<Record<string, string>>
  resource: Resource
  version: string
  registry: Registry
  log: Log
  clock: Clock
  everyMs?: number
}): MetricsExporter {
  const { registry, resource, version, log, clock, everyMs = EVERY_MS } = options
  const counts = { sent: 0, dropped: 0 }
  const startMs = clock.now().getTime() - performance.now()

  async function send(): Promise<void> {
    const found = await registry.getMetricsAsJSON()
    const { body, points } = metricsRequest(found, resource, version, { startMs, nowMs: clock.now().getTime() })
    const refused = await sendOtlp(options, '/v1/metrics', body)
    if (refused === undefined) {
      counts.sent += points
      return
    }
    counts.dropped += points
    log.warn({ dropped: counts.dropped, reason: refused }, 'Figures were dropped: the collector does not take them')
  }

  const failed = (error: unknown) => log.warn({ error }, 'Figures could not be read for the collector')
  const periodic = startPeriodic(send, everyMs, failed)
  return { counts, flush: () => periodic.run(), stop: () => periodic.stop() }
}

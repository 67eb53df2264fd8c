import type { Registry } from 'prom-client'
import { type TelemetryTarget, telemetryTarget } from '../../domain/deployment/telemetry-target.ts'
import { figure } from '../../domain/platform/figures.ts'
import { createTally, type Tally } from '../../lib/figures/tally.ts'
import { logsRequest } from '../../lib/otlp/log-exporter.ts'
import { attributesOf, nanoseconds, type Resource } from '../../lib/otlp/trace-request.ts'
import { version } from '../../lib/process/version.ts'
import { createDelayedFlush } from '../../lib/schedule/delayed-flush.ts'
import { createKeyedBatches } from '../../lib/schedule/keyed-batches.ts'
import { releaseById } from '../../store/release/releases.ts'
import { openVariables } from '../listing/open-variables.ts'
import type { Platform } from '../platform/platform.ts'

export type Signal = 'traces' | 'metrics' | 'logs'

interface Waiting {
  signal: Signal
  contentType: string
  /** Made when it is sent, where it names the application. */
  bodyOf(resource: Resource): Buffer
}

/** Hands telemetry of applications on to the collectors of their publishers. Nobody waits for it. */
export interface TelemetryForwarder {
  add(releaseId: string, signal: Signal, contentType: string, body: Buffer): void
  /** Lines of container output, masked already. */
  addLines(releaseId: string, lines: readonly { at: Date; stream: 'stdout' | 'stderr'; text: string }[]): void
  flush(): Promise<void>
  stop(): Promise<void>
}

const AFTER_MS = 2_000
const SEND_MS = 5_000
const ANSWER_BYTES = 4_096
const MB = 1024 * 1024
const bounds = { itemsOfKey: 60, bytesOfKey: 4 * MB, bytes: 32 * MB }
const TARGET_MS = 15_000
const TARGETS = 2_000

type Known = { at: number; target: TelemetryTarget | null; resource: Resource }

type Sendable = { target: TelemetryTarget; resource: Resource }

/** Parts of one process forward by themselves and count together. */
const tallies = new WeakMap<Registry, Tally>()

function tallyOf(registry: Registry): Tally {
  const tally = tallies.get(registry) ?? createTally(registry, figure('mkt_forwarded_telemetry_total'))
  tallies.set(registry, tally)
  return tally
}

/**
 * Sends what waits, the releases beside each other, so that a collector that hangs delays its own application only. What it does not
 * take is dropped and counted; what waits is bounded for each release and for all.
 */
export function createTelemetryForwarder(
  platform: Pick<Platform, 'db' | 'vault' | 'http' | 'log' | 'metrics' | 'clock'>,
): TelemetryForwarder {
  const { db, http, log, clock } = platform
  const outcomes = tallyOf(platform.metrics)
  const targets = new Map<string, Known>()
  /** When this stops, by `performance.now()`: what is not sent by then is dropped. */
  let endsAt = Number.POSITIVE_INFINITY

  async function targetOf(releaseId: string): Promise<Known> {
    const now = clock.now().getTime()
    const known = targets.get(releaseId)
    if (known !== undefined && now - known.at < TARGET_MS) return known
    const release = await releaseById(db, releaseId)
    const found = release && telemetryTarget(await openVariables(platform, release), release.manifest)
    if (found && 'refused' in found)
      log.info({ releaseId, reason: found.refused }, 'Telemetry of an application is not forwarded')
    const target = found && !('refused' in found) ? found : null
    const resource = release
      ? { 'service.name': release.listingName, 'service.version': release.version }
      : { 'service.name': 'unknown' }
    if (targets.size >= TARGETS) targets.clear()
    const fresh = { at: now, target, resource }
    targets.set(releaseId, fresh)
    return fresh
  }

  async function send({ signal, contentType, bodyOf }: Waiting, { target, resource }: Sendable): Promise<boolean> {
    try {
      const { status } = await http.send({
        method: 'POST',
        url: `${target.endpoint}/v1/${signal}`,
        headers: { ...target.headers, 'content-type': contentType },
        body: bodyOf(resource),
        timeoutMs: SEND_MS,
        maxBytes: ANSWER_BYTES,
      })
      return status < 300
    } catch {
      // The reason may quote the address; the count tells that it happens.
      return false
    }
  }

  async function sendAll(releaseId: string, items: readonly Waiting[]): Promise<void> {
    const { target, resource } = await targetOf(releaseId)
    if (target === null) return
    let isAway = false
    for (const item of items) {
      const taken: boolean = !isAway && performance.now() < endsAt && (await send(item, { target, resource }))
      isAway = !taken
      outcomes.add([taken ? 'sent' : 'dropped'])
    }
  }

  const failed = (error: unknown) => log.warn({ err: error }, 'Telemetry of applications could not be forwarded')
  const batches = createKeyedBatches<Waiting>(bounds, sendAll, failed)

  function gather(releaseId: string, item: Waiting, size: number): void {
    // Most publishers name no collector: what is known to have none is not gathered.
    const known = targets.get(releaseId)
    if (known?.target === null && clock.now().getTime() - known.at < TARGET_MS) return
    if (batches.add(releaseId, item, size)) forwarding.noted()
    else outcomes.add(['dropped'])
  }

  const begin = async () => {
    if (batches.begin()) forwarding.noted()
  }
  const forwarding = createDelayedFlush(begin, AFTER_MS, failed)
  return {
    add(releaseId, signal, contentType, body) {
      gather(releaseId, { signal, contentType, bodyOf: () => body }, body.length)
    },
    addLines(releaseId, lines) {
      if (lines.length === 0) return
      const bodyOf = (resource: Resource) =>
        Buffer.from(JSON.stringify(logsRequest(lines.map(recordOf), resource, version)))
      const size = lines.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
      gather(releaseId, { signal: 'logs', contentType: 'application/json', bodyOf }, size)
    },
    flush: () => batches.drain(),
    async stop() {
      endsAt = performance.now() + SEND_MS
      await forwarding.stop()
      await batches.drain()
    },
  }
}

function recordOf({ at, stream, text }: { at: Date; stream: 'stdout' | 'stderr'; text: string }): unknown {
  const time = nanoseconds(at.getTime())
  const severity =
    stream === 'stderr' ? { severityNumber: 13, severityText: 'WARN' } : { severityNumber: 9, severityText: 'INFO' }
  const attributes = attributesOf({ 'log.iostream': stream })
  return { timeUnixNano: time, observedTimeUnixNano: time, ...severity, body: { stringValue: text }, attributes }
}

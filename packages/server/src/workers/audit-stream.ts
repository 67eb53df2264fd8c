import type { Platform } from '../actions/platform/platform.ts'
import { type AuditSink, streamAudit } from '../actions/platform/stream-audit.ts'
import { auditRecord } from '../domain/platform/audit-record.ts'
import { type AuditedRow, syslogFrames, syslogLine } from '../domain/platform/syslog-line.ts'
import { logsRequest } from '../lib/otlp/log-exporter.ts'
import { sendOtlp } from '../lib/otlp/send-otlp.ts'
import type { Resource } from '../lib/otlp/trace-request.ts'
import { version } from '../lib/process/version.ts'
import { startPeriodic } from '../lib/schedule/periodic.ts'
import { type SyslogServer, sendSyslog } from '../outbound/syslog-client.ts'

const EVERY_MS = 10_000
const TOO_LARGE = 'status 413'

export interface AuditCollector {
  endpoint: string
  headers: Readonly<Record<string, string>>
  resource: Resource
}

export interface AuditTargets {
  syslog?: SyslogServer | undefined
  collector?: AuditCollector | undefined
}

/** Where the operator wants the audit. */
export function auditSinks(platform: Platform, { syslog, collector }: AuditTargets): NamedSink[] {
  return [
    ...(syslog === undefined ? [] : [syslogSink(platform, syslog)]),
    ...(collector === undefined ? [] : [otlpSink(collector)]),
  ]
}

/** Sends the audit by the clock. Every worker looks; one sends. */
export function startAuditStream(platform: Platform, sinks: readonly NamedSink[]): { stop(): Promise<void> } {
  const streams = sinks.map((sink) =>
    startPeriodic(
      (signal) => streamAudit(platform, sink, signal),
      EVERY_MS,
      (error) =>
        platform.log.warn({ err: error, sink: sink.kind }, 'The audit was not taken; it is sent again in ten seconds'),
    ),
  )
  return {
    async stop() {
      await Promise.all(streams.map((stream) => stream.stop()))
    },
  }
}

type NamedSink = AuditSink & { kind: 'syslog' | 'otlp' }

function syslogSink(platform: Platform, server: SyslogServer): NamedSink {
  const host = URL.parse(platform.addresses.publicUrl)?.hostname ?? 'mkt'
  return {
    kind: 'syslog',
    name: `syslog ${server.host}:${server.port}`,
    send: (rows) => sendSyslog(server, syslogFrames(rows.map((row) => syslogLine(row, host)))),
  }
}

/**
 * Unlike other log records, rows of the audit are sent until the collector takes them. A request that is too large for it, or for a proxy
 * before it, is sent in halves: the same one would be refused forever, and every later row with it.
 */
export function otlpSink(collector: AuditCollector): NamedSink {
  async function send(rows: readonly AuditedRow[]): Promise<void> {
    const body = logsRequest(rows.map(auditRecord), collector.resource, version)
    const refused = await sendOtlp(collector, '/v1/logs', body)
    if (refused === undefined) return
    if (refused !== TOO_LARGE || rows.length === 1) throw new Error(`The collector did not take the audit: ${refused}`)
    const half = Math.ceil(rows.length / 2)
    await send(rows.slice(0, half))
    await send(rows.slice(half))
  }
  return { kind: 'otlp', name: `otlp ${new URL(collector.endpoint).host}`, send }
}

import type { Platform } from '../actions/platform/platform.ts'
import { streamAudit } from '../actions/platform/stream-audit.ts'
import { startPeriodic } from '../lib/schedule/periodic.ts'
import { type SyslogServer, sendSyslog } from '../outbound/syslog-client.ts'

const EVERY_MS = 10_000

/** Sends the audit to a syslog server by the clock, where the operator named one. Every worker looks; one sends. */
export function startAuditStream(platform: Platform, server: SyslogServer | undefined): { stop(): Promise<void> } {
  if (server === undefined) return { stop: () => Promise.resolve() }
  const host = URL.parse(platform.addresses.publicUrl)?.hostname ?? 'mkt'
  const sink = {
    name: `syslog ${server.host}:${server.port}`,
    host,
    send: (bytes: Buffer) => sendSyslog(server, bytes),
  }
  return startPeriodic(
    (signal) => streamAudit(platform, sink, signal),
    EVERY_MS,
    (error) => platform.log.warn({ err: error }, 'The syslog server did not take the audit; it is sent again soon'),
  )
}

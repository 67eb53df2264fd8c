/** One audit row, as far as a line tells of it. */
export interface AuditedRow {
  id: string
  at: Date
  organizationId: string | null
  actor: { kind: string; id: string; label: string }
  address: string | null
  requestId: string | null
  action: string
  subject: { kind: string; id: string }
  details: Record<string, unknown>
}

/** Facility 13 (log audit), severity 6 (informational). */
const PRIORITY = 13 * 8 + 6
const printable = (text: string, most: number) => text.replace(/[^\x21-\x7e]/g, '_').slice(0, most) || '-'

/**
 * An audit row as a syslog message (RFC 5424) with the row as JSON. JSON escapes control characters, so that no value can begin a line
 * of its own.
 */
export function syslogLine(row: AuditedRow, host: string): string {
  const head = `<${PRIORITY}>1 ${row.at.toISOString()} ${printable(host, 255)} mkt - ${printable(row.action, 32)} -`
  return `${head} ${JSON.stringify({ ...row, at: row.at.toISOString() })}`
}

/** Joins messages for a stream by their lengths in bytes (RFC 6587, octet counting). */
export function syslogFrames(lines: readonly string[]): Buffer {
  return Buffer.concat(
    lines.map((line) => {
      const bytes = Buffer.from(line, 'utf8')
      return Buffer.concat([Buffer.from(`${bytes.length} `), bytes])
    }),
  )
}

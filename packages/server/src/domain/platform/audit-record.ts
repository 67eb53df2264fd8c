import { attributesOf, nanoseconds } from '../../lib/otlp/trace-request.ts'
import type { AuditedRow } from './syslog-line.ts'

/** An audit row as a log record of OTLP, with the row as JSON in its body. Drop repeats by `mkt.audit.id`. */
export function auditRecord(row: AuditedRow): unknown {
  const at = nanoseconds(row.at.getTime())
  return {
    timeUnixNano: at,
    observedTimeUnixNano: at,
    severityNumber: 9,
    severityText: 'INFO',
    body: { stringValue: JSON.stringify({ ...row, at: row.at.toISOString() }) },
    attributes: attributesOf({
      'mkt.audit.id': row.id,
      'mkt.audit.action': row.action,
      'mkt.organization.id': row.organizationId,
      'mkt.request.id': row.requestId,
      'mkt.subject.kind': row.subject.kind,
      'mkt.subject.id': row.subject.id,
    }),
  }
}

import { AuditSection } from '../../parts/audit/audit-section.tsx'
import { allAuditQuery } from '../../queries/platform/audit.ts'
import { operate } from '../../texts/operate.ts'

export function OperateAudit() {
  return <AuditSection title={operate.audit} of="all" query={allAuditQuery} exportPath="/audit/export" />
}

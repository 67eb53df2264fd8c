import type { Db } from './database.ts'

export interface AuditRow {
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

export async function insertAudit(db: Db, row: AuditRow): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      id: row.id,
      at: row.at,
      organization_id: row.organizationId,
      actor_kind: row.actor.kind,
      actor_id: row.actor.id,
      actor_label: row.actor.label,
      address: row.address,
      request_id: row.requestId,
      action: row.action,
      subject_kind: row.subject.kind,
      subject_id: row.subject.id,
      details: JSON.stringify(row.details),
    })
    .execute()
}

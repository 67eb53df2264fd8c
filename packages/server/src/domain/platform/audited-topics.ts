import { type AuditAction, type AuditActionRow, auditActions, type LiveTopic, liveTopics } from '@mkt/contract/api'

export interface AuditedChange {
  topic: Exclude<LiveTopic, 'health'>
  subject: string
}

/** What changes for followers when an action is recorded: the audit itself, and the live topic of the action. */
export function auditedTopics(entry: {
  action: AuditAction
  organizationId: string | null
  id: string
}): AuditedChange[] {
  const { action, organizationId, id } = entry
  const { changes }: AuditActionRow = auditActions[action]
  const audit: AuditedChange =
    organizationId === null ? { topic: 'platform', subject: id } : { topic: 'audit', subject: organizationId }
  if (changes === undefined || changes === 'health') return [audit]
  const carried = liveTopics[changes].carries === 'organization' ? organizationId : id
  return carried === null ? [audit] : [audit, { topic: changes, subject: carried }]
}

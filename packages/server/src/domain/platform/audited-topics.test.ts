import { type AuditAction, type AuditActionRow, auditActions, liveTopics } from '@mkt/contract/api'
import { describe, expect, it, test } from 'vitest'
import { auditedTopics } from './audited-topics.ts'

const rows = Object.entries(auditActions) as [AuditAction, AuditActionRow][]

describe('every audit action', () => {
  test.each(rows)('%s changes a live topic that carries its subject or its organization, or none', (_action, row) => {
    if (row.changes === undefined) return
    expect([row.subject, 'organization']).toContain(liveTopics[row.changes].carries)
  })
})

it('a recorded action tells followers of the audit and of the thing it was done to', () => {
  expect(auditedTopics({ action: 'listing.change', organizationId: 'org_1', id: 'lst_1' })).toEqual([
    { topic: 'audit', subject: 'org_1' },
    { topic: 'listing', subject: 'lst_1' },
  ])
})

it('a change of members tells followers of the organization, no matter who the member is', () => {
  expect(auditedTopics({ action: 'member.role', organizationId: 'org_1', id: 'per_1' })).toEqual([
    { topic: 'audit', subject: 'org_1' },
    { topic: 'member', subject: 'org_1' },
  ])
})

it('what concerns no organization is told to those who see the whole platform', () => {
  expect(auditedTopics({ action: 'session.begin', organizationId: null, id: 'ses_1' })).toEqual([
    { topic: 'platform', subject: 'ses_1' },
  ])
})

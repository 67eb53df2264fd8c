import { expect, it } from 'vitest'
import { auditRecord } from './audit-record.ts'

it('an audit row is a log record with the whole row, named by its id and action', () => {
  const row = {
    id: 'aud_1',
    at: new Date('2026-05-01T12:00:00Z'),
    organizationId: null,
    actor: { kind: 'person', id: 'per_1', label: 'a@acme.test' },
    address: null,
    requestId: 'req_1',
    action: 'release.promote',
    subject: { kind: 'release', id: 'rel_1' },
    details: { version: '1.0.0' },
  }
  const record = auditRecord(row) as { body: { stringValue: string }; attributes: unknown[]; timeUnixNano: string }
  expect(JSON.parse(record.body.stringValue)).toEqual({ ...row, at: '2026-05-01T12:00:00.000Z' })
  expect(record.timeUnixNano).toBe('1777636800000000000')
  expect(record.attributes).toContainEqual({ key: 'mkt.audit.id', value: { stringValue: 'aud_1' } })
  expect(record.attributes).toContainEqual({ key: 'mkt.audit.action', value: { stringValue: 'release.promote' } })
  expect(JSON.stringify(record.attributes)).not.toContain('organization')
})

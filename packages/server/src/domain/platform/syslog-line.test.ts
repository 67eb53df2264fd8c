import { expect, it } from 'vitest'
import { syslogFrames, syslogLine } from './syslog-line.ts'

const row = {
  id: 'aud_1',
  at: new Date('2026-11-17T10:00:00Z'),
  organizationId: 'org_1',
  actor: { kind: 'person', id: 'per_1', label: 'ü@acme.test' },
  address: '192.0.2.1',
  requestId: 'req_1',
  action: 'installation.launch',
  subject: { kind: 'installation', id: 'ins_1' },
  details: { name: 'two\nlines' },
}

it('an audit row is one syslog message, whatever its values hold', () => {
  const line = syslogLine(row, 'api 1')
  expect(line).toMatch(/^<110>1 2026-11-17T10:00:00\.000Z api_1 mkt - installation\.launch - \{/)
  expect(line).not.toContain('\n')
  expect(JSON.parse(line.slice(line.indexOf('{')))).toEqual({ ...row, at: row.at.toISOString() })
})

it('messages are counted in bytes, not in characters', () => {
  expect(syslogFrames(['ü', 'ab']).toString('utf8')).toBe('2 ü2 ab')
})

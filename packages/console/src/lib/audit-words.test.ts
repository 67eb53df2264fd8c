import { expect, it } from 'vitest'
import { subjectOf } from './audit-words.ts'

const of = (kind: string, id: string, details: Record<string, unknown>) => subjectOf({ subject: { kind, id }, details })

it('a row of the audit calls a thing by its name where it knows one, and keeps the id', () => {
  expect(of('installation', 'ins_1', { name: 'Notes', test: false })).toEqual({
    name: 'Installation Notes',
    details: 'ins_1 · test: no',
  })
  expect(of('release', 'rel_1', { listing: 'acme/notes', version: '1.2.0' })).toEqual({
    name: 'Release acme/notes 1.2.0',
    details: 'rel_1',
  })
})

it('a row of the audit that names nothing calls its thing by the name it has now', () => {
  const subject = { kind: 'installation', id: 'ins_1', name: 'Motor rates' }
  expect(subjectOf({ subject, details: { calls: 3 } })).toEqual({
    name: 'Installation Motor rates',
    details: 'ins_1 · calls: 3',
  })
  expect(subjectOf({ subject, details: { name: 'Former name' } }).name).toBe('Installation Former name')
})

it('a row of the audit names by its id what has no name', () => {
  expect(of('api-key', 'key_1', {})).toEqual({ name: 'API key key_1', details: '' })
  expect(of('session', 'ses_1', { secondFactor: true })).toEqual({
    name: 'Session ses_1',
    details: 'second factor: yes',
  })
})

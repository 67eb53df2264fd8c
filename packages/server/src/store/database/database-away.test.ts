import { expect, it } from 'vitest'
import { isDatabaseAway } from './database-away.ts'

const failed = (code: string, more: object = {}) => Object.assign(new Error('went wrong'), { code, ...more })
const refused = failed('ECONNREFUSED', { syscall: 'connect' })

it.each([
  ['a refused connection', refused],
  ['a name whose addresses all refuse', new AggregateError([refused, failed('ENETUNREACH', { syscall: 'connect' })])],
  ['a connection that gets no answer', new Error('timeout expired')],
  ['a statement that gets no answer', new Error('Query read timeout')],
  ['a session that an administrator ended', failed('57P01', { severity: 'FATAL' })],
  ['a server that became a standby', failed('25006', { severity: 'ERROR' })],
  ['a lock that was not to be had', failed('55P03', { severity: 'ERROR' })],
  ['a statement that took too long', failed('57014', { severity: 'ERROR' })],
  ['a full disk', failed('53100', { severity: 'ERROR' })],
])('%s is a database that is temporarily unavailable', (_, error) => {
  expect(isDatabaseAway(error)).toBe(true)
})

it.each([
  ['a wrong statement', failed('42601', { severity: 'ERROR' })],
  ['a wrong password', failed('28P01', { severity: 'FATAL' })],
  ['a file that is missing', failed('ENOENT', { syscall: 'open' })],
  ['several errors of which one is a bug', new AggregateError([refused, new TypeError('oops')])],
])('%s is not', (_, error) => {
  expect(isDatabaseAway(error)).toBe(false)
})

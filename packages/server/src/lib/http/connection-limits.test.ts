import { expect, test } from 'vitest'
import { judgeAge, type Reading } from './connection-limits.ts'

const limits = { headBytes: 1, headMs: 10, requestMs: 60, idleMs: 65, drainMs: 5 }
const stage = (reading: Reading, idle = false, isNew = false) => ({ reading, idle, isNew })

test.each([
  ['a head that does not come to its end', stage('head'), 10, 'refuse'],
  ['a connection on which nothing was ever asked', stage('head', true, true), 10, 'close'],
  ['a connection that waits for its next request', stage('head', true), 65, 'close'],
  ['a body that does not come to its end', stage('body'), 60, 'refuse'],
  ['the rest of a body that nobody wants', stage('drain'), 5, 'close'],
  ['an answer that is not taken', stage('closed'), 60, 'close'],
] as const)('%s is given its time and no more', (_name, what, ms, verdict) => {
  expect(judgeAge(what, ms, limits)).toBe('keep')
  expect(judgeAge(what, ms + 1, limits)).toBe(verdict)
})

test('an answer that is due is waited for, however long it takes', () => {
  expect(judgeAge(stage('read'), 1_000_000, limits)).toBe('keep')
})

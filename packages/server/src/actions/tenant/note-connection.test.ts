import { expect, it } from 'vitest'
import { PolicySystemError, troubleOf } from '../../outbound/policy/policy-system-error.ts'
import { connectionTroubleOf, signInTroubleOf } from './note-connection.ts'

const answered = (status: number) => new PolicySystemError(troubleOf(status), `answered ${status}`)

it.each([
  [401, 'refused'],
  [503, 'unreachable'],
  [429, 'unreachable'],
])('an answer of %i says that the connection is %s', (status, kind) => {
  const outcome = { trouble: { kind, reason: `answered ${status}` }, latencyMs: null }
  expect(connectionTroubleOf(answered(status))).toEqual(outcome)
})

it.each([400, 403, 404, 409, 422])('an answer of %i to one request says nothing about the connection', (status) => {
  expect(connectionTroubleOf(answered(status))).toBeUndefined()
})

it.each([
  [400, 'refused'],
  [401, 'refused'],
  [403, 'refused'],
  [503, 'unreachable'],
])('a sign-in that is answered %i says that the connection is %s', (status, kind) => {
  expect(signInTroubleOf(answered(status)).trouble).toMatchObject({ kind })
})

import { expect, it } from 'vitest'
import { onlyCallsOf } from './only-calls.ts'

it('flags choose calls of a sample by time, number and policy; without flags all are taken', () => {
  expect(onlyCallsOf({})).toEqual({})
  expect(
    onlyCallsOf({ from: '2026-01-31', to: '2026-02-01T08:00:00Z', calls: '50', policy: ['1001', '1002'] }),
  ).toEqual({
    from: '2026-01-31T00:00:00.000Z',
    to: '2026-02-01T08:00:00.000Z',
    maxCalls: 50,
    policies: ['1001', '1002'],
  })
})

it('what is no time or number is said by its flag', () => {
  expect(() => onlyCallsOf({ from: 'yesterday' })).toThrow('--from: "yesterday" is not a time.')
  expect(() => onlyCallsOf({ calls: 'many' })).toThrow('--calls')
})

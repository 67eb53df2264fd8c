import { expect, it } from 'vitest'
import { levelsAt, readLevelOrder, withLevel } from './log-level.ts'

const now = new Date('2026-05-01T12:00:00Z')

it('a level that was given minutes ends by itself, one without stays until it is reset', () => {
  const minutes = withLevel({}, { part: 'gateway', level: 'debug', minutes: 15 }, now)
  const both = withLevel(minutes, { part: 'worker', level: 'warn', minutes: null }, now)
  expect(levelsAt(both, now)).toEqual({ gateway: 'debug', worker: 'warn' })
  expect(levelsAt(both, new Date('2026-05-01T12:15:00Z'))).toEqual({ worker: 'warn' })
  expect(withLevel(both, { part: 'worker', level: null, minutes: null }, now)).toEqual(minutes)
})

it.each([
  ['gateway debug', { part: 'gateway', level: 'debug', minutes: null }],
  ['state error --minutes 15', { part: 'state', level: 'error', minutes: 15 }],
  ['relay reset', { part: 'relay', level: null, minutes: null }],
  ['relay', undefined],
  ['console debug', undefined],
  ['api loud', undefined],
  ['api debug --minutes 0', undefined],
  ['api debug --minutes 99999', undefined],
  ['api debug --minutes', undefined],
  ['api reset --minutes 5', undefined],
])('reads "%s" as an order, or refuses it', (args, order) => {
  expect(readLevelOrder(args.split(' '))).toEqual(order)
})

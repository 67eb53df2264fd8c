import { expect, it } from 'vitest'
import { type CareResult, carePause } from './care-pause.ts'
import { careTimes as times } from './health.ts'
import type { InstanceState } from './instance.ts'

const now = new Date('2026-01-01T00:00:00Z')
const one = (state: InstanceState, since = now, streak = 0) => ({ state, since, streak })
const running: CareResult = {
  deployment: { state: 'RUNNING', nextStartAt: null },
  instances: [one('HEALTHY')],
  start: 0,
  abandon: false,
}
const pause = (change: Partial<CareResult>) => carePause({ ...running, ...change }, times, now)
const startsIn = (ms: number) =>
  ({ state: 'SICK', nextStartAt: new Date(now.getTime() + ms) }) satisfies CareResult['deployment']

it('ends when a deployment is over and its last instance is forgotten', () => {
  expect(pause({ deployment: { state: 'STOPPED', nextStartAt: null }, instances: [] })).toBeNull()
  expect(pause({ deployment: { state: 'FAILED', nextStartAt: null }, instances: [] })).toBeNull()
  expect(pause({ deployment: { state: 'FAILED', nextStartAt: null } })).not.toBeNull()
  expect(pause({ deployment: { state: 'SICK', nextStartAt: null }, instances: [] })).not.toBeNull()
})

it('goes on at once to start an instance and to forget an ended one', () => {
  expect(pause({ start: 1 })).toBe(0)
  expect(pause({ instances: [one('HEALTHY'), one('STOPPED')] })).toBe(0)
})

it('looks often while an instance starts or ends at once', () => {
  expect(pause({ instances: [one('STARTING')] })).toBe(100)
  expect(pause({ abandon: true })).toBe(100)
  const quick = { ...times, probeStartingMs: 20 }
  expect(carePause({ ...running, abandon: true }, quick, now)).toBe(20)
})

it('looks less often at a start that takes long, until it answers, and never less than once a second', () => {
  const before = (ms: number) => new Date(now.getTime() - ms)
  expect(pause({ instances: [one('STARTING', before(4_000))] })).toBe(100)
  expect(pause({ instances: [one('STARTING', before(20_000))] })).toBe(500)
  expect(pause({ instances: [one('STARTING', before(100_000))] })).toBe(1_000)
  expect(pause({ instances: [one('STARTING', before(100_000), 1)] })).toBe(100)
  expect(pause({ instances: [one('STARTING', before(100_000)), one('STARTING')] })).toBe(100)
})

it('looks once a second while nothing happens, and sooner for a start that is due sooner', () => {
  expect(pause({})).toBe(1_000)
  expect(pause({ deployment: startsIn(300) })).toBe(300)
  expect(pause({ deployment: startsIn(60_000) })).toBe(1_000)
  expect(pause({ deployment: startsIn(1) })).toBe(10)
  expect(pause({ deployment: startsIn(-5) })).toBe(1_000)
})

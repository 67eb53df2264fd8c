import { expect, it } from 'vitest'
import { settableClock } from '../clock.ts'
import { createAttendance } from './attendance.ts'

it('counts from the beginning while there are successes again and again, and from the end of a gap after one', () => {
  const clock = settableClock('2026-01-01T00:00:00Z')
  const began = clock.now()
  const attendance = createAttendance(clock, 10_000)
  for (let looks = 0; looks < 5; looks += 1) {
    clock.advance(10_000)
    attendance.mark()
  }
  expect(attendance.since).toEqual(began)
  clock.advance(10_001)
  const resumed = clock.now()
  attendance.mark()
  clock.advance(5_000)
  expect(attendance.since).toEqual(resumed)
})

it('goes on with a gap for as long as everything fails', () => {
  const clock = settableClock('2026-01-01T00:00:00Z')
  const attendance = createAttendance(clock, 10_000)
  for (let failures = 0; failures < 60; failures += 1) {
    clock.advance(5_000)
    expect(clock.now().getTime() - attendance.since.getTime()).toBeLessThanOrEqual(10_000)
  }
})

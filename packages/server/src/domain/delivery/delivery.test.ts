import { type DeliveryState, deliveryMachine } from '@mkt/contract/states'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterAttempt } from './delivery.ts'
import { type AttemptOutcome, delayBefore, verdictOf } from './retry.ts'
import { healthWithRelease, healthy, isGonePath, judgeByClock, type RouteHealth, routeMood } from './route-health.ts'

const now = new Date('2026-01-10T12:00:00Z')
const schedule = [0, 5, 300, 1800]
const fresh = { attemptCount: 0, step: 0, crashes: 0 }
const answer = (status: number, retryAfter?: string): AttemptOutcome => ({ kind: 'answer', status, retryAfter })
const crash: AttemptOutcome = { kind: 'failed', error: 'crash', message: 'the instance ended' }
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds)

function after(outcome: AttemptOutcome, change: Partial<Parameters<typeof afterAttempt>[0]> = {}) {
  return afterAttempt({
    delivery: fresh,
    health: healthy,
    path: '/hook',
    releaseId: 'rel_1',
    outcome,
    probe: false,
    schedule,
    chance: 0.5,
    now,
    ...change,
  })
}

test.each([
  [200, 'delivered'],
  [201, 'delivered'],
  [204, 'delivered'],
  [302, 'rejected'],
  [400, 'rejected'],
  [404, 'rejected'],
  [408, 'retry'],
  [410, 'gone'],
  [425, 'retry'],
  [429, 'retry'],
  [500, 'retry'],
  [503, 'retry'],
] as const)('status %i means %s', (status, verdict) => {
  expect(verdictOf(answer(status))).toBe(verdict)
})

test('delays follow the schedule, give or take a tenth', () => {
  expect(delayBefore(2, schedule, 0, now)).toBe(270_000)
  expect(delayBefore(2, schedule, 0.5, now)).toBe(300_000)
  expect(delayBefore(2, schedule, 1, now)).toBe(330_000)
  expect(delayBefore(4, schedule, 0.5, now)).toBeUndefined()
})

test('retry-after is honoured between one second and a day, as seconds or as a date', () => {
  expect(delayBefore(1, schedule, 0.5, now, '0')).toBe(1_000)
  expect(delayBefore(1, schedule, 0.5, now, '120')).toBe(120_000)
  expect(delayBefore(1, schedule, 0.5, now, '999999')).toBe(86_400_000)
  expect(delayBefore(1, schedule, 0.5, now, later(60_000).toUTCString())).toBe(60_000)
  expect(delayBefore(1, schedule, 0.5, now, 'soon')).toBe(5_000)
})

describe('a delivery', () => {
  test('that succeeded is delivered', () => {
    expect(after(answer(201)).delivery).toMatchObject({ state: 'DELIVERED', attemptCount: 1 })
  })

  test('that failed waits for its next attempt', () => {
    expect(after(answer(503)).delivery).toMatchObject({
      state: 'WAITING',
      step: 1,
      attemptCount: 1,
      dueAt: later(5_000),
    })
  })

  test('that used up its schedule is a dead letter', () => {
    const last = after(answer(500), { delivery: { attemptCount: 3, step: 3, crashes: 0 } })
    expect(last.delivery).toMatchObject({ state: 'DEAD', reason: 'exhausted', attemptCount: 4 })
  })

  test('that was refused is a dead letter at once', () => {
    expect(after(answer(404)).delivery).toMatchObject({ state: 'DEAD', reason: 'rejected' })
  })

  test('in flight at two crashes is sent alone, and a third crash makes it suspected poison', () => {
    const second = after(crash, { delivery: { attemptCount: 1, step: 1, crashes: 1 } })
    expect(second.delivery).toMatchObject({ state: 'WAITING', crashes: 2 })
    const third = after(crash, { delivery: { attemptCount: 2, step: 2, crashes: 2 } })
    expect(third.delivery).toMatchObject({ state: 'DEAD', reason: 'suspected_poison' })
  })
})

describe('a route', () => {
  const failing = (hours: number, change: Partial<RouteHealth> = {}): RouteHealth => ({
    ...healthy,
    failingSince: later(-hours * 3_600_000),
    ...change,
  })

  test('begins to fail with the first failure and is well again with the first success', () => {
    expect(after(answer(500)).health).toMatchObject({ failingSince: now, pausedAt: null })
    expect(after(answer(200), { health: failing(2, { warnedAt: now }) })).toMatchObject({
      health: healthy,
      notice: 'recovered',
    })
    expect(after(answer(200)).health).toBeUndefined()
  })

  test('that failed for an hour warns its customer once', () => {
    expect(after(answer(500), { health: failing(1) })).toMatchObject({ notice: 'failing', health: { warnedAt: now } })
    expect(after(answer(500), { health: failing(2, { warnedAt: now }) }).notice).toBeUndefined()
  })

  test('is warned of by the clock, without another attempt', () => {
    expect(judgeByClock(failing(0.9), 'rel_1', now).notice).toBeUndefined()
    expect(judgeByClock(failing(1), 'rel_1', now)).toMatchObject({ notice: 'failing', health: { warnedAt: now } })
    expect(judgeByClock(failing(2, { warnedAt: now }), 'rel_1', now).notice).toBeUndefined()
  })

  test('that failed for 72 hours and ten attempts pauses, by the clock or by an attempt, and probes once an hour', () => {
    const tired = failing(72, { warnedAt: now, failedAttempts: 10 })
    for (const { health, notice } of [after(answer(500), { health: tired }), judgeByClock(tired, 'rel_1', now)]) {
      expect(notice).toBe('paused')
      expect(health).toMatchObject({ pausedAt: now, probeAt: later(3_600_000) })
      expect(routeMood(health ?? healthy, 'rel_1', now)).toBe('closed')
      expect(routeMood(health ?? healthy, 'rel_1', later(3_600_000))).toBe('probe')
    }
  })

  test('that is quiet is not paused by a few rejections days apart', () => {
    const first = after(answer(422)).health ?? healthy
    const second = after(answer(422), { health: { ...first, warnedAt: now }, now: later(80 * 3_600_000) })
    expect(second).toMatchObject({ notice: undefined, health: { failedAttempts: 2, pausedAt: null } })
    const tenth = after(answer(422), {
      health: { ...first, warnedAt: now, failedAttempts: 9 },
      now: later(80 * 3_600_000),
    })
    expect(tenth.notice).toBe('paused')
  })

  test('counts its failed attempts only as far as a pause needs them', () => {
    expect(
      after(answer(500), { health: failing(1, { warnedAt: now, failedAttempts: 9 }) }).health?.failedAttempts,
    ).toBe(10)
    expect(after(answer(500), { health: failing(1, { warnedAt: now, failedAttempts: 10 }) }).health).toBeUndefined()
  })

  test('that answered 410 pauses the path at once, and no other', () => {
    const { delivery, health = healthy, notice } = after(answer(410))
    expect(delivery).toMatchObject({ state: 'DEAD', reason: 'gone' })
    expect(notice).toBe('gone')
    expect(health).toMatchObject({ failingSince: null, pausedAt: null })
    expect(routeMood(health, 'rel_1', now)).toBe('open')
    expect([isGonePath(health, '/hook', 'rel_1'), isGonePath(health, '/other', 'rel_1')]).toEqual([true, false])
    expect(after(answer(410), { health })).toMatchObject({ health: undefined, notice: undefined })
    expect(isGonePath(healthy, 'constructor', 'rel_1')).toBe(false)
  })

  test('keeps a path that answered 410 paused when another path works again', () => {
    const { health } = after(answer(200), {
      path: '/other',
      health: failing(2, { gonePaths: { '/hook': { at: '', releaseId: 'rel_1' } } }),
    })
    expect(health).toMatchObject({ failingSince: null, gonePaths: { '/hook': { releaseId: 'rel_1' } } })
  })

  test('opens with a new release, its paths too', () => {
    const gonePaths = { '/hook': { at: '', releaseId: 'rel_1' } }
    const paused = failing(80, { pausedAt: now, pausedReleaseId: 'rel_1', gonePaths })
    expect(routeMood(paused, 'rel_2', now)).toBe('open')
    expect(healthWithRelease(paused, 'rel_2')).toEqual(healthy)
    expect(healthWithRelease({ ...healthy, gonePaths }, 'rel_2')).toEqual(healthy)
    expect(healthWithRelease(paused, 'rel_1')).toBeUndefined()
  })

  test('a probe that fails spends no attempt and sets the next probe; one that succeeds ends the pause', () => {
    const paused = failing(80, { pausedAt: now, pausedReleaseId: 'rel_1', probeAt: now })
    const failed = after(answer(500), { health: paused, probe: true })
    expect(failed.delivery).toMatchObject({ state: 'WAITING', attemptCount: 0, step: 0 })
    expect(failed.health).toMatchObject({ pausedAt: now, probeAt: later(3_600_000) })
    expect(after(answer(200), { health: paused, probe: true })).toMatchObject({ health: healthy, notice: 'recovered' })
  })
})

test('an attempt only makes moves that the table of deliveries names', () => {
  const outcome: fc.Arbitrary<AttemptOutcome> = fc.oneof(
    fc.record({ kind: fc.constant('answer' as const), status: fc.integer({ min: 100, max: 599 }) }),
    fc.record({
      kind: fc.constant('failed' as const),
      error: fc.constantFrom('connect' as const, 'timeout' as const, 'broken' as const, 'crash' as const),
      message: fc.constant('it failed'),
    }),
  )
  const count = fc.integer({ min: 0, max: 5 })
  const delivery = fc.record({ attemptCount: count, step: count, crashes: count })
  const moves = Object.values(deliveryMachine.moves).filter(({ by }) => by === 'platform')
  fc.assert(
    fc.property(outcome, delivery, fc.boolean(), (result, facts, probe) => {
      const from: DeliveryState = probe ? 'PAUSED' : 'WAITING'
      const { state } = after(result, { delivery: facts, probe }).delivery
      // A probe that failed leaves the delivery as it was: what is stored of PAUSED is WAITING.
      const to: DeliveryState = probe && state === 'WAITING' ? 'PAUSED' : state
      const named = moves.some((row) => (row.from as readonly (DeliveryState | null)[]).includes(from) && row.to === to)
      expect(named || (probe && to === from), `${from} → ${to}`).toBe(true)
    }),
  )
})

import { expect, it } from 'vitest'
import { emptyLatencies, latencyClass } from './latency.ts'
import { periodOf, slotOf, type TrafficRow, trafficPoints } from './traffic.ts'

const now = new Date('2026-03-01T12:07:31Z')

function row(slot: string, kind: TrafficRow['kind'], requests: number, durationMs: number, failed = 0): TrafficRow {
  const classes = emptyLatencies()
  classes[latencyClass(durationMs)] = requests
  return { slot: new Date(slot), kind, requests, failed, classes, slowestMs: durationMs }
}

it('counts in slots of five minutes', () => {
  expect(slotOf(now)).toEqual(new Date('2026-03-01T12:05:00Z'))
})

it.each([
  [15, 60, 15, '2026-03-01T11:53:00Z'],
  [60, 60, 60, '2026-03-01T11:08:00Z'],
  [8 * 60, 300, 96, '2026-03-01T04:10:00Z'],
  [24 * 60, 900, 96, '2026-02-28T12:15:00Z'],
  [72 * 60, 3600, 72, '2026-02-26T13:00:00Z'],
  [101 * 60, 7200, 51, '2026-02-25T08:00:00Z'],
  [168 * 60, 7200, 84, '2026-02-22T14:00:00Z'],
])(
  'shows the last %i minutes in steps of %i seconds: %i points, the present one last',
  (minutes, seconds, points, from) => {
    expect(periodOf(minutes, now)).toEqual({ stepMs: seconds * 1000, points, from: new Date(from) })
  },
)

it('adds slots up to points, deliveries and calls by themselves, and has a point where nothing happened', () => {
  const period = periodOf(24 * 60, now)
  const points = trafficPoints(
    [
      row('2026-03-01T11:45:00Z', 'delivery', 30, 40, 2),
      row('2026-03-01T11:50:00Z', 'delivery', 10, 400),
      row('2026-03-01T12:05:00Z', 'call', 4, 9),
    ],
    period,
  )
  expect(points).toHaveLength(96)
  const nothing = { requests: 0, failed: 0, p50Ms: null, p95Ms: null, slowestMs: null }
  expect(points.at(-2)).toEqual({
    at: new Date('2026-03-01T11:45:00Z'),
    deliveries: { requests: 40, failed: 2, p50Ms: 42, p95Ms: 400, slowestMs: 400 },
    calls: nothing,
  })
  expect(points.at(-1)).toMatchObject({ at: new Date('2026-03-01T12:00:00Z'), deliveries: nothing })
  expect(points.at(-1)?.calls).toMatchObject({ requests: 4, failed: 0 })
  expect(points.slice(0, 94).every((point) => point.deliveries.requests + point.calls.requests === 0)).toBe(true)
})

it('leaves out what is older than the period', () => {
  const points = trafficPoints([row('2026-02-28T12:10:00Z', 'call', 5, 1)], periodOf(24 * 60, now))
  expect(points.every((point) => point.calls.requests === 0)).toBe(true)
})

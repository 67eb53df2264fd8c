import { afterEach, describe, expect, it } from 'vitest'
import { rangeOf } from './days.ts'
import { formatDay, formatExact, formatNumber, formatTime } from './format.ts'
import { readAs, startOfDay } from './time-formats.ts'

const at = '2026-07-01T22:30:05Z'

afterEach(() => readAs({ timeZone: null, locale: null }))

describe('times and numbers', () => {
  it('are written in the zone of the person, exact ones with its name', () => {
    readAs({ timeZone: 'Asia/Tokyo', locale: null })
    expect(formatExact(at)).toBe('2 Jul 2026, 07:30:05 GMT+9')
    readAs({ timeZone: 'Europe/Berlin', locale: null })
    expect(formatExact(at)).toBe('2 Jul 2026, 00:30:05 CEST')
    expect(formatDay(at)).toBe('2 Jul 2026')
  })

  it('are written as is usual where the person is', () => {
    readAs({ timeZone: 'America/New_York', locale: 'en-US' })
    expect(formatTime(at)).toMatch(/^Jul 1, 2026, 6:30\sPM$/)
    expect(formatNumber(12_345.6)).toBe('12,345.6')
    readAs({ timeZone: 'UTC', locale: 'de-DE' })
    expect(formatNumber(12_345.6)).toBe('12.345,6')
    expect(formatDay(at)).toBe('01.07.2026')
  })
})

describe('a day', () => {
  it.each([
    ['UTC', '2026-07-01', '2026-07-01T00:00:00.000Z'],
    ['Asia/Tokyo', '2026-07-01', '2026-06-30T15:00:00.000Z'],
    ['America/New_York', '2026-07-01', '2026-07-01T04:00:00.000Z'],
    // The days on which clocks change begin by the clock of the night before.
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z'],
  ])('in %s: %s begins at %s', (timeZone, day, begins) => {
    readAs({ timeZone, locale: null })
    expect(startOfDay(day)?.toISOString()).toBe(begins)
  })

  it('of a range belongs to it from its first to its last moment', () => {
    readAs({ timeZone: 'Europe/Berlin', locale: null })
    expect(rangeOf({ from: '2026-03-29', to: '2026-03-29' })).toEqual({
      from: '2026-03-28T23:00:00.000Z',
      to: '2026-03-29T22:00:00.000Z',
    })
    expect(rangeOf({ from: 'nonsense' })).toEqual({ from: undefined, to: undefined })
  })
})

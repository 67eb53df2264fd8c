import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { rangeOf } from './days.ts'
import { formatBytes, formatDay, formatDuration, formatExact, formatNumber, formatTime } from './format.ts'
import { formatPercent, formatRate, formatShare } from './percent.ts'
import { momentOf, readAs } from './time-formats.ts'

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

describe('durations, sizes and per cents', () => {
  const shown = () => [
    ...[formatDuration(1_500), formatDuration(42_000), formatBytes(3.5 * 1024 ** 2)],
    ...[formatPercent(-7.5), formatShare(0.025), formatShare(0.42), formatShare(0), formatRate(0.005)],
  ]

  it('have the decimals of where the person is', () => {
    expect(shown()).toEqual(['1.5 s', '42 s', '3.5 MB', '−7.50 %', '2.5 %', '42 %', '0 %', '0.50 %'])
    readAs({ timeZone: null, locale: 'de-DE' })
    expect(shown()).toEqual(['1,5 s', '42 s', '3,5 MB', '−7,50 %', '2,5 %', '42 %', '0 %', '0,50 %'])
  })
})

describe('the console', () => {
  const src = join(import.meta.dirname, '..')
  const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter((path) => !/\.test\.tsx?$/.test(path))
  /** What writes a date or a number by itself: in its own format, whatever the person chose. */
  const byItself =
    /\bIntl\.(DateTime|Number)Format\b|\.toLocale(Date|Time)?String\(|\.to(Date|Time|UTC|GMT)String\(|\.toFixed\(|\.toPrecision\(/
  const found = (path: string) => byItself.test(readFileSync(join(src, path), 'utf8'))

  it('writes dates and numbers in one place alone', () => {
    expect(files.length).toBeGreaterThan(400)
    expect(files.filter(found)).toEqual(['lib/time-formats.ts'])
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
    expect(momentOf(`${day}T00:00`)?.toISOString()).toBe(begins)
  })

  it('of a range belongs to it from its first to its last moment, a time to the minute', () => {
    readAs({ timeZone: 'Europe/Berlin', locale: null })
    expect(rangeOf({ from: '2026-03-29', to: '2026-03-29' })).toEqual({
      from: '2026-03-28T23:00:00.000Z',
      to: '2026-03-29T22:00:00.000Z',
    })
    // Five minutes, as its clocks show them.
    expect(rangeOf({ from: '2026-07-01T10:40', to: '2026-07-01T10:45' })).toEqual({
      from: '2026-07-01T08:40:00.000Z',
      to: '2026-07-01T08:45:00.000Z',
    })
    expect(rangeOf({ from: 'nonsense' })).toEqual({ from: undefined, to: undefined })
  })
})

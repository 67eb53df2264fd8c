import { describe, expect, it } from 'vitest'
import {
  formatAge,
  formatAgo,
  formatBytes,
  formatDetails,
  formatDuration,
  formatNext,
  formatPast,
  shortDigest,
} from './format.ts'

const now = Date.parse('2026-01-10T12:00:00Z')

describe('words for times and sizes', () => {
  it('say how long ago something was, and the date when it was long ago', () => {
    expect(formatAgo('2026-01-10T11:57:00Z', now)).toBe('3 minutes ago')
    expect(formatAgo('2026-01-10T14:00:00Z', now)).toBe('in 2 hours')
    expect(formatAgo('2026-01-10T11:59:59Z', now)).toBe('just now')
    expect(formatAgo('2025-12-01T12:00:00Z', now)).toContain('2025')
  })

  it('never say of what has happened that it is yet to come, though the clock that is asked lags behind', () => {
    expect(formatPast('2026-01-10T12:00:13Z', now)).toBe('just now')
    expect(formatPast('2026-01-10T12:10:00Z', now)).toBe('just now')
    expect(formatPast('2026-01-10T11:57:00Z', now)).toBe('3 minutes ago')
  })

  it('never say of what is done next that it was done before, though it is late', () => {
    expect(formatNext('2026-01-10T12:10:00Z', now)).toBe('in 10 minutes')
    expect(formatNext('2026-01-10T12:00:03Z', now)).toBe('any moment now')
    expect(formatNext('2026-01-10T11:58:00Z', now)).toBe('any moment now')
  })

  it('count the seconds of a signal that should come every few of them', () => {
    expect(formatAge('2026-01-10T11:59:56Z', now)).toBe('4 s ago')
    expect(formatAge('2026-01-10T12:00:03Z', now)).toBe('0 s ago')
    expect(formatAge('2026-01-10T11:57:00Z', now)).toBe('3 minutes ago')
  })

  it('give sizes and durations in the unit a person would use', () => {
    expect([formatBytes(512), formatBytes(2048), formatBytes(3 * 1024 * 1024)]).toEqual(['512 B', '2.0 KB', '3.0 MB'])
    expect(formatBytes(300 * 1024 ** 3)).toBe('300.0 GB')
    expect([formatDuration(12.4), formatDuration(1500), formatDuration(42_000)]).toEqual(['12 ms', '1.5 s', '42 s'])
    expect([240_000, 3 * 3_600_000, 3 * 86_400_000].map(formatDuration)).toEqual(['4 min', '3 h', '3 days'])
  })

  it('name what was noted beside an entry, without what is nothing or told already', () => {
    expect(formatDetails({ from: null, to: 'DRAFT', count: 2, state: 'RUNNING' }, ['state'])).toBe(
      'to: DRAFT · count: 2',
    )
    expect(formatDetails({ secondFactor: false, imageDigest: `sha256:${'ab'.repeat(32)}` })).toBe(
      'second factor: no · image digest: sha256:abababababab…',
    )
  })

  it('shorten a digest to what one recognises', () => {
    expect(shortDigest(`sha256:${'ab'.repeat(32)}`)).toBe('sha256:abababababab…')
  })
})

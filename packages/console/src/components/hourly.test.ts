import { describe, expect, it } from 'vitest'
import { perHour } from './hourly.ts'

const at = (time: string, kind = 'a') => ({ time, kind })

describe('counting per hour', () => {
  it('has a place for hours in which nothing happened', () => {
    const items = [at('2026-01-01T10:05:00Z'), at('2026-01-01T10:50:00Z'), at('2026-01-01T13:00:00Z')]
    const { times, counts } = perHour(
      items,
      (item) => item.time,
      (item) => item.kind,
    )
    expect(times).toHaveLength(4)
    expect(counts.get('a')).toEqual([2, 0, 0, 1])
  })

  it('counts each kind by itself', () => {
    const items = [at('2026-01-01T10:05:00Z', 'a'), at('2026-01-01T10:06:00Z', 'b')]
    const { counts } = perHour(
      items,
      (item) => item.time,
      (item) => item.kind,
    )
    expect([...counts]).toEqual([
      ['a', [1]],
      ['b', [1]],
    ])
  })

  it('is empty without items', () => {
    expect(
      perHour(
        [],
        () => '',
        () => '',
      ).times,
    ).toEqual([])
  })
})

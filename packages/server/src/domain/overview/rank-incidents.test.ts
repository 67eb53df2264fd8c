import { expect, it } from 'vitest'
import { rankIncidents } from './rank-incidents.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 12, minutes))
const one = (name: string, state: 'healthy' | 'degraded' | 'failing', since: Date | null, test = false) => ({
  name,
  test,
  health: { state, code: null, cause: null, since, remedy: null },
})

it('puts real installations before tests, failing ones before degraded ones, and the longest incident first', () => {
  const rows = [
    one('test', 'failing', at(0), true),
    one('healthy', 'healthy', null),
    one('degraded', 'degraded', at(1)),
    one('unknown since', 'failing', null),
    one('late', 'failing', at(9)),
    one('early', 'failing', at(3)),
  ]
  expect(rankIncidents(rows).map(({ name }) => name)).toEqual(['early', 'late', 'unknown since', 'degraded', 'test'])
})

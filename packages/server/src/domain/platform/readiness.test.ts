import { parts } from '@mkt/contract/parts'
import { describe, expect, it } from 'vitest'
import { decideReadiness, type ReadinessFacts } from './readiness.ts'

const well: ReadinessFacts = {
  ending: false,
  database: { up: true },
  changeFeed: { up: true },
  routesLoaded: true,
  engine: { up: true, refusal: null, problems: [] },
}

describe.each(parts)('%s', (part) => {
  it('is ready without a word where everything answers', () => {
    expect(decideReadiness(part, well)).toEqual({ ready: true, reasons: [] })
  })

  it('is not ready while its process ends', () => {
    expect(decideReadiness(part, { ...well, ending: true })).toEqual({
      ready: false,
      reasons: ['The process is ending.'],
    })
  })

  it('stays ready without the change feed, and says so', () => {
    const { ready, reasons } = decideReadiness(part, { ...well, changeFeed: { up: false } })
    expect(ready).toBe(true)
    expect(reasons).toEqual([expect.stringContaining('change feed')])
  })
})

it('keeps what answers from memory in service while the database is away, and takes the rest out', () => {
  const away = { ...well, database: { up: false, reason: 'ECONNREFUSED' } }
  const ready = parts.filter((part) => decideReadiness(part, away).ready)
  expect(ready).toEqual(['gateway', 'state', 'relay'])
  expect(decideReadiness('gateway', away).reasons).toEqual(['The database does not answer (ECONNREFUSED).'])
})

it('has no route to serve before the routes are read', () => {
  const unread = { ...well, routesLoaded: false }
  expect(parts.filter((part) => decideReadiness(part, unread).ready)).toEqual(['api', 'state'])
})

it('does not call a worker ready before it has opened its engine', () => {
  const { engine: _, ...unopened } = well
  expect(decideReadiness('worker', unopened)).toEqual({
    ready: false,
    reasons: ['The engine has not been opened yet.'],
  })
})

it('takes a worker out of service whose engine is away or may run nothing, and tells problems that it can work with', () => {
  const engine = (change: object) =>
    decideReadiness('worker', { ...well, engine: { ...well.engine, ...change } as never })
  expect(engine({ up: false, reason: 'no answer within 3 s' })).toEqual({
    ready: false,
    reasons: ['The engine does not answer (no answer within 3 s).'],
  })
  expect(engine({ refusal: 'This engine cannot isolate applications.' }).ready).toBe(false)
  expect(engine({ problems: ['Containers cannot reach the state interface.'] })).toEqual({
    ready: true,
    reasons: ['Containers cannot reach the state interface.'],
  })
})

import { describe, expect, it } from 'vitest'
import { createConcurrency, mayStart, type Place, shareLimits } from './concurrency.ts'

const limits = shareLimits({ perRoute: 100, perApp: 500 })

function enter(concurrency: ReturnType<typeof createConcurrency>, route: string, times: number, isPublic = false) {
  const places: Place[] = []
  for (let at = 0; at < times; at += 1) {
    const place = concurrency.place({ route, app: 'app', isPublic })
    if (place?.enter()) places.push(place)
    else place?.leave()
  }
  return places
}

describe('calls in flight', () => {
  it('are limited per route and per application, and freed once', () => {
    const concurrency = createConcurrency(limits)
    const places = enter(concurrency, 'a', 150)
    expect(places).toHaveLength(100)
    for (const place of places) {
      place.leave()
      place.leave()
    }
    expect(enter(concurrency, 'a', 150)).toHaveLength(100)
  })

  it('of callers without a secret have a small pool of their own, so that they cost the others nothing', () => {
    const concurrency = createConcurrency(limits)
    for (const route of ['a', 'b', 'c', 'd']) enter(concurrency, route, 500, true)
    expect(enter(concurrency, 'e', 10, true)).toHaveLength(0)
    expect(enter(concurrency, 'a', 100)).toHaveLength(80)
    expect(enter(concurrency, 'e', 150)).toHaveLength(100)
  })

  it('that only send their body take no place', () => {
    const concurrency = createConcurrency(limits)
    const idle = Array.from({ length: 500 }, () => concurrency.place({ route: 'a', app: 'app', isPublic: true }))
    expect(idle.filter((place) => place !== undefined)).toHaveLength(200)
    expect(enter(concurrency, 'a', 100)).toHaveLength(100)
    for (const place of idle) place?.leave()
    expect(concurrency.place({ route: 'a', app: 'app', isPublic: true })).toBeDefined()
  })

  it("leave the last quarter of an application's concurrency to routes with few calls", () => {
    const concurrency = createConcurrency(limits)
    const taken = ['a', 'b', 'c', 'd', 'e'].map((route) => enter(concurrency, route, 100).length)
    expect(taken).toEqual([100, 100, 100, 75, 25])
    expect(enter(concurrency, 'quiet', 10)).toHaveLength(10)
  })
})

it.each([
  [{ route: 0, app: 0, publicRoute: 0, publicApp: 0 }, false, true],
  [{ route: 100, app: 100, publicRoute: 0, publicApp: 0 }, false, false],
  [{ route: 0, app: 500, publicRoute: 0, publicApp: 0 }, false, false],
  [{ route: 24, app: 375, publicRoute: 0, publicApp: 0 }, false, true],
  [{ route: 25, app: 375, publicRoute: 0, publicApp: 0 }, false, false],
  [{ route: 20, app: 20, publicRoute: 20, publicApp: 20 }, true, false],
  [{ route: 0, app: 50, publicRoute: 0, publicApp: 50 }, true, false],
  [{ route: 0, app: 50, publicRoute: 0, publicApp: 50 }, false, true],
])('with %o in flight, a call (public: %s) may start: %s', (inFlight, isPublic, expected) => {
  expect(mayStart(limits, inFlight, isPublic)).toBe(expected)
})

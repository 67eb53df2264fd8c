import { expect, it } from 'vitest'
import { CALM_MS, concurrencyOf, decideReplicas, REQUESTS_EACH } from './scaling.ts'

const MINUTE = 60_000
const at = (minutes: number) => new Date(minutes * MINUTE)
const between = (replicas: number, minInstances = 1, maxInstances = 6) => ({ replicas, minInstances, maxInstances })

/** Follows a load, one number a minute, and tells how many instances there were. */
function follow(loads: readonly number[], start = between(1)): number[] {
  let [scale, calmSince] = [start, null as Date | null]
  return loads.map((load, minute) => {
    const decision = decideReplicas(scale, load, calmSince, at(minute))
    scale = { ...scale, replicas: decision.replicas }
    calmSince = decision.calmSince
    return decision.replicas
  })
}

it('measures requests at once by the time they took', () => {
  expect(concurrencyOf(1_200_000, 60_000)).toBe(20)
  expect(concurrencyOf(5, 0)).toBe(0)
})

it('starts as many instances at once as the load needs, and never more than allowed', () => {
  expect(follow([5, 35, 35])).toEqual([1, 4, 4])
  expect(follow([REQUESTS_EACH, REQUESTS_EACH + 0.1, 10_000])).toEqual([1, 2, 6])
})

it('takes instances away one by one after a calm, and never below the least', () => {
  const counts = follow([35, ...new Array(20).fill(0)], between(1, 2, 6))
  expect(counts.slice(0, 1 + CALM_MS / MINUTE)).toEqual(new Array(11).fill(4))
  expect(counts.slice(11)).toEqual([3, ...new Array(9).fill(2)])
})

it('begins the calm again when the load comes back, and keeps instances that fewer could not replace with room', () => {
  expect(follow([35, ...new Array(9).fill(0), 30, ...new Array(9).fill(0)]).at(-1)).toBe(4)
  expect(follow([35, ...new Array(30).fill(22)]).at(-1)).toBe(4)
})

it('brings a number that was allowed before into what is allowed now', () => {
  expect(follow([0], between(9, 1, 4))).toEqual([4])
  expect(follow([0], between(1, 3, 4))).toEqual([3])
})

it('leaves a number that the publisher chose as it is', () => {
  const fixed = { replicas: 2, minInstances: null, maxInstances: null }
  expect(decideReplicas(fixed, 1_000, null, at(0))).toEqual({ replicas: 2, calmSince: null })
})

import { expect, it } from 'vitest'
import { addTo, countRequest, noRequests, type RequestCount } from './request-count.ts'

const counted = (...times: number[]): RequestCount => {
  const count = noRequests()
  for (const durationMs of times) countRequest(count, { durationMs, failed: false })
  return count
}

it('the slowest of counts that are added up is known where all of them know theirs', () => {
  const sum = noRequests()
  addTo(sum, counted(3, 40))
  addTo(sum, noRequests())
  addTo(sum, counted(7))
  expect(sum).toMatchObject({ requests: 3, slowestMs: 40 })
})

it('one part of which the slowest is not known makes that of the sum unknown, in any order', () => {
  const before = { ...counted(900), slowestMs: 0 }
  for (const parts of [
    [before, counted(8)],
    [counted(8), before],
  ]) {
    const sum = noRequests()
    for (const part of parts) addTo(sum, part)
    countRequest(sum, { durationMs: 5, failed: false })
    expect(sum).toMatchObject({ requests: 3, slowestMs: 0 })
  }
})

it('an answer within half a millisecond counts as known', () => {
  expect(counted(0.2).slowestMs).toBe(1)
})

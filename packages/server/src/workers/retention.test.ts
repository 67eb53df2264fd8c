import { expect, it } from 'vitest'
import { silentLog } from '../lib/log.ts'
import { type Pruning, pauseAfter, startRetention } from './retention.ts'

it('a full batch is followed by the next after three times what it took, so that retention keeps up with any load', () => {
  expect(pauseAfter({ removed: 500, isMore: true, tookMs: 20 })).toBe(60)
  expect(pauseAfter({ removed: 500, isMore: true, tookMs: 90_000 })).toBe(60_000)
})

it('a batch that was not full is followed by the next a second later, none by one a minute later', () => {
  expect(pauseAfter({ removed: 3, isMore: false, tookMs: 20 })).toBe(1_000)
  expect(pauseAfter({ removed: 0, isMore: false, tookMs: 20 })).toBe(60_000)
})

/** Counts down; each prune removes at most a batch. */
function rows(count: number): Pruning & { left: number } {
  return {
    what: 'rows',
    batch: 10,
    left: count,
    async prune(batch) {
      const removed = Math.min(batch, this.left)
      this.left -= removed
      return removed
    },
  }
}

it('removes batch after batch until nothing is left, although another kind fails', async () => {
  const old = rows(35)
  const broken: Pruning = { what: 'broken', batch: 10, prune: () => Promise.reject(new Error('no such table')) }
  const pauses: number[] = []
  const { promise: rested, resolve: rest } = Promise.withResolvers<void>()
  const retention = startRetention([broken, { ...old, prune: (batch) => old.prune(batch) }], silentLog, async (ms) => {
    pauses.push(ms)
    if (ms === 60_000) rest()
  })
  await rested
  await retention.stop()
  expect(old.left).toBe(0)
  expect(pauses.slice(3, 5)).toEqual([1_000, 60_000])
})

import { expect, it } from 'vitest'
import { settableClock } from '../clock.ts'
import { rereadEvery } from './reread-every.ts'

it('what was read is given again until the period is over, and one read serves all who ask at once', async () => {
  const clock = settableClock('2026-03-01T10:00:00Z')
  let reads = 0
  const read = rereadEvery(clock, 60_000, async () => {
    reads += 1
    return reads
  })
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  clock.advance(59_999)
  expect(await read()).toBe(1)
  clock.advance(1)
  expect(await read()).toBe(2)
})

it('a read that failed is not kept', async () => {
  let reads = 0
  const read = rereadEvery(settableClock('2026-03-01T10:00:00Z'), 60_000, async () => {
    reads += 1
    if (reads === 1) throw new Error('away')
    return reads
  })
  await expect(read()).rejects.toThrow('away')
  expect(await read()).toBe(2)
})

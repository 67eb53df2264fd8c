import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readAtRate } from './read-at-rate.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const settled = () => new Promise((resolve) => setImmediate(resolve))

it('fast output is read slice by slice, and nothing is lost', async () => {
  const stream = new PassThrough({ highWaterMark: 2_000_000 })
  let taken = 0
  let hasEnded = false
  readAtRate(
    stream,
    (chunk) => {
      taken += chunk.length
    },
    (error) => {
      throw error
    },
  )
  stream.once('end', () => {
    hasEnded = true
  })
  for (let count = 0; count < 20; count++) stream.write(Buffer.alloc(50_000))
  stream.end()
  await settled()
  expect(taken).toBe(450_000)
  vi.advanceTimersByTime(99)
  await settled()
  expect(taken).toBe(450_000)
  for (let slices = 0; slices < 3; slices++) {
    vi.advanceTimersByTime(100)
    await settled()
  }
  expect(taken).toBe(1_000_000)
  expect(hasEnded).toBe(true)
})

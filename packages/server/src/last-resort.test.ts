import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLastResort } from './last-resort.ts'
import { silentLog } from './lib/log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function scene(stop: () => Promise<void>) {
  const lines: { message: string; facts: Record<string, unknown> }[] = []
  const codes: number[] = []
  const log = {
    ...silentLog,
    error: (facts: object, message: string) => void lines.push({ message, facts: { ...facts } }),
  }
  const caught = createLastResort({ log, stop, exit: (code) => void codes.push(code), limitMs: 1_000 })
  return { caught, lines, codes }
}

test('an error that nothing caught is logged with its place, then the process stops in order and ends with 70', async () => {
  const order: string[] = []
  const { caught, lines, codes } = scene(async () => void order.push('stopped'))
  caught(new Error('unforeseen'))
  await vi.runAllTimersAsync()
  expect(order).toEqual(['stopped'])
  expect(codes).toEqual([70])
  expect(lines).toHaveLength(1)
  expect(lines[0]?.facts.fault).toMatchObject({
    kind: 'Error',
    message: 'unforeseen',
    place: expect.arrayContaining([expect.stringContaining('last-resort.test.ts')]),
  })
})

test('what takes too long to stop is ended anyway', async () => {
  const { caught, codes } = scene(() => new Promise(() => {}))
  caught(new Error('unforeseen'))
  await vi.advanceTimersByTimeAsync(999)
  expect(codes).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(codes).toEqual([70])
})

test('further errors while it stops are logged, a few of them, and it stops once', async () => {
  const stop = vi.fn(() => new Promise<void>((resolve) => void setTimeout(resolve, 500)))
  const { caught, lines, codes } = scene(stop)
  for (let count = 0; count < 100; count += 1) caught(new Error('unforeseen'))
  await vi.runAllTimersAsync()
  expect(stop).toHaveBeenCalledTimes(1)
  expect(lines).toHaveLength(20)
  expect(codes).toEqual([70])
})

test('a stop that fails ends the process as well', async () => {
  const { caught, codes } = scene(() => Promise.reject(new Error('no')))
  caught('not even an error')
  await vi.runAllTimersAsync()
  expect(codes[0]).toBe(70)
})

test('a log that fails does not keep the process alive', async () => {
  const codes: number[] = []
  const log = {
    ...silentLog,
    error() {
      throw new Error('the disk is full')
    },
  }
  createLastResort({ log, stop: async () => {}, exit: (code) => void codes.push(code) })(new Error('unforeseen'))
  await vi.runAllTimersAsync()
  expect(codes).toEqual([70])
})

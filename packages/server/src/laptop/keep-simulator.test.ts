import { expect, test, vi } from 'vitest'
import { eventually } from '../testing/run/eventually.ts'
import { type KeepSimulatorOptions, keepSimulator } from './keep-simulator.ts'
import type { RunningSimulator } from './simulator-process.ts'

const facts = { connected: { apiUrl: 'http://127.0.0.1:7080' }, enterprise: { apiUrl: 'http://127.0.0.1:9000' } }

/** A simulator that ends when the test says so. */
function fakes(more: Partial<KeepSimulatorOptions> = {}) {
  const ends: ((reason: string) => void)[] = []
  const started: unknown[] = []
  const waits: number[] = []
  const log = { error: vi.fn(), info: vi.fn() }
  const start = async (ports?: unknown) => {
    started.push(ports)
    const { promise: ended, resolve } = Promise.withResolvers<string>()
    ends.push(resolve)
    return { facts, addresses: [], ended, stop: async () => resolve('stopped') } as unknown as RunningSimulator
  }
  const wait = async (ms: number) => waits.push(ms)
  const options: KeepSimulatorOptions = { start, log, wait, now: () => 0, ...more }
  return { options, ends, started, waits, log }
}

test('a simulator that ends by itself is logged and started again on the same ports', async () => {
  const { options, ends, started, log } = fakes()
  await keepSimulator(options)
  ends[0]?.('signal SIGKILL')
  await eventually(() => expect(log.info).toHaveBeenCalledOnce())
  expect(started).toEqual([undefined, { port: 7080, enterprisePort: 9000 }])
  expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ reason: 'signal SIGKILL' }), expect.any(String))
})

test('one that ends again and again is started later and later, and in the end left', async () => {
  const { options, ends, started, waits, log } = fakes()
  await keepSimulator(options)
  for (let index = 0; index < 6; index += 1) {
    await eventually(() => expect(ends.length).toBe(index + 1))
    ends[index]?.('exit code 1')
  }
  const left = expect.stringContaining('is not started any more')
  await eventually(() => expect(log.error).toHaveBeenCalledWith(expect.anything(), left))
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000])
  expect(started.length).toBe(6)
})

test('one that cannot be started again is tried again', async () => {
  let tries = 0
  const made = fakes()
  const { options, ends, log } = made
  const start: KeepSimulatorOptions['start'] = (ports) => {
    tries += 1
    return tries === 2 ? Promise.reject(new Error('no room')) : made.options.start(ports)
  }
  await keepSimulator({ ...options, start })
  ends[0]?.('exit code 1')
  await eventually(() => expect(log.info).toHaveBeenCalledOnce())
  expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ reason: 'no room' }), expect.any(String))
})

test('one that was stopped stays stopped', async () => {
  const { options, started, log } = fakes()
  const kept = await keepSimulator(options)
  await kept.stop()
  expect(started.length).toBe(1)
  expect(log.error).not.toHaveBeenCalled()
})

test('one that is waited for is not started after the stop', async () => {
  const waiting = Promise.withResolvers<void>()
  const wait = (_: number, signal: AbortSignal) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', resolve)
      waiting.resolve()
    })
  const { options, ends, started } = fakes({ wait })
  const kept = await keepSimulator(options)
  ends[0]?.('exit code 1')
  await waiting.promise
  await kept.stop()
  expect(started.length).toBe(1)
})

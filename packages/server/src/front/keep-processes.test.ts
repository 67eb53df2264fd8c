import { expect, test, vi } from 'vitest'
import { silentLog } from '../lib/log.ts'
import { restartWait } from '../lib/process/restart-wait.ts'
import { eventually } from '../testing/run/eventually.ts'
import { type FrontProcess, keepProcesses } from './keep-processes.ts'

interface Fake extends FrontProcess {
  name: number
  serve(): void
  die(): void
  asked: { replaced: boolean }[]
}

/** Processes that do as the test says; those from `failing` on end before they serve. */
function scene(count: number, failing = Number.POSITIVE_INFINITY) {
  const all: Fake[] = []
  const events: string[] = []
  const start = (): Fake => {
    const name = all.length + 1
    const ready = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    ready.promise.catch(() => {})
    const fake: Fake = {
      name,
      pid: name,
      ready: ready.promise,
      ended: ended.promise,
      asked: [],
      serve: () => ready.resolve(),
      die() {
        ready.reject(new Error('ended'))
        ended.resolve()
      },
      end(options) {
        fake.asked.push(options)
        events.push(`end ${name}`)
        ended.resolve()
      },
      kill: vi.fn(),
    }
    all.push(fake)
    events.push(`start ${name}`)
    if (name >= failing) fake.die()
    else fake.serve()
    return fake
  }
  const waits: number[] = []
  const wait = (ms: number) => {
    waits.push(ms)
    return new Promise(setImmediate)
  }
  const options = { count, start, log: silentLog, wait, endMs: 60_000 }
  return { all, events, waits, kept: keepProcesses(options) }
}

const names = (running: ReadonlySet<Fake>) => [...running].map(({ name }) => name)

test('one that ends by itself is replaced, at once because it had served', async () => {
  const { all, kept, waits } = scene(2)
  const { running, stop } = await kept
  all[0]?.die()
  await eventually(() => expect(names(running)).toEqual([2, 3]))
  expect(waits).toEqual([0])
  await stop()
})

test('ones that do not come up are tried later and later', async () => {
  const { all, kept, waits } = scene(1, 2)
  const { stop } = await kept
  all[0]?.die()
  await eventually(() => expect(waits.slice(0, 5)).toEqual([0, 500, 1_000, 2_000, 4_000]))
  await stop()
  expect(restartWait(100)).toBe(30_000)
})

test('a start whose processes do not come up fails, and leaves none behind', async () => {
  const { all, kept, events } = scene(3, 2)
  await expect(kept).rejects.toThrow('ended')
  expect(events).toContain('end 1')
  expect(all).toHaveLength(3)
})

test('when they are replaced one after another, a new one serves before an old one ends', async () => {
  const { all, kept, events } = scene(2)
  const { running, roll, stop } = await kept
  await Promise.all([roll(), roll()])
  expect(events).toEqual(['start 1', 'start 2', 'start 3', 'end 1', 'start 4', 'end 2'])
  expect(names(running)).toEqual([3, 4])
  expect(all.slice(0, 2).map(({ asked }) => asked)).toEqual([[{ replaced: true }], [{ replaced: true }]])
  await stop()
})

test('a new one that does not come up replaces nobody', async () => {
  const { kept, events } = scene(2, 3)
  const { running, roll, stop } = await kept
  await roll()
  expect(events).toEqual(['start 1', 'start 2', 'start 3'])
  await eventually(() => expect(names(running)).toEqual([1, 2]))
  await stop()
})

test('at the end all are asked to finish, and none is replaced', async () => {
  const { all, kept, waits } = scene(2)
  const { running, stop } = await kept
  await stop()
  expect(all.map(({ asked }) => asked)).toEqual([[{ replaced: false }], [{ replaced: false }]])
  expect([running.size, waits]).toEqual([0, []])
})

import { afterEach, expect, test, vi } from 'vitest'
import { silentLog } from '../lib/log.ts'
import { eventually } from '../testing/run/eventually.ts'
import { type Loop, type LoopOptions, startLoop, type WorkSource } from './loop.ts'

const options: LoopOptions = {
  name: 'test',
  concurrency: 2,
  batch: 10,
  leaseMs: 30,
  idleMs: 60_000,
  drainMs: 5_000,
  log: silentLog,
}

let loop: Loop | undefined
afterEach(() => loop?.stop())

/** Jobs in memory; `run` waits until the test lets the job go. */
function queue(names: string[], change: Partial<WorkSource<string>> = {}) {
  const waiting = [...names]
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const done: string[] = []
  const aborted: string[] = []
  const source: WorkSource<string> = {
    claim: async (limit) => waiting.splice(0, limit),
    extend: async (jobs) => jobs,
    async run(job, signal) {
      const gate = Promise.withResolvers<void>()
      gates.set(job, gate)
      signal.addEventListener('abort', () => {
        aborted.push(job)
        gate.resolve()
      })
      await gate.promise
      done.push(job)
    },
    ...change,
  }
  return { source, waiting, done, aborted, gates, release: (job: string) => gates.get(job)?.resolve() }
}

test('never more jobs run than the concurrency, and the next starts when one ends', async () => {
  const work = queue(['a', 'b', 'c'])
  loop = startLoop(work.source, options)
  await eventually(() => expect([...work.gates.keys()]).toEqual(['a', 'b']))
  expect(work.waiting).toEqual(['c'])
  work.release('a')
  await eventually(() => expect([...work.gates.keys()]).toEqual(['a', 'b', 'c']))
  work.release('b')
  work.release('c')
  await eventually(() => expect(work.done).toEqual(['a', 'b', 'c']))
})

test('an idle loop looks again when woken', async () => {
  const work = queue([])
  loop = startLoop(work.source, options)
  work.waiting.push('late')
  loop.wake()
  await eventually(() => expect(work.gates.has('late')).toBe(true))
  work.release('late')
})

test('an idle loop looks again when its source says that something becomes due, and not before', async () => {
  let asked = 0
  const work = queue([], {
    restMs: async () => {
      asked += 1
      if (asked === 1) work.waiting.push('due')
      return asked === 1 ? 1 : 60_000
    },
  })
  loop = startLoop(work.source, options)
  await eventually(() => expect(work.gates.has('due')).toBe(true))
  work.release('due')
  await eventually(() => expect(work.done).toEqual(['due']))
  expect(asked).toBeLessThanOrEqual(2)
})

test('what a job leaves to be done in a moment is done then: the loop asks again how long it may rest', async () => {
  const work = queue(['first'], {
    restMs: async () => {
      if (work.done.length !== 1) return 60_000
      work.waiting.push('second')
      return 1
    },
  })
  loop = startLoop(work.source, options)
  await eventually(() => expect(work.gates.has('first')).toBe(true))
  work.release('first')
  await eventually(() => expect(work.gates.has('second')).toBe(true))
  work.release('second')
})

test('stopping lets running jobs end and claims nothing more', async () => {
  const work = queue(['a', 'b', 'c'])
  loop = startLoop(work.source, options)
  await eventually(() => expect(work.gates.size).toBe(2))
  const stopped = loop.stop()
  work.release('a')
  work.release('b')
  await stopped
  expect(work.done).toEqual(['a', 'b'])
  expect(work.waiting).toEqual(['c'])
})

test('stopping aborts jobs that outlast the drain', async () => {
  const work = queue(['slow'])
  loop = startLoop(work.source, { ...options, drainMs: 5 })
  await eventually(() => expect(work.gates.size).toBe(1))
  await loop.stop()
  expect(work.aborted).toEqual(['slow'])
})

test('leases are extended while a job runs, and a job that lost its lease is told', async () => {
  const extend = vi.fn(async () => [] as string[])
  const work = queue(['a'], { extend })
  loop = startLoop(work.source, options)
  await eventually(() => expect(work.aborted).toEqual(['a']))
  expect(extend).toHaveBeenCalledWith(['a'])
})

test('a claim that fails is tried again', async () => {
  let failures = 2
  const work = queue(['a'])
  const claim = work.source.claim
  work.source.claim = async (limit) => {
    failures -= 1
    if (failures >= 0) throw new Error('database away')
    return claim(limit, [])
  }
  loop = startLoop(work.source, options)
  await eventually(() => expect(work.gates.has('a')).toBe(true))
  work.release('a')
})

test('leases are extended while jobs run, and nothing ticks while none does', async () => {
  vi.useFakeTimers()
  try {
    let extended = 0
    const work = queue([], {
      async extend(jobs) {
        extended += 1
        return jobs
      },
    })
    loop = startLoop(work.source, options)
    await vi.advanceTimersByTimeAsync(100)
    const whileIdle = vi.getTimerCount()
    work.waiting.push('a')
    loop.wake()
    await vi.advanceTimersByTimeAsync(100)
    expect(extended).toBeGreaterThan(5)
    work.release('a')
    await vi.advanceTimersByTimeAsync(100)
    expect([vi.getTimerCount(), whileIdle]).toEqual([1, 1])
  } finally {
    vi.useRealTimers()
  }
})

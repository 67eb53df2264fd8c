import { describe, expect, it } from 'vitest'
import { addressKey, addressParty } from './address-party.ts'
import { createFairQueue } from './fair-queue.ts'

const limits = { running: 1, waiting: 4, waitingPerParty: 3, waitMs: 60_000 }

/** A task that runs until it is let go, and notes when it began. */
function held(begun: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const task = () => {
    begun.push(name)
    return promise
  }
  return { task, finish: resolve }
}

describe('a fair queue', () => {
  it('runs no more tasks at once than it may', async () => {
    const queue = createFairQueue({ ...limits, running: 2 })
    const begun: string[] = []
    const tasks = ['a', 'b', 'c'].map((name) => held(begun, name))
    const runs = tasks.map((one) => queue.run('x', one.task))
    await Promise.resolve()
    expect(begun).toEqual(['a', 'b'])
    tasks[0]?.finish()
    await runs[0]
    await expect.poll(() => begun).toEqual(['a', 'b', 'c'])
    for (const one of tasks) one.finish()
    await Promise.all(runs)
    expect(queue.size()).toEqual({ waiting: 0, running: 0 })
  })

  it('lets parties take turns, so that one with many tasks does not hold up another', async () => {
    const queue = createFairQueue(limits)
    const begun: string[] = []
    const tasks = ['flood 1', 'flood 2', 'flood 3', 'honest'].map((name) => held(begun, name))
    const runs = tasks.map((one, at) => queue.run(at === 3 ? 'honest' : 'flood', one.task))
    for (const one of tasks) one.finish()
    await Promise.all(runs)
    expect(begun).toEqual(['flood 1', 'flood 2', 'honest', 'flood 3'])
  })

  it('leaves room for others where one party runs as many as it may', async () => {
    const queue = createFairQueue({ ...limits, running: 3, runningPerParty: 2 })
    const begun: string[] = []
    const tasks = ['flood 1', 'flood 2', 'flood 3', 'honest'].map((name) => held(begun, name))
    const runs = tasks.map((one, at) => queue.run(at === 3 ? 'honest' : 'flood', one.task))
    await Promise.resolve()
    expect(begun).toEqual(['flood 1', 'flood 2', 'honest'])
    tasks[3]?.finish()
    await runs[3]
    expect(begun).toHaveLength(3)
    for (const one of tasks) one.finish()
    await Promise.all(runs)
    expect(begun).toHaveLength(4)
  })

  it('refuses a party that waits too often while it still takes others', async () => {
    const queue = createFairQueue({ ...limits, waitingPerParty: 1 })
    const one = held([], 'first')
    const runs = [queue.run('flood', one.task), queue.run('flood', one.task)]
    await expect(queue.run('flood', one.task)).rejects.toMatchObject({ reason: 'party' })
    runs.push(queue.run('honest', one.task))
    one.finish()
    await Promise.all(runs)
  })

  it.each([addressParty, addressKey])(
    'leaves places to others where one owner of many IPv6 networks waits in all of them',
    async (partyOf) => {
      const queue = createFairQueue({ running: 1, waiting: 100, waitingPerParty: 2, waitMs: 60_000 })
      const one = held([], 'first')
      const runs = [queue.run('first', one.task)]
      const wait = (address: string) => {
        const run = queue.run(partyOf(address), one.task)
        runs.push(run)
        return run
      }
      const refused: string[] = []
      const flood = (network: (at: number) => string) =>
        Array.from({ length: 20 }, (_, at) => wait(network(at)).catch(({ reason }) => refused.push(reason)))
      // A provider gives a customer 256 networks, or 65,536.
      const flooding = flood((at) => `2001:db8:1:2${(at + 16).toString(16)}::1`)
      await expect.poll(() => queue.size().waiting).toBe(4)
      flooding.push(...flood((at) => `2001:db8:1:${at}00::1`))
      await expect.poll(() => queue.size().waiting).toBe(8)
      expect(new Set(refused)).toEqual(new Set(['party']))
      const others = [wait('2001:db8:2::1'), wait('203.0.113.9')]
      one.finish()
      await Promise.all([...others, ...flooding, runs[0]])
      await Promise.all(flood(() => '2001:db8:1:200::1').slice(0, 2))
      expect(queue.size()).toEqual({ waiting: 0, running: 0 })
    },
  )

  it('refuses what finds the queue full', async () => {
    const queue = createFairQueue({ ...limits, waiting: 1 })
    const one = held([], 'first')
    const runs = [queue.run('a', one.task), queue.run('b', one.task)]
    await expect(queue.run('c', one.task)).rejects.toMatchObject({ reason: 'full' })
    one.finish()
    await Promise.all(runs)
  })

  it('refuses a task whose turn does not come in time, and never runs it', async () => {
    const queue = createFairQueue({ ...limits, waitMs: 1 })
    const begun: string[] = []
    const first = held(begun, 'first')
    const running = queue.run('a', first.task)
    await expect(queue.run('b', held(begun, 'late').task)).rejects.toMatchObject({ reason: 'late' })
    first.finish()
    await running
    expect(begun).toEqual(['first'])
    expect(queue.size()).toEqual({ waiting: 0, running: 0 })
  })

  it('goes on after a task that fails', async () => {
    const queue = createFairQueue(limits)
    await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await queue.run('a', () => Promise.resolve('fine'))).toBe('fine')
  })
})

it('a party whose task says so rests before its next one, while others have their turn', async () => {
  const queue = createFairQueue({ running: 1, waiting: 10, waitingPerParty: 5, waitMs: 10_000 })
  const order: string[] = []
  const note = (name: string) => async () => void order.push(name)
  const long = queue.run('a', async (rest) => {
    await Promise.resolve()
    rest(30)
    order.push('long')
  })
  await Promise.all([long, queue.run('a', note('next')), queue.run('b', note('other'))])
  expect(order).toEqual(['long', 'other', 'next'])
})

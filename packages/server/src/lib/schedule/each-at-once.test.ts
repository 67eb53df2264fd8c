import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { eachAtOnce } from './each-at-once.ts'

async function* slowly(count: number): AsyncGenerator<number> {
  for (let item = 0; item < count; item += 1) {
    await turn()
    yield item
  }
}

it('works on no more items at once than it may, and on all of them', async () => {
  const done: number[] = []
  let [running, most] = [0, 0]
  await eachAtOnce(slowly(20), 3, async (item) => {
    running += 1
    most = Math.max(most, running)
    for (let turns = 0; turns < 5; turns += 1) await turn()
    running -= 1
    done.push(item)
  })
  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, item) => item))
  expect(most).toBe(3)
})

it('a failure ends it, also one that nobody waited for, once everything in progress has ended', async () => {
  const begun: number[] = []
  let running = 0
  const work = async (item: number) => {
    begun.push(item)
    running += 1
    if (item === 1) {
      running -= 1
      throw new Error('the second')
    }
    for (let turns = 0; turns < 10; turns += 1) await turn()
    running -= 1
  }
  await expect(eachAtOnce(slowly(20), 5, work)).rejects.toThrow('the second')
  expect(running).toBe(0)
  expect(begun.length).toBeLessThan(5)
})

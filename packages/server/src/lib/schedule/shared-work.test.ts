import { expect, test } from 'vitest'
import { createSharedWork } from './shared-work.ts'

test('what several ask for at once is done once, and again for those who ask later', async () => {
  const share = createSharedWork<number>()
  let times = 0
  const work = async () => {
    times += 1
    return times
  }
  expect(await Promise.all([share('a', work), share('a', work), share('b', work)])).toEqual([1, 1, 2])
  expect(await share('a', work)).toBe(3)
})

test('work that fails fails all who asked for it, and nobody later', async () => {
  const share = createSharedWork<string>()
  const fail = () => Promise.reject(new Error('away'))
  const both = await Promise.allSettled([share('a', fail), share('a', fail)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await share('a', async () => 'fine')).toBe('fine')
})

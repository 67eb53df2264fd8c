import { expect, it } from 'vitest'
import type { Platform } from '../actions/platform/platform.ts'
import { silentLog } from '../lib/log.ts'
import type { ChangeListener } from '../store/database/change-feed.ts'
import type { Entry } from './entry.ts'
import { startWarmUp, warmthPercent } from './warm-up.ts'

function scene(ids: string[]) {
  const read: string[] = []
  const broken = new Set<string>()
  const listeners = new Set<ChangeListener>()
  const changes = {
    subscribe(_: string, listener: ChangeListener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const platform = { log: silentLog, changes } as unknown as Platform
  const cache = {
    hasRoom: true,
    async get(id: string) {
      if (broken.has(id)) throw new Error('cannot be read')
      read.push(id)
      return { present: { ready: { way: 'direct' } } } as Entry
    },
  }
  const recalled: string[] = []
  const source = {
    list: async () => {
      if (broken.has('list')) throw new Error('the database is away')
      return ids
    },
    recall: async (id: string) => recalled.push(id),
  }
  const reset = () => {
    for (const listener of listeners) listener.reset?.()
  }
  return { read, recalled, broken, listeners, reset, start: () => startWarmUp(platform, cache, source) }
}

const many = Array.from({ length: 20 }, (_, index) => `ins_${index}`)

it('installations that cannot be read keep none of the others from being read', async () => {
  const { read, recalled, broken, start } = scene(many)
  for (const id of many.slice(0, 8)) broken.add(id)
  const warmUp = start()
  await expect.poll(() => warmUp.warmth).toEqual({ read: 12, total: 20, done: true })
  expect([read, recalled].map((each) => [...each].sort())).toEqual([many.slice(8).sort(), many.slice(8).sort()])
  await warmUp.stop()
})

it('everything is read again after a reset, also where the first attempt failed', async () => {
  const { read, broken, reset, start } = scene(many)
  broken.add('list')
  const warmUp = start()
  await new Promise((resolve) => setImmediate(resolve))
  expect(read).toEqual([])
  broken.clear()
  reset()
  await expect.poll(() => warmUp.warmth.done).toBe(true)
  reset()
  await expect.poll(() => read.length).toBe(40)
  await warmUp.stop()
})

it('reads nothing after it was stopped', async () => {
  const { read, listeners, reset, start } = scene(many)
  const warmUp = start()
  await warmUp.stop()
  const before = read.length
  reset()
  expect([read.length, listeners.size]).toEqual([before, 0])
})

it('tells how warm it is as a share: nothing before it knows what there is, and all only when all was read', () => {
  expect(warmthPercent({ read: 0, total: 0, done: false })).toBe(0)
  expect(warmthPercent({ read: 0, total: 0, done: true })).toBe(100)
  expect(warmthPercent({ read: 999, total: 1_000, done: true })).toBe(99)
  expect(warmthPercent({ read: 7, total: 7, done: true })).toBe(100)
})

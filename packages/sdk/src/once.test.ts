import { describe, expect, it } from 'vitest'
import { memoryOnceStore, once } from './once.ts'

describe('once', () => {
  it('runs work for an id one time and skips repeats', async () => {
    const store = memoryOnceStore()
    let runs = 0
    const work = async () => ++runs
    expect(await once(store, 'a', work)).toBe(1)
    expect(await once(store, 'a', work)).toBeUndefined()
    expect(await once(store, 'b', work)).toBe(2)
  })

  it('sends a repeat back while the first still works', async () => {
    const store = memoryOnceStore()
    const { promise, resolve: finish } = Promise.withResolvers<void>()
    const first = once(store, 'a', () => promise)
    await expect(once(store, 'a', async () => {})).rejects.toMatchObject({ code: 'try_again' })
    finish()
    await first
  })

  it('lets failed work be repeated', async () => {
    const store = memoryOnceStore()
    await expect(once(store, 'a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await once(store, 'a', async () => 'done')).toBe('done')
  })

  it('keeps a bounded number of ids', async () => {
    const store = memoryOnceStore({ atMost: 2 })
    for (const id of ['a', 'b', 'c']) await once(store, id, async () => {})
    expect(await store.claim('a')).toBe('claimed')
  })
})

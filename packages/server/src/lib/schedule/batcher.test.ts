import { expect, test } from 'vitest'
import { createBatcher } from './batcher.ts'

function recording(parallel = 1, maxItems = 10, maxBytes = 1_000) {
  const batches: number[][] = []
  const gates: PromiseWithResolvers<void>[] = []
  const batcher = createBatcher<number, string>({
    maxItems,
    maxBytes,
    parallel,
    sizeOf: (item) => item,
    async write(items) {
      const gate = Promise.withResolvers<void>()
      batches.push(items)
      gates.push(gate)
      await gate.promise
      return items.map(String)
    },
  })
  return { batcher, batches, gates }
}

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

test('with a time to gather, items that arrive within it are written together', async () => {
  const batches: number[][] = []
  const batcher = createBatcher<number, number>({
    maxItems: 10,
    maxBytes: 100,
    parallel: 1,
    gatherMs: 1_000,
    sizeOf: () => 1,
    async write(items) {
      batches.push(items)
      return items
    },
  })
  const first = batcher.add(1)
  await turn()
  await turn()
  expect(await Promise.all([first, batcher.add(2)])).toEqual([1, 2])
  expect(batches).toEqual([[1, 2]])
})

test('items that arrive together are written together, each with its own result', async () => {
  const { batcher, batches, gates } = recording()
  const all = Promise.all([batcher.add(1), batcher.add(2)])
  await turn()
  gates[0]?.resolve()
  expect(await all).toEqual(['1', '2'])
  expect(batches).toEqual([[1, 2]])
})

test('items that arrive while a batch is written make the next batch', async () => {
  const { batcher, batches, gates } = recording()
  void batcher.add(1)
  await turn()
  const rest = [batcher.add(2), batcher.add(3)]
  await turn()
  expect(batches).toEqual([[1]])
  gates[0]?.resolve()
  await turn()
  expect(batches).toEqual([[1], [2, 3]])
  gates[1]?.resolve()
  await Promise.all(rest)
  expect(batcher.size).toBe(0)
})

test('batches keep to their limits of items and bytes, but one large item goes alone', async () => {
  const { batcher, batches, gates } = recording(1, 2, 100)
  const items = [10, 20, 30, 500, 60, 70].map((item) => batcher.add(item))
  for (let index = 0; index < 5; index += 1) {
    await turn()
    gates[index]?.resolve()
  }
  await Promise.all(items)
  expect(batches).toEqual([[10, 20], [30], [500], [60], [70]])
})

test('a batch that fails fails its items only', async () => {
  let first = true
  const batcher = createBatcher<number, number>({
    maxItems: 1,
    maxBytes: 10,
    parallel: 1,
    sizeOf: () => 1,
    async write(items) {
      if (first) {
        first = false
        throw new Error('database away')
      }
      return items
    },
  })
  const [a, b] = await Promise.allSettled([batcher.add(1), batcher.add(2)])
  expect(a.status).toBe('rejected')
  expect(b).toMatchObject({ status: 'fulfilled', value: 2 })
  await batcher.drain()
})

test('parties take turns: the many items of one stand before one item of another, not before all of them', async () => {
  const batches: string[][] = []
  const batcher = createBatcher<string, string>({
    maxItems: 2,
    maxBytes: 100,
    parallel: 1,
    sizeOf: () => 1,
    partyOf: ([party = '']) => [party],
    async write(items) {
      batches.push(items)
      return items
    },
  })
  await Promise.all(['a1', 'a2', 'a3', 'a4', 'b1'].map((item) => batcher.add(item)))
  expect(batches).toEqual([['a1', 'b1'], ['a2', 'a3'], ['a4']])
})

import { expect, it } from 'vitest'
import { createKeyedBatches } from './keyed-batches.ts'

const bounds = { itemsOfKey: 3, bytesOfKey: 100, bytes: 150 }

function scene() {
  const worked: string[] = []
  const errors: unknown[] = []
  const hanging = Promise.withResolvers<void>()
  const batches = createKeyedBatches<string>(
    bounds,
    async (key, items) => {
      if (key === 'slow') await hanging.promise
      if (key === 'broken') throw new Error('broken')
      worked.push(`${key}: ${items.join(' ')}`)
    },
    (error) => errors.push(error),
  )
  return { worked, errors, hanging, batches }
}

it('a key whose work takes long delays no other, and is worked on by one at a time', async () => {
  const { worked, hanging, batches } = scene()
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  batches.add('slow', 'a', 1)
  batches.begin()
  batches.add('slow', 'b', 1)
  for (const item of ['c', 'd']) {
    batches.add('quick', item, 1)
    batches.begin()
    await turn()
  }
  expect(worked).toEqual(['quick: c', 'quick: d'])
  hanging.resolve()
  await batches.drain()
  expect(worked.slice(2)).toEqual(['slow: a', 'slow: b'])
})

it('a key holds no more than its share, with what is being worked on, so that others have room', async () => {
  const { hanging, batches } = scene()
  expect([60, 60, 30].map((bytes) => batches.add('slow', 'x', bytes))).toEqual([true, false, true])
  batches.begin()
  expect(batches.add('slow', 'x', 60)).toBe(false)
  expect([1, 1, 1, 1].map((bytes) => batches.add('small', 'x', bytes))).toEqual([true, true, true, false])
  expect(batches.add('other', 'x', 60)).toBe(false)
  hanging.resolve()
  await batches.drain()
  expect(batches.add('other', 'x', 60)).toBe(true)
})

it('work that fails is told, and the key goes on', async () => {
  const { errors, batches } = scene()
  for (let times = 0; times < 2; times += 1) {
    batches.add('broken', 'x', 90)
    await batches.drain()
  }
  expect(errors).toHaveLength(2)
})

it('tells whether something waits behind work in progress', async () => {
  const { hanging, batches } = scene()
  expect(batches.begin()).toBe(false)
  batches.add('slow', 'a', 1)
  expect(batches.begin()).toBe(false)
  batches.add('slow', 'b', 1)
  expect(batches.begin()).toBe(true)
  hanging.resolve()
  await batches.drain()
})

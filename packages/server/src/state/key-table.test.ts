import { expect, test } from 'vitest'
import { KeyTable } from './key-table.ts'

const keyOf = (index: number) => `k${String(index).padStart(12, '0')}${(index * 2_654_435_761).toString(36)}`

test('finds each of many keys, and no other', () => {
  const table = new KeyTable<{ key: string; index: number }>()
  for (let index = 0; index < 20_000; index += 1) table.add({ key: keyOf(index), index })
  expect(table.size).toBe(20_000)
  const found = Array.from({ length: 40_000 }, (_, index) => table.find(keyOf(index))?.index)
  expect(found).toEqual(found.map((_, index) => (index < 20_000 ? index : undefined)))
})

test('keys that end alike are kept apart', () => {
  const table = new KeyTable<{ key: string }>()
  const alike = Array.from({ length: 50 }, (_, index) => `${index} signed by the same characters`)
  for (const key of alike) table.add({ key })
  for (const key of alike) expect(table.find(key)?.key).toBe(key)
  expect(table.find('50 signed by the same characters')).toBeUndefined()
  expect(table.find('')).toBeUndefined()
})

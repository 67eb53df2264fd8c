import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

function all<Item>(turns: Turns<Item>): Item[] {
  const items: Item[] = []
  for (let item = turns.shift(); item !== undefined; item = turns.shift()) items.push(item)
  return items
}

test('without parties items go in the order they came in', () => {
  const turns = new Turns<number>()
  const many = Array.from({ length: 5_000 }, (_, index) => index)
  for (const item of many) turns.push(item)
  expect(all(turns)).toEqual(many)
  expect(turns.size).toBe(0)
})

test('the many items of one party stand before one item of another, not before all of them', () => {
  const turns = new Turns<string>()
  for (const item of ['a1', 'a2', 'a3']) turns.push(item, ['a'])
  turns.push('b1', ['b'])
  expect(turns.first()).toBe('a1')
  expect(all(turns)).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('a wider party has one turn for all of its parts', () => {
  const turns = new Turns<string>()
  for (const part of ['1', '2', '3']) for (const item of ['x', 'y']) turns.push(`${part}${item}`, ['wide', part])
  for (const item of ['p', 'q', 'r']) turns.push(item, ['narrow', 'only'])
  expect(all(turns)).toEqual(['1x', 'p', '2x', 'q', '3x', 'r', '1y', '2y', '3y'])
})

import { expect, it } from 'vitest'
import { wholeGroups } from './whole-groups.ts'

const members = (groupId: string, count: number) => Array.from({ length: count }, () => ({ groupId }))
const sizes = (groups: ReturnType<typeof wholeGroups>) => [...groups].map(([id, found]) => [id, found.length])

it('gives every group its members where they fit', () => {
  const found = [...members('a', 2), ...members('c', 3)]
  expect(sizes(wholeGroups(['a', 'b', 'c'], found, 5))).toEqual([
    ['a', 2],
    ['b', 0],
    ['c', 3],
  ])
})

it('ends the page before a group that does not fit whole', () => {
  const found = [...members('a', 2), ...members('b', 4)]
  expect(sizes(wholeGroups(['a', 'b', 'c'], found, 5))).toEqual([['a', 2]])
})

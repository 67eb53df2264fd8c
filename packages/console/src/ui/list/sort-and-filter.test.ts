import { expect, it } from 'vitest'
import { sortAndFilter } from './sort-and-filter.ts'

const rows = [
  { name: 'beta', version: '1.10.0', count: 9 },
  { name: 'Alpha', version: '1.9.0', count: 10 },
  { name: 'gamma', version: null, count: 0 },
]
const keys = {
  name: (row: (typeof rows)[number]) => row.name,
  version: (row: (typeof rows)[number]) => row.version,
  count: (row: (typeof rows)[number]) => row.count,
}
const names = (order: string, search?: string) =>
  sortAndFilter(rows, { order, keys, search, text: (row) => `${row.name} ${row.version}` }).map((row) => row.name)

it('sorts texts without regard to case, versions and counts by number, and puts what has no value first', () => {
  expect(names('name')).toEqual(['Alpha', 'beta', 'gamma'])
  expect(names('-name')).toEqual(['gamma', 'beta', 'Alpha'])
  expect(names('version')).toEqual(['gamma', 'Alpha', 'beta'])
  expect(names('-count')).toEqual(['Alpha', 'beta', 'gamma'])
})

it('keeps the order of the rows where none is chosen, and shows those that contain the search', () => {
  expect(names('')).toEqual(['beta', 'Alpha', 'gamma'])
  expect(names('', '1.1')).toEqual(['beta'])
  expect(names('', 'ALPHA')).toEqual(['Alpha'])
})

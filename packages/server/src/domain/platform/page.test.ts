import { expect, it } from 'vitest'
import { pageOf, toPage } from './page.ts'

const rows = [
  { id: 'a_1', sortKey: 'Ä' },
  { id: 'a_2', sortKey: 'ö "x"' },
  { id: 'a_3', sortKey: 'ü' },
]
const idOf = (row: { id: string }) => row.id

it('goes on after the last row shown, by id', () => {
  const { items, next } = toPage(rows, pageOf({ limit: 2 }), idOf, idOf)
  expect(items).toEqual(['a_1', 'a_2'])
  expect(pageOf({ limit: 2, cursor: next ?? '' })).toEqual({ limit: 2, after: 'a_2' })
})

it('goes on after what the last row was sorted by, whatever letters that has', () => {
  const { next } = toPage(rows, pageOf({ limit: 2, sort: '-title' }), idOf, idOf)
  expect(pageOf({ limit: 2, sort: '-title', cursor: next ?? '' })).toEqual({
    limit: 2,
    after: 'a_2',
    sort: { by: 'title', descending: true, after: 'ö "x"' },
  })
})

it('says that there is no next page when all rows are shown', () => {
  expect(toPage(rows, pageOf({ limit: 3 }), idOf, idOf).next).toBeNull()
})

it('refuses to go on in another order than the one the cursor belongs to', () => {
  const { next } = toPage(rows, pageOf({ limit: 2, sort: 'title' }), idOf, idOf)
  expect(() => pageOf({ limit: 2, sort: '-title', cursor: next ?? '' })).toThrow('same `sort`')
  expect(() => pageOf({ limit: 2, cursor: next ?? '' })).toThrow('not valid')
})

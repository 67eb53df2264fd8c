import { expect, test } from 'vitest'
import type { BookEntry } from './desk.ts'
import { findInBook, ROWS } from './find-in-book.ts'

const made: string[] = []
const entry = (number: number): BookEntry => ({
  product: number % 2 === 0 ? 'auto' : 'home',
  state: number < 10 ? 'draft' : 'issued',
  words: () => `number${number}\nada ${number % 3 === 0 ? 'byron' : 'hopper'}`,
  row: () => {
    made.push(String(number))
    return { locator: String(number), holder: '', product: '', state: '', start: '', end: '', premium: null }
  },
})
const book = Array.from({ length: 5_000 }, (_, number) => entry(number))
const all = { query: '', product: '', state: '', page: 1 }

test('a page of the book makes the rows it shows and no others', () => {
  made.length = 0
  const { rows, count, pages } = findInBook(book, { ...all, page: 3 })
  expect([count, pages, rows[0]?.locator, rows.length]).toEqual([5_000, 100, String(2 * ROWS), ROWS])
  expect(made).toHaveLength(ROWS)
})

test('every word of a query has to be there, in any order and case', () => {
  const { rows } = findInBook(book, { ...all, query: '  BYRON number4998 ' })
  expect(rows.map(({ locator }) => locator)).toEqual(['4998'])
  expect(findInBook(book, { ...all, query: 'hopper number4998' }).count).toBe(0)
})

test('product and state narrow the book, and all of its states can be chosen', () => {
  const { count, states } = findInBook(book, { ...all, product: 'auto', state: 'draft' })
  expect([count, states]).toEqual([5, ['draft', 'issued']])
})

test.each([-4, 0, 9_999])('page %s is the nearest there is', (page) => {
  const { asked, rows } = findInBook(book, { ...all, page })
  expect([asked.page, rows.length]).toEqual([page > 0 ? 100 : 1, ROWS])
})

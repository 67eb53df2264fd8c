import type { BookEntry, BookRow } from './desk.ts'

export type BookQuery = { query: string; product: string; state: string; page: number }

export type FoundBook = {
  asked: BookQuery
  rows: BookRow[]
  count: number
  pages: number
  /** States that occur in the book. */
  states: string[]
}

export const ROWS = 50

/** One page of the entries that have every word of the query. Only the rows of that page are made. */
export function findInBook(entries: readonly BookEntry[], asked: BookQuery): FoundBook {
  const words = asked.query.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (entry: BookEntry) => {
    if (asked.product !== '' && entry.product !== asked.product) return false
    if (asked.state !== '' && entry.state !== asked.state) return false
    if (words.length === 0) return true
    const all = entry.words()
    return words.every((word) => all.includes(word))
  }
  const found = entries.filter(fits)
  const pages = Math.max(1, Math.ceil(found.length / ROWS))
  const page = Math.min(Math.max(1, asked.page), pages)
  return {
    asked: { ...asked, page },
    rows: found.slice((page - 1) * ROWS, page * ROWS).map((entry) => entry.row()),
    count: found.length,
    pages,
    states: [...new Set(entries.map(({ state }) => state))].sort(),
  }
}

import { Failure } from '@mkt/contract/errors'
import { type Items, toItems, toItemsLater } from './items.ts'

/** One page of a list: how many, and after which row. Ids sort by time, so a page stays right while rows are added. */
export interface Page {
  limit: number
  /** The id of the last row of the page before. */
  after: string | null
  /** Another order than by id. Rows that are alike in it are ordered by id. */
  sort?: Sort
}

export interface Sort {
  by: string
  descending: boolean
  /** What the last row of the page before is sorted by. */
  after: string | null
}

/** A row as it was read for a page that is sorted. */
interface SortedRow {
  sortKey?: string
}

interface PageQuery {
  limit: number
  cursor?: string | undefined
  sort?: string | undefined
}

export function pageOf(query: PageQuery): Page {
  const { limit, cursor, sort } = query
  if (sort === undefined) return { limit, after: cursor === undefined ? null : decodeCursor(cursor) }
  const place = cursor === undefined ? { key: null, id: null } : decodeSortedCursor(cursor, sort)
  const descending = sort.startsWith('-')
  return { limit, after: place.id, sort: { by: descending ? sort.slice(1) : sort, descending, after: place.key } }
}

export function unknownCursor(message = 'Use `next` of the page before.'): Failure {
  return new Failure('request_invalid', `The cursor is not valid. ${message}`, {
    problems: [{ pointer: '/query/cursor', rule: 'request.cursor.unknown', message }],
  })
}

const idPattern = /^[\w:./-]{1,150}$/

function textOf(cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  if (Buffer.from(text).toString('base64url') !== cursor || text.includes('\0')) throw unknownCursor()
  return text
}

function decodeCursor(cursor: string): string {
  const id = textOf(cursor)
  if (!idPattern.test(id)) throw unknownCursor()
  return id
}

/** The cursor of a sorted list holds the order it belongs to: going on in another one would skip rows. */
function decodeSortedCursor(cursor: string, sort: string): { key: string; id: string } {
  const parts = partsOf(textOf(cursor))
  const [order, key, id] = parts
  if (parts.length !== 3 || order === undefined || key === undefined || id === undefined || !idPattern.test(id))
    throw unknownCursor()
  if (order !== sort) throw unknownCursor('Go on with the same `sort`, or begin at the first page.')
  if (key.includes('\0')) throw unknownCursor()
  return { key, id }
}

function partsOf(text: string): string[] {
  try {
    const parts: unknown = JSON.parse(text)
    if (Array.isArray(parts) && parts.every((part) => typeof part === 'string')) return parts
  } catch {
    // Falls through: no JSON, no cursor of a sorted list.
  }
  throw unknownCursor()
}

function encodeCursor(page: Page, row: SortedRow, id: string): string {
  const { sort } = page
  const text =
    sort === undefined ? id : JSON.stringify([sort.descending ? `-${sort.by}` : sort.by, row.sortKey ?? '', id])
  return Buffer.from(text).toString('base64url')
}

export interface ItemPage<Item> {
  items: Items<Item>
  next: string | null
}

/** Makes the answer of rows read one beyond the limit: the extra row only tells that there is a next page. */
export function toPage<Row extends object, Item>(
  rows: readonly Row[],
  page: Page,
  idOf: (row: Row) => string,
  toItem: (row: Row) => Item,
): ItemPage<Item> {
  const { shown, next } = pageRows(rows, page, idOf)
  return { items: toItems(shown, idOf, toItem), next }
}

export async function toPageLater<Row extends object, Item>(
  rows: readonly Row[],
  page: Page,
  idOf: (row: Row) => string,
  toItem: (row: Row) => Promise<Item>,
): Promise<ItemPage<Item>> {
  const { shown, next } = pageRows(rows, page, idOf)
  return { items: await toItemsLater(shown, idOf, toItem), next }
}

function pageRows<Row extends object>(rows: readonly Row[], page: Page, idOf: (row: Row) => string) {
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  const more = rows.length > page.limit && last !== undefined
  return { shown, next: more ? encodeCursor(page, last, idOf(last)) : null }
}

/** One page of a list that is short enough to be held whole; the cursor is the place in it. */
export function slicePage<Row, Item>(
  rows: readonly Row[],
  query: SliceQuery,
  idOf: (row: Row) => string,
  toItem: (row: Row) => Item,
): ItemPage<Item> {
  const { rows: shown, next } = sliceRows(rows, query)
  return { items: toItems(shown, idOf, toItem), next }
}

interface SliceQuery {
  limit: number
  cursor?: string | undefined
}

export function sliceRows<Row>(
  rows: readonly Row[],
  { limit, cursor }: SliceQuery,
): { rows: Row[]; next: string | null } {
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) throw unknownCursor()
  const from = Number(cursor ?? 0)
  const next = from + limit
  return { rows: rows.slice(from, next), next: next < rows.length ? String(next) : null }
}

import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { type Page, unknownCursor } from '../../domain/platform/page.ts'

/** What rows can be sorted by: the id itself where it follows the wish, a text, or a whole number. */
type SortKey = 'id' | { kind: 'text' | 'number'; key: RawBuilder<unknown> }

export interface Order<Word extends string> {
  /** The column, or an expression, that no two rows share. Rows alike in what they are sorted by are ordered by it. */
  id: string | RawBuilder<unknown>
  /** The id is a whole number; without it, a text. */
  numbered?: true
  /** The order without a wish. */
  newestFirst: boolean
  keys: Readonly<Record<Word, SortKey>>
}

type Column = string | Expression<unknown>
const columnOf = (column: Column) => (typeof column === 'string' ? sql.ref(column) : column)

/** Upper and lower case are alike. The beginning suffices: a cursor carries it, and what is alike in it is ordered by id. */
export function byText(column: Column): SortKey {
  return { kind: 'text', key: sql`left(lower(coalesce(${columnOf(column)}, '')), 100)` }
}

/** What has no number comes before every one that has. */
export function byNumber(column: Column): SortKey {
  return { kind: 'number', key: sql`coalesce((${columnOf(column)})::bigint, -1)` }
}

/** What has no time comes before every one that has. */
export function byTime(column: Column): SortKey {
  return { kind: 'number', key: sql`coalesce((extract(epoch from ${columnOf(column)}) * 1000)::bigint, -1)` }
}

/** The version of the current release, or of one that must be looked up: 1.10.0 comes after 1.9.0. */
export function byVersion(of: (part: RawBuilder<unknown>) => RawBuilder<unknown> = (part) => part): SortKey {
  const padded = (name: string) => sql`lpad(${sql.ref(`release.${name}`)}::text, 9, '0')`
  return { kind: 'text', key: of(sql`${padded('major')} || ${padded('minor')} || ${padded('patch')}`) }
}

function placeOf(kind: 'text' | 'number', after: string) {
  if (kind === 'text') return sql`${after}::text`
  if (!/^-?\d{1,17}$/.test(after)) throw unknownCursor()
  return sql`${after}::bigint`
}

function idPlace(order: Order<string>, after: string) {
  return order.numbered ? placeOf('number', after) : sql`${after}`
}

/**
 * Reads one page, and one row more, in the order asked for. A page begins after the values the last row had when it
 * was read, so rows that are added or changed meanwhile neither repeat nor hide others.
 */
export function sorted<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  page: Page,
  order: Order<string>,
): SelectQueryBuilder<DB, TB, Row> {
  const { sort, after } = page
  const id = columnOf(order.id)
  const direction = (sort?.descending ?? order.newestFirst) ? 'desc' : 'asc'
  const beyond = direction === 'desc' ? sql`<` : sql`>`
  const limited = query.limit(page.limit + 1)
  const found = sort === undefined ? 'id' : order.keys[sort.by]
  if (found === undefined) throw new Error(`The list cannot be sorted by ${sort?.by}.`)
  if (found === 'id') {
    const byId = limited.orderBy(id, direction)
    return after === null ? byId : byId.where(sql<boolean>`${id} ${beyond} ${idPlace(order, after)}`)
  }
  const { kind, key } = found
  const byKey = limited.select(sql<string>`(${key})::text`.as('sortKey')).orderBy(key, direction).orderBy(id, direction)
  if (after === null || sort?.after === null || sort === undefined) return byKey
  return byKey.where(sql<boolean>`(${key}, ${id}) ${beyond} (${placeOf(kind, sort.after)}, ${idPlace(order, after)})`)
}

/** The pattern that finds a text at the beginning of another. */
export function beginning(text: string): string {
  return `${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** The pattern that finds a text anywhere in another. */
export function containing(text: string): string {
  return `%${beginning(text)}`
}

import { Failure } from '@mkt/contract/errors'

/** One page of a list: how many, and after which id. Ids sort by time, so a page stays right while rows are added. */
export interface Page {
  limit: number
  after: string | null
}

export function pageOf(query: { limit: number; cursor?: string | undefined }): Page {
  return { limit: query.limit, after: query.cursor === undefined ? null : decodeCursor(query.cursor) }
}

function decodeCursor(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString('utf8')
  if (!/^[\w:./-]{1,150}$/.test(id) || Buffer.from(id).toString('base64url') !== cursor) {
    throw new Failure('request_invalid', 'The cursor is not one of ours. Use `next` of the page before.', {
      problems: [
        { pointer: '/query/cursor', rule: 'request.cursor.unknown', message: 'Use `next` of the page before.' },
      ],
    })
  }
  return id
}

/** Makes the answer of rows read one beyond the limit: the extra row only tells that there is a next page. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  page: Page,
  idOf: (row: Row) => string,
  toItem: (row: Row) => Item,
): { items: Item[]; next: string | null } {
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  const more = rows.length > page.limit && last !== undefined
  return { items: shown.map(toItem), next: more ? Buffer.from(idOf(last)).toString('base64url') : null }
}

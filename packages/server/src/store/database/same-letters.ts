import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a column holds a text, in whatever case. The database changes the case of both, as its unique indexes do: it and JavaScript
 * differ about some letters, so one asked by the other would not be found, and written twice.
 */
export const sameLetters = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`lower(${sql.ref(column)}) = lower(${text})`

import { type LeftOut, readable, toItems } from '../../domain/platform/items.ts'
import type { Log } from '../../lib/log.ts'

/** Tells operators of a row that a list cannot show. */
export function leftOutOf(log: Pick<Log, 'error'>, about: { operation: string; requestId?: string }): LeftOut {
  return ({ id, error }) => log.error({ err: error, id, ...about }, 'a list left out a row it cannot show')
}

/** The lines of an export: one bad row never fails it either. */
export function linesOf<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  toLine: (row: Row) => string,
  leftOut: LeftOut,
): string[] {
  return readable(toItems(rows, idOf, toLine), leftOut)
}

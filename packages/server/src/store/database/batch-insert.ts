import type pg from 'pg'
import {
  type BinaryArray,
  bigintArray,
  boolArray,
  byteaArray,
  intArray,
  jsonbArray,
  textArray,
  timeArray,
} from './binary-arrays.ts'
import type { Database } from './database.ts'

/** A column of a batch: the type of its values and where a row has them. */
interface BatchColumn<Row> {
  type: string
  write(rows: readonly Row[]): BinaryArray
}

const column =
  <Value>(type: string, array: (values: readonly (Value | null)[]) => BinaryArray) =>
  <Row>(read: (row: Row) => Value | null): BatchColumn<Row> => ({ type, write: (rows) => array(rows.map(read)) })

export const text = column<string>('text', textArray)
export const int = column<number>('int', intArray)
export const bigint = column<number>('bigint', bigintArray)
export const bool = column<boolean>('bool', boolArray)
export const bytea = column<Buffer>('bytea', byteaArray)
export const time = column<Date>('timestamptz', timeArray)
/** A document that is given as text. */
export const jsonb = column<string>('jsonb', jsonbArray)

/**
 * Keeps a batch of rows by one prepared statement. Each column is named once, with its type and its value; as three lists in the same order, two
 * values of one type that change places would be kept in each other's column.
 */
export function batchInsert<Table extends keyof Database, Row>(
  table: Table,
  columns: Partial<Record<keyof Database[Table], BatchColumn<Row>>>,
  { ifPresent = '' }: { ifPresent?: 'on conflict do nothing' | '' } = {},
): (pool: pg.Pool, rows: readonly Row[]) => Promise<void> {
  const all = Object.values<BatchColumn<Row>>(columns as Record<string, BatchColumn<Row>>)
  const arrays = all.map(({ type }, index) => `$${index + 1}::${type}[]`)
  const name = `insert_${table}`
  const statement = `insert into ${table} (${Object.keys(columns).join(', ')}) select * from unnest(${arrays.join(', ')}) ${ifPresent}`
  return async (pool, rows) => {
    await pool.query({ name, text: statement, values: all.map((one) => one.write(rows)) })
  }
}

import { expect, it } from 'vitest'
import { testDatabase } from '../../testing/database/database.ts'
import {
  type BinaryArray,
  bigintArray,
  boolArray,
  byteaArray,
  intArray,
  jsonbArray,
  textArray,
  timeArray,
  xidArray,
} from './binary-arrays.ts'

const { pool } = await testDatabase()

const readBack = async (type: string, given: BinaryArray) =>
  (await pool.query<{ back: unknown[] }>(`select $1::${type} as back`, [given])).rows[0]?.back

it.each([
  ['text', textArray, ['', 'a"b\\c,{}', 'Grüße 🚗', 'NULL', null]],
  ['int', intArray, [0, -1, 2_147_483_647, null]],
  ['bool', boolArray, [true, false, null]],
  ['bytea', byteaArray, [Buffer.from([0, 255, 92]), Buffer.alloc(0), null]],
  ['timestamptz', timeArray, [new Date('2026-03-01T10:00:00.123Z'), new Date('1999-12-31T23:59:59.999Z'), null]],
] as const)('values of %s arrive as they are, and so does null', async (type, write, values) => {
  expect(await readBack(`${type}[]`, write(values as never))).toEqual(values)
})

it('documents arrive as they are, and so does null', async () => {
  const documents = [{ a: ['Grüße 🚗', 1.5] }, 'a"b\\c', null]
  const given = jsonbArray(documents.map((one) => one && JSON.stringify(one)))
  expect(await readBack('jsonb[]', given)).toEqual(documents)
})

it('large whole numbers arrive as they are', async () => {
  const given = bigintArray([0, -1, Number.MAX_SAFE_INTEGER, null])
  expect(await readBack('bigint[]::text[]', given)).toEqual(['0', '-1', '9007199254740991', null])
})

it('versions of rows arrive as they are', async () => {
  expect(await readBack('xid[]::text[]', xidArray(['3', '4294967295']))).toEqual(['3', '4294967295'])
})

it('an array without elements is one', async () => {
  expect(await readBack('text[]', textArray([]))).toEqual([])
})

import { expect, it } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { type BinaryArray, boolArray, byteaArray, intArray, textArray, timeArray, xidArray } from './binary-arrays.ts'

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

it('versions of rows arrive as they are', async () => {
  expect(await readBack('xid[]::text[]', xidArray(['3', '4294967295']))).toEqual(['3', '4294967295'])
})

it('an array without elements is one', async () => {
  expect(await readBack('text[]', textArray([]))).toEqual([])
})

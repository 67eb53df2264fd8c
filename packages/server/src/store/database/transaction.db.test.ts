import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database/database.ts'
import { type Trx, transaction } from './transaction.ts'

const { db } = await testDatabase()

const fact = (name: string) => ({ name, value: JSON.stringify(1) })

test('work that met a deadlock runs again from its beginning', async () => {
  await db
    .insertInto('platform_fact')
    .values([fact('a'), fact('b')])
    .execute()
  const held = { a: Promise.withResolvers<void>(), b: Promise.withResolvers<void>() }
  let runs = 0
  const touch = async (trx: Trx, first: 'a' | 'b', second: 'a' | 'b') => {
    runs += 1
    await trx.updateTable('platform_fact').set({ value: '2' }).where('name', '=', first).execute()
    held[first].resolve()
    await held[second].promise
    await trx.updateTable('platform_fact').set({ value: '3' }).where('name', '=', second).execute()
  }
  // Of two that wait for each other, the one that looks for a deadlock is ended. It begins again when the other is done.
  const patient = transaction(db, async (trx) => {
    await sql`set local deadlock_timeout = '10min'`.execute(trx)
    await touch(trx, 'a', 'b')
  })
  let begun = 0
  const ended = transaction(db, async (trx) => {
    begun += 1
    if (begun > 1) await patient
    await sql`set local deadlock_timeout = '10ms'`.execute(trx)
    await touch(trx, 'b', 'a')
  })
  await Promise.all([patient, ended])
  expect(runs).toBe(3)
})

test('work inside a transaction joins it, so one failure undoes everything', async () => {
  const failing = transaction(db, async (outer) => {
    await transaction(outer, (inner) => inner.insertInto('platform_fact').values(fact('inner')).execute())
    throw new Error('on purpose')
  })
  await expect(failing).rejects.toThrow('on purpose')
  expect(await db.selectFrom('platform_fact').select('name').where('name', '=', 'inner').execute()).toEqual([])
})

import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { transaction } from './transaction.ts'

const { db } = await testDatabase()

const fact = (name: string) => ({ name, value: JSON.stringify(1) })

test('work that met a deadlock runs again from its beginning', async () => {
  await db
    .insertInto('platform_fact')
    .values([fact('a'), fact('b')])
    .execute()
  const firstLocks = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  let runs = 0
  const touch = (first: string, second: string, mine: PromiseWithResolvers<void>, other: PromiseWithResolvers<void>) =>
    transaction(db, async (trx) => {
      runs += 1
      await trx.updateTable('platform_fact').set({ value: '2' }).where('name', '=', first).execute()
      mine.resolve()
      await other.promise
      await trx.updateTable('platform_fact').set({ value: '3' }).where('name', '=', second).execute()
    })
  await Promise.all([touch('a', 'b', firstLocks[0], firstLocks[1]), touch('b', 'a', firstLocks[1], firstLocks[0])])
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

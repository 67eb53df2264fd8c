import { Kysely, PostgresDialect, sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database/database.ts'
import { askAs, sharedByParty } from './ask-as.ts'
import { isDatabaseAway } from './database-away.ts'
import { transaction } from './transaction.ts'

// Ten connections: two for a party, seven for all parties.
const { db, pool } = await testDatabase()

/** Connections that are held until `free` is called. */
function holding() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const holders: string[] = []
  const hold = (name: string) =>
    db.connection().execute(async () => {
      holders.push(name)
      await promise
    })
  const holdAs = (party: string, count: number) => Array.from({ length: count }, () => askAs(party, () => hold(party)))
  return { holders, hold, holdAs, free: resolve }
}

const one = () => sql`select 1`.execute(db)

test('a party that holds its share of the connections waits, while another party is served', async () => {
  const { holders, holdAs, free } = holding()
  const holds = holdAs('flood', 20)
  await expect.poll(() => holders).toEqual(['flood', 'flood'])
  await askAs('other', one)
  expect(holders).toHaveLength(2)
  free()
  await Promise.all(holds)
  expect(holders).toHaveLength(20)
})

test('all parties together leave connections to work that nobody asked for', async () => {
  const { holders, hold, holdAs, free } = holding()
  const holds = Array.from({ length: 10 }, (_, at) => holdAs(`party ${at}`, 2)).flat()
  await expect.poll(() => holders).toHaveLength(7)
  const own = [hold('own'), hold('own'), hold('own')]
  await expect.poll(() => holders.filter((name) => name === 'own')).toHaveLength(3)
  expect(holders).toHaveLength(10)
  free()
  await Promise.all([...holds, ...own])
})

test('a statement that fails gives its connection to who waits', async () => {
  const wrong = () => askAs('party', () => sql`select nothing`.execute(db))
  const failed = await Promise.allSettled(Array.from({ length: 20 }, wrong))
  expect(failed.map(({ status }) => status)).toEqual(Array(20).fill('rejected'))
  await askAs('party', one)
})

test('what a transaction asks besides has no turn, so transactions of one party never wait for one another', async () => {
  const both = Promise.withResolvers<void>()
  let begun = 0
  const work = () =>
    transaction(db, async () => {
      begun += 1
      if (begun === 2) both.resolve()
      await both.promise
      return one()
    })
  await Promise.all([askAs('party', work), askAs('party', work)])
  expect(begun).toBe(2)
})

test('who waits for too long behind requests that hang in the database hears that it is away', async () => {
  const impatient = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: sharedByParty(pool, 20) }) })
  const { promise, resolve } = Promise.withResolvers<void>()
  const hanging = [1, 2].map(() => askAs('party', () => impatient.connection().execute(() => promise)))
  const error = await askAs('party', () => sql`select 1`.execute(impatient)).catch((caught: unknown) => caught)
  expect(isDatabaseAway(error)).toBe(true)
  resolve()
  await Promise.all(hanging)
})

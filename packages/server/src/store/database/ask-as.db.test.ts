import type { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gatheredLookUps } from '../../actions/accounts/gathered-look-ups.ts'
import { exportAnswer } from '../../api/http/export-answer.ts'
import { systemClock } from '../../lib/clock.ts'
import { testDatabase } from '../../testing/database/database.ts'
import { askAs, askAsNobody, asSameParty } from './ask-as.ts'
import { createDatabase } from './database.ts'
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

describe('where both connections of a party hang', () => {
  const impatient = createDatabase(pool, 20)
  const ask = () => sql`select 1`.execute(impatient)
  const { promise: hang, resolve: end } = Promise.withResolvers<void>()
  let hanging: Promise<unknown>[]

  beforeAll(() => {
    hanging = [1, 2].map(() => askAs('party', () => impatient.connection().execute(() => hang)))
  })
  afterAll(() => {
    end()
    return Promise.all(hanging)
  })

  test('who waits for too long hears that the database is away', async () => {
    const error = await askAs('party', ask).catch((caught: unknown) => caught)
    expect(isDatabaseAway(error)).toBe(true)
  })

  test('what is left for later still counts for the party', async () => {
    const inParty = askAs('party', asSameParty)
    await expect(inParty(ask)).rejects.toThrow('timeout')
  })

  test('the rest of an export counts for the party, although nobody of it takes the answer', async () => {
    async function* lines() {
      yield 'first'
      await ask()
      yield 'second'
    }
    const { body } = await askAs('party', () => exportAnswer('text/plain', { lines: lines() }))
    await expect(textOf(body as Readable)).rejects.toThrow('timeout')
  })

  test('work that several parties share does not wait for the one that began it', async () => {
    await askAs('party', () => askAsNobody(ask))
  })

  test('a look-up of credentials that are asked together does not wait for the one that began it', async () => {
    const { key } = gatheredLookUps({ db: impatient, clock: systemClock })
    expect(await askAs('party', () => key.add('mci_unknown'))).toBeUndefined()
  })
})

import { afterAll, expect, test } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import { testDatabase } from '../../testing/database/database.ts'
import { eventually } from '../../testing/run/eventually.ts'
import { createChangeFeed } from './change-feed.ts'
import { pruneChanges, publishChanges } from './changes.ts'
import type { Topic } from './topics.ts'
import { transaction } from './transaction.ts'

const { address, db, pool } = await testDatabase()
const feed = createChangeFeed(address, silentLog)
afterAll(() => feed.close())
await feed.ready()

function listenTo(topic: Topic): { seen: string[]; resets: number } {
  const heard = { seen: [] as string[], resets: 0 }
  feed.subscribe(topic, {
    changed: (subject) => void heard.seen.push(subject),
    reset: () => {
      heard.resets += 1
    },
  })
  return heard
}

const publish = (topic: Topic, subject: string) => transaction(db, (trx) => publishChanges(trx, [{ topic, subject }]))
const cutFeed = async () => {
  const cut = new Promise<void>((resolve) => {
    const off = feed.onConnected(() => {
      off()
      resolve()
    })
  })
  // Other files have databases on the same server at the same time, and feeds of the same name.
  const own = "application_name = 'mkt changes' and datname = current_database()"
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${own}`)
  await cut
}
const back = () => eventually(() => expect(feed.connected).toBe(true))

test('a committed change arrives, a rolled-back one does not', async () => {
  const heard = listenTo('listing')
  await transaction(db, async (trx) => {
    await publishChanges(trx, [{ topic: 'listing', subject: 'never' }])
    throw new Error('undo')
  }).catch(() => {})
  await publish('listing', 'one')
  await eventually(() => expect(heard.seen).toEqual(['one']))
})

test('changes made while away arrive after the connection is back, even from a transaction that was open before', async () => {
  const heard = listenTo('release')
  const inside = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const long = transaction(db, async (trx) => {
    await publishChanges(trx, [{ topic: 'release', subject: 'from-long' }])
    inside.resolve()
    await goOn.promise
  })
  await inside.promise
  await cutFeed()
  await publish('release', 'short')
  goOn.resolve()
  await long
  await back()
  await eventually(() => expect([...new Set(heard.seen)].sort()).toEqual(['from-long', 'short']))
  expect(heard.resets).toBe(0)
})

test('a process that was away longer than changes are kept is told to read everything again', async () => {
  const heard = listenTo('tenant')
  await cutFeed()
  await publish('tenant', 'lost')
  expect(await pruneChanges(db, new Date(Date.now() + 60_000))).toBeGreaterThan(0)
  await back()
  await eventually(() => expect(heard.resets).toBe(1))
})

test('a listener that fails does not keep others from hearing', async () => {
  feed.subscribe('review', () => {
    throw new Error('on purpose')
  })
  const heard = listenTo('review')
  await publish('review', 'one')
  await eventually(() => expect(heard.seen).toEqual(['one']))
})

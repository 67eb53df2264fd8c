import { beforeAll, expect, it } from 'vitest'
import type { Platform } from '../actions/platform/platform.ts'
import { createStateReader, readState } from '../actions/route/read-state.ts'
import { settableClock } from '../lib/clock.ts'
import { type ChangeFeed, type ChangeListener, createChangeFeed } from '../store/database/change-feed.ts'
import { type LaunchWorld, launchWorld } from '../testing/world/launch-world.ts'
import { createStateCache } from './state-cache.ts'

let world: LaunchWorld
const ids: string[] = []
beforeAll(async () => {
  world = await launchWorld({ worker: false })
  const listing = await world.listing({ app: { fields: [{ name: 'a', title: 'A', type: 'Text' }] } })
  for (let index = 0; index < 3; index += 1) {
    const { id } = await world.admin.launchApp({
      params: { org: 'northwind' },
      body: { listingId: listing.id, tenantId: world.tenantId, settings: { a: `value ${index}` } },
    })
    ids.push(id)
  }
})

/** A platform whose database and change feed are switched on and off by the test. */
function switched() {
  const clock = settableClock(new Date())
  const listeners = new Map<string, ChangeListener>()
  const watchers = new Set<(connected: boolean) => void>()
  const outage = { database: false, feed: false }
  const changes = {
    get connected() {
      return !outage.feed
    },
    subscribe(topic: string, listener: ChangeListener) {
      listeners.set(topic, listener)
      return () => {}
    },
    onConnected(watcher: (connected: boolean) => void) {
      watchers.add(watcher)
      return () => {}
    },
  } as unknown as ChangeFeed
  const platform: Platform = {
    ...world.platform,
    clock,
    changes,
    get db() {
      if (outage.database) throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED', syscall: 'connect' })
      return world.platform.db
    },
  }
  const fail = (which: 'database' | 'feed') => {
    outage[which] = true
    if (which === 'feed') for (const watcher of watchers) watcher(false)
  }
  const told = (id: string, topic = 'installation') => listeners.get(topic)?.changed(id)
  return { platform, clock, fail, outage, told }
}

const first = () => ids[0] ?? ''

it('what is in memory is served for ten minutes without the database, and no longer', async () => {
  const { platform, clock, fail } = switched()
  const cache = createStateCache(platform)
  await cache.get(first())
  fail('database')
  fail('feed')
  clock.advance(9 * 60_000)
  expect((await cache.get(first()))?.present.settings.text).toContain('value 0')
  await expect(cache.get(ids[1] ?? '')).rejects.toThrow('gone')
  clock.advance(2 * 60_000)
  await expect(cache.get(first())).rejects.toThrow('gone')
})

/** The platform over a database that counts statements. */
function counted() {
  const count = { statements: 0 }
  const db = world.platform.db.withPlugin({
    transformQuery({ node }) {
      count.statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { platform: { ...world.platform, db }, count }
}

it('everything a record is made from is read by one statement', async () => {
  const { platform, count } = counted()
  const view = await readState(platform, first())
  expect(view).toMatchObject({ active: true, settings: { a: 'value 0' }, tenantHostName: expect.any(String) })
  expect(count.statements).toBe(1)
})

it('records that are asked for at the same time are read by one statement, and one that is not there is missing alone', async () => {
  const { platform, count } = counted()
  const read = createStateReader(platform)
  const views = await Promise.all([...ids, 'ins_unknown'].map(read))
  expect(views.map((view) => view?.settings.a)).toEqual(['value 0', 'value 1', 'value 2', undefined])
  expect(count.statements).toBe(1)
})

it('without the change feed an entry is served at once and compared in the background, at most once a second', async () => {
  const { platform, clock, fail } = switched()
  let reads = 0
  const cache = createStateCache(platform, {
    read: (id) => {
      reads += 1
      return readState(platform, id)
    },
  })
  const before = await cache.get(first())
  fail('feed')
  expect(await cache.get(first())).toBe(before)
  expect(reads).toBe(1)
  clock.advance(1_001)
  expect(await cache.get(first())).toBe(before)
  expect(await cache.get(first())).toBe(before)
  await expect.poll(() => cache.peek(first())).not.toBe(before)
  expect(reads).toBe(2)
})

it('an installation that is gone is not served again after the comparison', async () => {
  const { platform, clock, fail } = switched()
  let gone = false
  const cache = createStateCache(platform, { read: async (id) => (gone ? undefined : readState(platform, id)) })
  await cache.get(first())
  fail('feed')
  gone = true
  clock.advance(1_001)
  await cache.get(first())
  await expect.poll(() => cache.peek(first())).toBeUndefined()
  expect(await cache.get(first())).toBeNull()
})

it('a change during a read makes the read begin again', async () => {
  const { platform, told } = switched()
  const cache = createStateCache(platform)
  const reading = cache.get(first())
  told(first())
  await reading
  expect(cache.peek(first())).toBeDefined()
})

it('a change of the tenant during a read makes the read begin again', async () => {
  const { platform, told } = switched()
  const reads: string[] = []
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>()
  const cache = createStateCache(platform, {
    read: async (installationId) => {
      const view = await readState(platform, installationId)
      reads.push(installationId)
      if (reads.length === 1) await held
      return view
    },
  })
  const reading = cache.get(first())
  await expect.poll(() => reads).toEqual([first()])
  told(world.tenantId, 'tenant')
  goOn()
  await reading
  expect(reads).toEqual([first(), first()])
})

it.each(['installation', 'tenant'])(
  'a holder of what is ready of an entry finds it gone after a change of the %s, and keeps nothing of it',
  async (topic) => {
    const { platform, told } = switched()
    const cache = createStateCache(platform)
    await cache.get(first())
    const entry = cache.peek(first())
    expect(entry?.present.settings.text).toContain('value 0')
    const ready = entry?.present.ready
    expect(ready?.entry).toBe(entry)
    told(topic === 'tenant' ? world.tenantId : first(), topic)
    expect(ready).toMatchObject({ entry: undefined, state: undefined, token: undefined })
    expect(cache.peek(first())).toBeUndefined()
  },
)

it('another process sees a new configuration within 100 ms of its acknowledgement', async () => {
  const changes = createChangeFeed(world.database.address, world.platform.log)
  await changes.ready()
  const cache = createStateCache({ ...world.platform, changes })
  const id = ids[2] ?? ''
  await cache.get(id)
  await world.platform.db.updateTable('installation').set({ state: 'RUNNING' }).where('id', '=', id).execute()
  // The quickest round: on a busy machine the others tell more of the machine than of us.
  let quickest = Number.POSITIVE_INFINITY
  for (let round = 0; quickest >= 100 && round < 50; round += 1) {
    await cache.get(id)
    await world.admin.putConfiguration({ params: { id }, body: { settings: { a: `round ${round}` } } })
    const acknowledged = performance.now()
    await expect
      .poll(async () => (await cache.get(id))?.present.settings.text, { interval: 2 })
      .toContain(`round ${round}`)
    quickest = Math.min(quickest, performance.now() - acknowledged)
  }
  expect(quickest).toBeLessThan(100)
  await changes.close()
})

it('memory is bounded: what was not read lately goes first', async () => {
  const { platform } = switched()
  const one = await createStateCache(platform).get(first())
  const cache = createStateCache(platform, { maxBytes: (one?.bytes ?? 0) * 2 + 100 })
  for (const id of ids) await cache.get(id)
  expect(cache.size).toBe(2)
  expect(cache.bytes).toBeLessThanOrEqual((one?.bytes ?? 0) * 2 + 100)
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { notifyDeadLetters } from '../../actions/delivery/notify-dead-letters.ts'
import { notifyOutages } from '../../actions/delivery/notify-outages.ts'
import { watchHealth } from '../../actions/delivery/watch-health.ts'
import { watchRoutes } from '../../actions/delivery/watch-routes.ts'
import { testApi } from '../../testing/platform/api.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { testWorld } from '../../testing/world/world.ts'

const HOUR = 3_600_000
const api = await testApi()
const { platform } = api
const { db } = platform
const acme = await api.organization('acme')
const owner = await api.person({ role: 'owner', organization: acme })
const world = await testWorld(api, acme, owner.id)
const id = world.installations ?? ''
const hoursAgo = (hours: number) => new Date(api.clock.now().getTime() - hours * HOUR)
const told = async () => (await api.as(owner.authorization).listNotifications({})).items.map((one) => one.title)
const health = () =>
  db.selectFrom('route_health').selectAll().where('installation_id', '=', id).executeTakeFirstOrThrow()

async function fails(hours: number, failedAttempts: number, change: { warned_at?: Date } = {}): Promise<void> {
  await db.deleteFrom('route_health').execute()
  await db.deleteFrom('notification').execute()
  const row = { installation_id: id, failing_since: hoursAgo(hours), failed_attempts: failedAttempts, ...change }
  await db.insertInto('route_health').values(row).execute()
}

test('a route that fails for an hour is warned of once, without another attempt', async () => {
  await fails(0.9, 1)
  await watchRoutes(platform)
  expect(await told()).toEqual([])
  await fails(1, 1)
  await watchRoutes(platform)
  await watchRoutes(platform)
  expect(await told()).toEqual(['Deliveries to Thing fail'])
})

test('a route that fails for 72 hours pauses after ten attempts, and not after nine', async () => {
  await fails(80, 9, { warned_at: hoursAgo(1) })
  await watchRoutes(platform)
  expect(await health()).toMatchObject({ paused_at: null })
  await fails(72, 10, { warned_at: hoursAgo(1) })
  await watchRoutes(platform)
  expect(await told()).toEqual(['Deliveries to Thing are paused'])
  expect(await health()).toMatchObject({ paused_release_id: world.releases, probe_at: hoursAgo(-1) })
})

test('what does not run is neither warned of nor paused', async () => {
  await fails(100, 10)
  await db.updateTable('installation').set({ state: 'STOPPED' }).where('id', '=', id).execute()
  await watchRoutes(platform)
  expect(await told()).toEqual([])
  await db.updateTable('installation').set({ state: 'RUNNING' }).where('id', '=', id).execute()
})

test('dead letters are told at once, then in groups, at most once an hour, and none twice', async () => {
  await db.deleteFrom('route_health').execute()
  await db.deleteFrom('notification').execute()
  const die = async (count: number, reason: string) => {
    const facts = { organization_id: acme.id, listing_id: world.listings ?? '', path: '/hook', size: 0 }
    const now = api.clock.now()
    for (let number = 0; number < count; number += 1) {
      const row = { id: newId('evt', now), installation_id: id, ...facts, received_at: now, due_at: now }
      await db
        .insertInto('event')
        .values({ ...row, state: 'DEAD', reason, settled_at: sql<Date>`clock_timestamp()` })
        .execute()
    }
    await notifyDeadLetters(platform, { lagMs: 0 })
  }
  await die(2, 'uninstalled')
  await die(2, 'erased')
  expect(await told()).toEqual([])
  await die(1, 'rejected')
  expect(await told()).toEqual(['A delivery to Thing is a dead letter'])
  await die(2, 'rejected')
  await die(1, 'exhausted')
  expect(await told()).toHaveLength(1)
  api.clock.advance(HOUR)
  await notifyDeadLetters(platform, { lagMs: 0 })
  expect(await told()).toEqual(['3 deliveries to Thing are dead letters', 'A delivery to Thing is a dead letter'])
  const [latest] = (await api.as(owner.authorization).listNotifications({})).items
  expect(latest?.text).toContain('every attempt of the schedule failed; the application refused it')
  api.clock.advance(HOUR)
  await notifyDeadLetters(platform, { lagMs: 0 })
  expect(await told()).toHaveLength(2)
})

test('calls that all fail are told within minutes, with cause and remedy, and not again while they go on failing', async () => {
  await db.deleteFrom('notification').execute()
  await db.deleteFrom('route_health').execute()
  const counts = { organization_id: acme.id, requests: 8, failed: 8, classes: [] }
  const row = { installation_id: id, slot: new Date(api.clock.now().getTime() - 5 * 60_000), kind: 'call' as const }
  await db
    .insertInto('traffic')
    .values({ ...row, ...counts })
    .execute()
  await watchHealth(platform)
  await watchHealth(platform)
  const { items } = await api.as(owner.authorization).listNotifications({})
  expect(items).toMatchObject([{ title: 'Thing is failing', link: `/manage/installations/${id}` }])
  expect(items[0]?.text).toMatch(/^All 8 calls fail\. See what the app answers/)
})

test('a policy system that is away for three minutes is told once for its tenant, and again after an hour at the earliest', async () => {
  await db.deleteFrom('notification').execute()
  const away = async (minutes: number) => {
    const trouble_since = new Date(api.clock.now().getTime() - minutes * 60_000)
    const row = { trouble: 'unreachable' as const, trouble_reason: 'example.com did not answer in time', trouble_since }
    await db.updateTable('tenant').set(row).execute()
    await notifyOutages(platform)
  }
  await away(2)
  expect(await told()).toEqual([])
  await away(3)
  await notifyOutages(platform)
  const { items } = await api.as(owner.authorization).listNotifications({})
  expect(items).toMatchObject([{ kind: 'tenant.unreachable', link: expect.stringMatching(/^\/manage\/tenants\/ten_/) }])
  expect(items[0]?.text).toMatch(/^example\.com did not answer in time\. /)
  api.clock.advance(HOUR - 60_000)
  await away(5)
  expect(await told()).toHaveLength(1)
  api.clock.advance(60_000)
  await away(5)
  expect(await told()).toHaveLength(2)
})

import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import type { Route } from '../../domain/route/route.ts'
import { claimAccountErasures } from '../../store/erasure/account-erasures.ts'
import { storedRoutes } from '../../store/route/routes.ts'
import { type LaunchWorld, launchWorld } from '../../testing/world/launch-world.ts'
import { createIntake, type Intake } from '../delivery/receive-event.ts'
import { eraseAnonymized } from './erase-anonymized.ts'
import { receiveReport } from './receive-report.ts'

let world: LaunchWorld
let intake: Intake
let tenantId: string
beforeAll(async () => {
  world = await launchWorld()
  const { vault, clock, random, log } = world.platform
  intake = createIntake({ pool: world.database.pool, vault, clock, random, log, quota: 1_000, tellOthers: false })
  const tenant = await world.admin.createTenant({
    params: { org: 'northwind' },
    body: world.sim.enterprise() as never,
  })
  tenantId = tenant.id
})

async function launched(on: string, hooks: { hook: 'erase'; path: string }[] = []): Promise<string> {
  const listing = await world.listing({ platform: { lifecycle: hooks } })
  const variant = on === world.tenantId ? 'connected' : 'enterprise'
  await world.platform.db.updateTable('listing').set({ variant }).where('id', '=', listing.id).execute()
  const body = { listingId: listing.id, tenantId: on, settings: {} }
  const { id } = await world.admin.launchApp({ params: { org: 'northwind' }, body })
  await world.reach(id, 'RUNNING')
  return id
}

async function report(installationId: string, event: { type: string; data: object; locator?: string }) {
  const [route] = await storedRoutes(world.platform.db).some([installationId])
  if (!route) throw new Error('no route')
  const { eventId } = await intake.receive(route, {
    ...{ path: '/hook', query: '', contentType: 'application/json', traceparent: '' },
    body: Buffer.from(JSON.stringify({ locator: randomUUID(), ...event })),
    forwarding: { for: '127.0.0.1', proto: 'https', host: 'gateway.example' } as never,
  })
  return eventId
}

const event = (id: string) =>
  world.platform.db.selectFrom('event').select(['body', 'state']).where('id', '=', id).executeTakeFirstOrThrow()
const erase = () => eraseAnonymized(world.platform, new AbortController().signal)
const anonymized = (locator: string, account: string) => ({
  ...{ locator, type: 'policy.account.anonymize' },
  data: { accountLocator: account },
})

it('an anonymized account is erased in every installation of its tenant, once, and each gets a certificate', async () => {
  const [first, second, elsewhere] = [
    await launched(tenantId, [{ hook: 'erase', path: '/erase' }]),
    await launched(tenantId),
    await launched(world.tenantId),
  ]
  const [account, other, source] = [randomUUID(), randomUUID(), randomUUID()]
  const quote = (accountLocator: string) => ({ type: 'policy.quote.create', data: { accountLocator } })
  const named = [await report(first, quote(account)), await report(second, quote(account))]
  const kept = [await report(first, quote(other)), await report(elsewhere, quote(account))]
  // Both apps asked for the event, so it arrives twice.
  const reports = [await report(first, anonymized(source, account)), await report(second, anonymized(source, account))]
  await erase()

  for (const id of named) expect(await event(id)).toEqual({ body: null, state: 'DEAD' })
  for (const id of [...kept, ...reports])
    expect(await event(id)).toMatchObject({ body: expect.any(Buffer), state: 'WAITING' })
  const told = world.server.seen.filter(({ url }) => url === '/erase')
  expect(told.map(({ body }) => JSON.parse(body.toString()))).toMatchObject([{ hook: 'erase', locators: [account] }])
  const audit = await world.platform.db
    .selectFrom('audit')
    .select('details')
    .where('action', '=', 'installation.erase')
    .execute()
  const certificates = new Map(audit.map(({ details }) => [details.installationId, details]))
  expect(audit).toHaveLength(2)
  expect(certificates.get(first)).toMatchObject({ rows: { eventBodies: 1 }, app: 'told' })
  expect(certificates.get(second)).toMatchObject({ rows: { eventBodies: 1 }, app: 'no-hook' })
  expect(JSON.stringify(audit)).not.toContain(account)
})

it('an account reported to the platform itself is erased, also in a stopped installation, and the report forgets it', async () => {
  const [quiet, stopped] = [await launched(tenantId), await launched(tenantId)]
  await world.admin.stopInstallation({ params: { id: stopped } })
  await world.reach(stopped, 'STOPPED')
  const account = randomUUID()
  const named = await report(quiet, { type: 'policy.quote.create', data: { accountLocator: account } })
  const { db } = world.platform
  const old = await report(stopped, { type: 'policy.quote.create', data: { accountLocator: account } })
  const [route] = await storedRoutes(db).some([quiet])
  const body = Buffer.from(JSON.stringify(anonymized(randomUUID(), account)))
  await receiveReport(world.platform, route as Route, body)
  await erase()
  for (const id of [named, old]) expect((await event(id)).body).toBeNull()
  const rows = await db
    .selectFrom('account_erasure')
    .select(['account', 'done_at'])
    .where('event_id', 'like', 'rep_%')
    .execute()
  expect(rows).toEqual([{ account: null, done_at: expect.any(Date) }])
})

it('the report itself is purged once its app has it', async () => {
  const id = await report(await launched(tenantId), anonymized(randomUUID(), randomUUID()))
  await erase()
  expect((await event(id)).body).not.toBeNull()
  await world.platform.db.updateTable('event').set({ state: 'DELIVERED' }).where('id', '=', id).execute()
  await erase()
  expect((await event(id)).body).toBeNull()
})

it('an event of the connected variant, or one that names no account, erases nothing', async () => {
  const before = world.server.seen.length
  await report(await launched(world.tenantId), anonymized(randomUUID(), randomUUID()))
  const hooked = await launched(tenantId, [{ hook: 'erase', path: '/erase' }])
  await report(hooked, { type: 'policy.account.anonymize', data: {} })
  await erase()
  expect(world.server.seen.slice(before).filter(({ url }) => url === '/erase')).toEqual([])
})

it('a tenant whose records cannot be opened does not hold up the erasures of another', async () => {
  const body = world.sim.enterprise({ name: 'Broken' }) as never
  const { id: brokenTenant } = await world.admin.createTenant({ params: { org: 'northwind' }, body })
  const account = randomUUID()
  const [broken, sound] = [await launched(brokenTenant), await launched(tenantId)]
  const unreadable = await report(broken, anonymized(randomUUID(), randomUUID()))
  const named = await report(sound, { type: 'policy.quote.create', data: { accountLocator: account } })
  await report(sound, anonymized(randomUUID(), account))
  const { db } = world.platform
  await db
    .updateTable('event')
    .set({ body: Buffer.from('torn') })
    .where('id', '=', unreadable)
    .execute()
  await erase()
  expect((await event(named)).body).toBeNull()
  const left = await db.selectFrom('account_erasure').select('event_id').where('done_at', 'is', null).execute()
  expect(left).toEqual([{ event_id: unreadable }])
})

it('a report keeps its body until it is carried out, also when everything of its installation is erased before', async () => {
  const [first, second] = [await launched(tenantId), await launched(tenantId)]
  const account = randomUUID()
  const named = await report(second, { type: 'policy.quote.create', data: { accountLocator: account } })
  const id = await report(first, anonymized(randomUUID(), account))
  await world.platform.db.updateTable('event').set({ state: 'DELIVERED' }).where('id', '=', id).execute()
  await world.admin.eraseData({ params: { id: first }, body: {} })
  expect((await event(id)).body).not.toBeNull()
  await erase()
  expect((await event(named)).body).toBeNull()
  expect((await event(id)).body).toBeNull()
})

it('a report whose body was gone counts for no other report of the same event', async () => {
  const [first, second] = [await launched(tenantId), await launched(tenantId)]
  const [account, source] = [randomUUID(), randomUUID()]
  const lost = await report(first, anonymized(source, account))
  await world.platform.db.updateTable('event').set({ body: null }).where('id', '=', lost).execute()
  await erase()
  const named = await report(second, { type: 'policy.quote.create', data: { accountLocator: account } })
  await report(second, anonymized(source, account))
  await erase()
  expect((await event(named)).body).toBeNull()
})

it('nobody else takes an erasure while its apps are told, however long each of them takes', async () => {
  await launched(tenantId, [{ hook: 'erase', path: '/erase' }])
  const id = await report(await launched(tenantId), anonymized(randomUUID(), randomUUID()))
  const taken: string[] = []
  world.answer(async ({ url }, response) => {
    if (url === '/erase') {
      // Nearly the whole lease passes with each app.
      world.clock.advance(14 * 60_000)
      const { db, clock } = world.platform
      const claimed = await claimAccountErasures(db, { now: clock.now(), leaseMs: 1, limit: 50 })
      taken.push(...claimed.map(({ eventId }) => eventId))
    }
    response.end('{}')
  })
  const before = world.clock.now()
  await erase()
  world.answer((_request, response) => void response.end('{}'))
  expect(world.clock.now().getTime() - before.getTime()).toBeGreaterThan(15 * 60_000)
  expect(taken).not.toContain(id)
  const { db } = world.platform
  const row = await db.selectFrom('account_erasure').select('carried_out').where('event_id', '=', id).executeTakeFirst()
  expect(row).toEqual({ carried_out: true })
})

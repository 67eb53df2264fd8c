import type { Client } from '@mkt/contract/client'
import { beforeAll, describe, expect, it } from 'vitest'
import { issueKey } from '../../domain/route/key.ts'
import { silentLog } from '../../lib/log.ts'
import { type StateServer, startStateServer } from '../../state/server.ts'
import { storedRoutes } from '../../store/route/routes.ts'
import { startTestGateway, type TestGateway } from '../../testing/gateway/gateway.ts'
import { type LaunchWorld, launchWorld } from '../../testing/world/launch-world.ts'
import { createIntake } from '../delivery/receive-event.ts'
import { createRouteTable, type RouteTable } from '../route/route-table.ts'

let world: LaunchWorld
let operator: Client
let stranger: Client
let table: RouteTable
let gateway: TestGateway
let state: StateServer

beforeAll(async () => {
  world = await launchWorld()
  operator = world.as((await world.person({ platformRole: 'operator' })).authorization)
  const other = await world.organization('lakeside')
  stranger = world.as((await world.person({ role: 'admin', organization: other })).authorization)
  table = await createRouteTable(storedRoutes(world.platform.db), world.platform.changes, silentLog)
  const { vault, clock, random, log } = world.platform
  const intake = createIntake({ pool: world.database.pool, vault, clock, random, log, quota: 1_000, tellOthers: false })
  gateway = await startTestGateway(world.database, { routes: table, intake })
  state = await startStateServer(world.platform, { host: '127.0.0.1', port: 0 })
  return async () => {
    table.close()
    await gateway.stop()
    await state.stop()
  }
})

/** A public app that runs at the customer, with a secret for calling it. */
async function running() {
  const { id: listingId, releaseId } = await world.listing({
    platform: { webhooks: [{ path: '/hooks', events: ['policy.issue'] }], public: ['/open'] },
  })
  const body = { listingId, tenantId: world.tenantId }
  const { id, routeId } = await world.admin.launchApp({ params: { org: 'northwind' }, body })
  await world.reach(id, 'RUNNING')
  // The newer of two secrets is the one that is kept, and the clock of the tests stands still.
  world.clock.advance(1)
  const { callerSecret } = await world.admin.rotateCallerSecret({ params: { id } })
  await world.reach(id, 'RUNNING')
  return { id, routeId, listingId, releaseId, callerSecret }
}

type Running = Awaited<ReturnType<typeof running>>

/** Answers of the gateway to a webhook, a call and a public path, and of the state interface to the app. */
async function answers({ id, routeId, releaseId, callerSecret }: Running): Promise<string[]> {
  const { keyRing, clock, policy } = world.platform
  const key = issueKey(keyRing, { installationId: id, releaseId, epoch: 1 }, clock.now(), policy.keyTtlSeconds)
  const headers = { 'x-mkt-caller': callerSecret, 'content-type': 'application/json' }
  const route = `${gateway.url}/${routeId}`
  const responses = [
    await fetch(`${route}/hooks`, { method: 'POST', headers, body: '{}' }),
    await fetch(`${route}/else`, { headers }),
    await fetch(`${route}/open`),
    await fetch(`http://127.0.0.1:${state.port}/state/${key}`),
    await fetch(`http://127.0.0.1:${state.port}/settings/${key}`),
  ]
  return Promise.all(
    responses.map(async (response) => {
      const text = await response.text()
      return response.ok ? String(response.status) : `${response.status} ${JSON.parse(text).code}`
    }),
  )
}

const active = ['202', '200', '200', '200', '200']
const inactive = active.map(() => '410 route_inactive')
const disable = (org: string) => operator.disableOrganization({ params: { org }, body: { reason: 'Unpaid.' } })
const enable = (org: string) => operator.enableOrganization({ params: { org } })
const shown = async (client: Client, name: string) => (await client.listListings({ query: { name } })).items.length
const nameOf = async (id: string) => (await operator.getListing({ params: { id } })).name

describe('a disabled publisher', () => {
  it('has no listing in the catalogue, and its customers see why; enabled again it has them all', async () => {
    const app = await running()
    const name = await nameOf(app.listingId)
    expect(await shown(stranger, name)).toBe(1)
    await disable('acme')
    expect([await shown(stranger, name), await shown(world.admin, name), await shown(operator, name)]).toEqual([
      0, 0, 1,
    ])
    const params = { id: app.listingId }
    await expect(stranger.getListing({ params })).rejects.toMatchObject({ status: 404 })
    await expect(stranger.listReleases({ params })).rejects.toMatchObject({ status: 404 })
    await expect(stranger.getRelease({ params: { id: app.releaseId } })).rejects.toMatchObject({ status: 404 })
    expect(await world.admin.getListing({ params })).toMatchObject({ disabled: true, launchable: false })
    expect(await world.admin.getRelease({ params: { id: app.releaseId } })).toMatchObject({ version: '1.0.0' })
    await enable('acme')
    expect(await shown(stranger, name)).toBe(1)
    expect(await stranger.getListing({ params })).toMatchObject({ disabled: false, launchable: true })
  })

  it('takes no launches and no starts', async () => {
    const app = await running()
    await world.admin.stopInstallation({ params: { id: app.id } })
    await world.reach(app.id, 'STOPPED')
    await disable('acme')
    const refused = { status: 409, code: 'listing_not_launchable' }
    const body = { listingId: app.listingId, tenantId: world.tenantId }
    await expect(world.admin.launchApp({ params: { org: 'northwind' }, body })).rejects.toMatchObject(refused)
    await expect(world.admin.startInstallation({ params: { id: app.id } })).rejects.toMatchObject(refused)
    await enable('acme')
    await world.admin.startInstallation({ params: { id: app.id } })
    await world.reach(app.id, 'RUNNING')
    expect(await world.admin.launchApp({ params: { org: 'northwind' }, body })).toMatchObject({ state: 'PENDING' })
  })

  it('has routes that answer 410, at the gateway and at the state interface, until it is enabled again', async () => {
    const app = await running()
    expect(await answers(app)).toEqual(active)
    await disable('acme')
    expect(await answers(app)).toEqual(inactive)
    expect(await world.admin.getInstallation({ params: { id: app.id } })).toMatchObject({
      state: 'RUNNING',
      warnings: [expect.stringMatching(/disabled the organization that publishes this app: its route answers 410/)],
    })
    await enable('acme')
    expect(await answers(app)).toEqual(active)
    expect((await world.admin.getInstallation({ params: { id: app.id } })).warnings).toEqual([])
  })

  it('is told of to the customers of its apps, once, and the tenants are swept when it is enabled again', async () => {
    const app = await running()
    const told = async () =>
      (await world.admin.listNotifications({})).items.filter(({ kind }) => kind.startsWith('publisher.'))
    const before = (await told()).length
    world.clock.advance(1_000)
    await disable('acme')
    await disable('acme')
    expect((await told()).length).toBe(before + 1)
    expect((await told())[0]).toMatchObject({
      kind: 'publisher.disabled',
      text: expect.stringContaining(await nameOf(app.listingId)),
    })
    const { items } = await world.admin.listInstallationLog({ params: { id: app.id } })
    expect(items[0]).toMatchObject({ level: 'warning', message: expect.stringContaining('acme was disabled') })
    const tenant = () => world.platform.db.selectFrom('tenant').select('sweep_at').where('id', '=', world.tenantId)
    await world.platform.db.updateTable('tenant').set({ sweep_at: null }).where('id', '=', world.tenantId).execute()
    world.clock.advance(1_000)
    await enable('acme')
    expect((await tenant().executeTakeFirstOrThrow()).sweep_at).toEqual(world.clock.now())
    expect((await told())[0]).toMatchObject({ kind: 'publisher.enabled' })
  })
})

describe('a disabled customer', () => {
  it('has routes that answer 410 until it is enabled again; those of others go on', async () => {
    const app = await running()
    await disable('lakeside')
    expect(await answers(app)).toEqual(active)
    await enable('lakeside')
    await disable('northwind')
    expect(await answers(app)).toEqual(inactive)
    expect(await shown(stranger, await nameOf(app.listingId))).toBe(1)
    await enable('northwind')
    expect(await answers(app)).toEqual(active)
  })
})

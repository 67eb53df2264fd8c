import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { scanDatabase } from '../../testing/database/scan-database.ts'
import { type LaunchWorld, launchWorld } from '../../testing/world/launch-world.ts'

let world: LaunchWorld
beforeAll(async () => {
  world = await launchWorld()
})
beforeEach(() => {
  world.server.seen.length = 0
  world.answer((_request, response) => void response.end('{}'))
})

const all = ['install', 'uninstall', 'start', 'stop', 'configure', 'upgrade'] as const
const key = { name: 'key', title: 'Key', type: 'Password', required: true } as const
const url = { name: 'url', title: 'URL', type: 'Text' } as const

async function launch(listingId: string, body: object = {}, client = world.admin) {
  return client.launchApp({ params: { org: 'northwind' }, body: { listingId, tenantId: world.tenantId, ...body } })
}

const get = (id: string) => world.admin.getInstallation({ params: { id } })

describe('launching', () => {
  it('creates an installation that becomes RUNNING: install, start, then registered in the tenant', async () => {
    const { id: listingId, releaseId } = await world.listing({
      app: { fields: [key, url] },
      platform: { lifecycle: [...all], webhooks: [{ path: '/hooks', events: ['policy.issue'] }] },
    })
    const made = await launch(listingId, { settings: { key: 'top secret value', url: 'https://x' } })
    expect(made).toMatchObject({
      state: 'PENDING',
      reason: null,
      release: { id: releaseId, version: '1.0.0' },
      revision: 1,
      test: false,
      pinned: false,
      lastFailure: null,
      offer: null,
    })
    expect(made.routeId).toMatch(/^[a-z0-9]{20,63}$/)
    expect(made.endpoint).toBe(`http://127.0.0.1:7071/${made.routeId}`)
    await world.reach(made.id, 'RUNNING')
    expect(world.hooks()).toEqual(['GET /_app/install', 'GET /_app/start'])
    const [hook] = world.server.seen
    expect(hook?.url).toBe(`/_app/install?route=${encodeURIComponent(made.endpoint)}`)
    expect(hook?.headers).toMatchObject({
      'x-mkt-route': made.routeId,
      'x-mkt-tenant': 'northwind.sim.test',
      'x-mkt-key': expect.stringMatching(/^[\w-]{60,128}$/),
      'x-request-id': expect.any(String),
      traceparent: expect.any(String),
    })
    expect(await scanDatabase(world.database.pool, 'top secret value')).toEqual([])
  })

  it('says how the containers that serve it fare, whatever its own state', async () => {
    const { id: listingId, releaseId } = await world.listing({})
    const { id } = await launch(listingId)
    await world.reach(id, 'RUNNING')
    const turn = (state: string) =>
      world.database.pool.query('update deployment set state = $1 where release_id = $2', [state, releaseId])
    expect(await get(id)).toMatchObject({ state: 'RUNNING', health: { state: 'healthy' } })
    await turn('SICK')
    expect(await get(id)).toMatchObject({
      state: 'RUNNING',
      health: { state: 'failing', code: 'containers_down', since: expect.any(String), remedy: expect.any(String) },
    })
    await turn('RUNNING')
    await world.admin.stopInstallation({ params: { id } })
    await world.reach(id, 'STOPPED')
    expect(await get(id)).toMatchObject({ health: { state: 'unknown', code: 'not_running' } })
  })

  it('copies the settings and mappings of another installation of the app, and asks for its secrets again', async () => {
    const { id: listingId } = await world.listing({ app: { fields: [key, url] } })
    const source = await launch(listingId, { settings: { key: 'first secret', url: 'https://one' } })
    await expect(launch(listingId, { copyFrom: source.id })).rejects.toMatchObject({
      code: 'configuration_invalid',
      problems: [{ pointer: '/settings/key' }],
    })
    const copy = await launch(listingId, { copyFrom: source.id, settings: { key: 'second secret' } })
    const { settings } = await world.admin.getConfiguration({ params: { id: copy.id } })
    expect(settings).toMatchObject({ url: 'https://one', key: { set: true } })
    const { id: other } = await world.listing({ app: { fields: [url] } })
    await expect(launch(other, { copyFrom: source.id })).rejects.toMatchObject({ status: 404 })
  })

  it('refuses wrong input with a problem for each field and creates nothing', async () => {
    const { id: listingId } = await world.listing({ app: { fields: [key, url] } })
    const count = async () => (await world.admin.listInstallations({ params: { org: 'northwind' } })).items.length
    const before = await count()
    await expect(launch(listingId, { settings: { url: 7, other: 'x' } })).rejects.toMatchObject({
      code: 'configuration_invalid',
      status: 422,
      problems: [
        { pointer: '/settings/other', rule: 'setting.name.unknown' },
        { pointer: '/settings/key', rule: 'setting.required.missing' },
        { pointer: '/settings/url', rule: 'setting.value.type' },
      ],
    })
    expect(await count()).toBe(before)
  })

  it('is a test launch for the publisher while DRAFT, and hidden from everybody else', async () => {
    const { id: listingId } = await world.listing({}, 'DRAFT')
    await expect(launch(listingId)).rejects.toMatchObject({ status: 404 })
    const made = await world.developer.launchApp({
      params: { org: 'acme' },
      body: { listingId, tenantId: world.publisherTenantId },
    })
    expect(made.test).toBe(true)
  })

  it('takes an admin of the customer, a tenant of its own, and a release that is promoted', async () => {
    const { id: listingId } = await world.listing()
    await expect(launch(listingId, {}, world.viewer)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(launch(listingId, { tenantId: world.publisherTenantId })).rejects.toMatchObject({ status: 404 })
    const hidden = await world.release(listingId, { version: '1.1.0' }, false)
    await expect(launch(listingId, { releaseId: hidden })).rejects.toMatchObject({ status: 404 })
    await world.platform.db.updateTable('listing').set({ state: 'RETIRED' }).where('id', '=', listingId).execute()
    await expect(launch(listingId)).rejects.toMatchObject({ code: 'listing_not_launchable' })
  })

  it('of a second installation on one tenant is allowed, with a warning', async () => {
    const { id: listingId } = await world.listing()
    expect((await launch(listingId)).warnings).toEqual([])
    expect((await launch(listingId)).warnings).toEqual(['This app is installed twice on this tenant.'])
    expect((await launch(listingId)).warnings).toEqual(['This app is installed 3 times on this tenant.'])
  })
})

describe('the life of an installation', () => {
  it('ends in ERROR with the answer of a hook that fails three times, secrets masked, and starts again on demand', async () => {
    const { id: listingId } = await world.listing({
      app: { fields: [key] },
      platform: { lifecycle: ['install', 'start'] },
    })
    world.answer(({ url }, response) => {
      response.statusCode = url.startsWith('/_app/install') ? 500 : 200
      response.end('cannot reach with top-secret-1')
    })
    const { id } = await launch(listingId, { settings: { key: 'top-secret-1' } })
    await world.reach(id, 'ERROR')
    expect(world.hooks()).toEqual(['GET /_app/install', 'GET /_app/install', 'GET /_app/install'])
    expect((await get(id)).reason).toBe('The "install" hook of the app answered 500: cannot reach with [secret]')
    world.answer((_request, response) => void response.end())
    await world.admin.startInstallation({ params: { id } })
    await world.reach(id, 'RUNNING')
    expect(world.hooks().slice(3)).toEqual(['GET /_app/install', 'GET /_app/start'])
  })

  it('shows the words of a page that a hook answered with, without colours, and no secret that they broke into pieces', async () => {
    const { id: listingId } = await world.listing({ app: { fields: [key] }, platform: { lifecycle: ['install'] } })
    world.answer((_request, response) => {
      response.statusCode = 502
      response.end(
        '<html><head><title>x</title></head><body><h1>\u001b[31mBad</h1> top-<b></b>\u001b[0msecret-1</body></html>',
      )
    })
    const { id } = await launch(listingId, { settings: { key: 'top-secret-1' } })
    await world.reach(id, 'ERROR')
    expect((await get(id)).reason).toBe('The "install" hook of the app answered 502: Bad [secret]')
  })

  it('stops, starts again without install, and is uninstalled with its secrets erased', async () => {
    const { id: listingId } = await world.listing({ app: { fields: [key] }, platform: { lifecycle: [...all] } })
    const { id } = await launch(listingId, { settings: { key: 'top-secret-2' } })
    await world.reach(id, 'RUNNING')
    await world.admin.stopInstallation({ params: { id } })
    await world.reach(id, 'STOPPED')
    await expect(world.admin.stopInstallation({ params: { id } })).rejects.toMatchObject({ code: 'illegal_move' })
    await world.admin.startInstallation({ params: { id } })
    await world.reach(id, 'RUNNING')
    await world.admin.uninstallInstallation({ params: { id } })
    await world.reach(id, 'UNINSTALLED')
    expect(world.hooks().map((hook) => hook.replace('GET /_app/', ''))).toEqual([
      'install',
      'start',
      'stop',
      'start',
      'stop',
      'uninstall',
    ])
    const secrets = await world.platform.db.selectFrom('secret').selectAll().where('installation_id', '=', id).execute()
    expect(secrets).toEqual([])
    const log = await world.admin.listInstallationLog({ params: { id } })
    expect(log.items.map((entry) => entry.message).join('\n')).toMatch(/revoke it in the policy system/)
  })

  it('takes nothing more once it is uninstalled: every operation is an illegal move and changes nothing', async () => {
    const { id: listingId } = await world.listing({})
    const { id } = await launch(listingId)
    await world.reach(id, 'RUNNING')
    await world.admin.uninstallInstallation({ params: { id } })
    await world.reach(id, 'UNINSTALLED')
    const row = () =>
      world.platform.db.selectFrom('installation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const before = await row()
    const params = { id }
    for (const asked of [
      () => world.admin.changeInstallation({ params, body: { pinned: true } }),
      () => world.admin.changeInstallation({ params, body: { pinned: false } }),
      () => world.admin.changeInstallation({ params, body: { recording: true } }),
      () => world.admin.revokeKeys({ params }),
      () => world.admin.rotateCallerSecret({ params }),
      () => world.admin.resumeDeliveries({ params }),
      () => world.admin.replayDeliveries({ params, body: {} }),
      () => world.admin.startInstallation({ params }),
      () => world.admin.stopInstallation({ params }),
      () => world.admin.uninstallInstallation({ params }),
      () => world.admin.upgradeInstallation({ params, body: {} }),
      () => world.admin.putConfiguration({ params, body: { settings: {}, mappings: [] } }),
    ])
      await expect(asked(), String(asked)).rejects.toMatchObject({ status: 409, code: 'illegal_move' })
    expect(await row()).toEqual(before)
  })

  it('gives up a hook in flight when it is uninstalled meanwhile', async () => {
    const { id: listingId } = await world.listing({ platform: { lifecycle: ['install', 'uninstall'] } })
    world.answer(({ url }, response) => {
      if (!url.startsWith('/_app/install')) response.end()
    })
    const { id } = await launch(listingId)
    await expect.poll(() => world.hooks()).toEqual(['GET /_app/install'])
    await world.admin.uninstallInstallation({ params: { id } })
    await world.reach(id, 'UNINSTALLED')
    expect(world.hooks()).toEqual(['GET /_app/install', 'GET /_app/uninstall'])
  })

  it('polls a hook that answers 202 with a path until it is done', async () => {
    const { id: listingId } = await world.listing({
      platform: { lifecycle: [{ hook: 'install', path: '/hooks/install' }] },
    })
    let asked = 0
    world.answer(({ url }, response) => {
      asked += url === '/busy' ? 1 : 0
      response.statusCode = url === '/busy' ? (asked < 3 ? 202 : 204) : 202
      if (url !== '/busy') response.setHeader('location', '/busy')
      response.end()
    })
    const made = await launch(listingId)
    await world.reach(made.id, 'RUNNING')
    expect(world.hooks()).toEqual(['POST /hooks/install', 'GET /busy', 'GET /busy', 'GET /busy'])
    expect(JSON.parse(String(world.server.seen[0]?.body))).toEqual({
      hook: 'install',
      route: made.endpoint,
      routeId: made.routeId,
      installationId: made.id,
      release: '1.0.0',
    })
  })
})

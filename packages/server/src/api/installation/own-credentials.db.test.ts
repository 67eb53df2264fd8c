import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { currentToken } from '../../actions/tenant/current-token.ts'
import { withToken } from '../../actions/tenant/with-token.ts'
import { tenantById } from '../../store/tenant/tenants.ts'
import { scanDatabase } from '../../testing/database/scan-database.ts'
import { type LaunchWorld, launchWorld } from '../../testing/world/launch-world.ts'

let world: LaunchWorld
let id: string
const notSet = { integration: { set: false }, data: { set: false } }

beforeAll(async () => {
  world = await launchWorld({ worker: false })
})
beforeEach(async () => {
  await world.sim.turn('POST', '/_sim/reset')
  const { id: listingId } = await world.listing()
  const body = { listingId, tenantId: world.tenantId }
  id = (await world.admin.launchApp({ params: { org: 'northwind' }, body })).id
})

const put = (credentials: object, client = world.admin) =>
  client.replaceInstallationCredentials({ params: { id }, body: { credentials: credentials as never } })
const tokenNow = async () => {
  const outcome = await currentToken(world.platform, id)
  return outcome.kind === 'token' ? outcome.token.reveal() : outcome.kind
}

describe('credentials of an installation', () => {
  it('are shown as not set until it brings some, and the tenant’s are used meanwhile', async () => {
    expect((await world.viewer.getInstallation({ params: { id } })).credentials).toEqual(notSet)
  })

  it('are tried first, then used at once, and only their marks are shown', async () => {
    const before = await tokenNow()
    const { client } = world.sim.ready.connected
    const made = await put({ data: client })
    expect(made.credentials).toMatchObject({
      integration: { set: false },
      data: { set: true, updatedAt: expect.any(String), lastFailedAt: null, refusedAt: null },
    })
    expect(JSON.stringify(made)).not.toContain(client.clientSecret)
    expect(await tokenNow()).not.toBe(before)
    expect(await scanDatabase(world.database.pool, client.clientSecret)).toEqual([])
    await expect(put({ data: { ...client, clientSecret: 'wrong-secret' } })).rejects.toMatchObject({
      code: 'tenant_check_failed',
      problems: [{ pointer: '/credentials/data', rule: 'credentials_refused' }],
    })
    // What was refused changed nothing.
    expect((await put({})).credentials).toMatchObject({ data: { set: true } })
  })

  it('may be given at the launch', async () => {
    const { id: listingId } = await world.listing()
    const { client } = world.sim.ready.connected
    const made = await world.admin.launchApp({
      params: { org: 'northwind' },
      body: { listingId, tenantId: world.tenantId, credentials: { data: client } },
    })
    expect(made.credentials).toMatchObject({ integration: { set: false }, data: { set: true } })
  })

  it('are erased with null, and the tenant’s are used again', async () => {
    const ofTenant = await tokenNow()
    await put({ data: world.sim.ready.connected.client })
    expect((await put({ data: null })).credentials).toEqual(notSet)
    expect(await tokenNow()).toBe(ofTenant)
  })

  it('of another variant are refused, and those of a viewer are nobody’s', async () => {
    await expect(put({ token: 'PAT_x' })).rejects.toMatchObject({
      code: 'tenant_check_failed',
      problems: [{ pointer: '/credentials/token', rule: 'credentials_refused' }],
    })
    await expect(put({ data: world.sim.ready.connected.client }, world.viewer)).rejects.toMatchObject({
      code: 'forbidden',
    })
  })

  it('that are refused later are told to the admins, with the installation and the place to replace them', async () => {
    await put({ data: world.sim.ready.connected.client })
    const tenant = await tenantById(world.platform.db, world.tenantId)
    if (tenant === undefined) throw new Error('there is a tenant')
    const { clients } = world.sim.simulation.world.connected[0] ?? { clients: [] }
    for (const client of clients) client.clientId = 'renamed in the policy system'
    await world.sim.turn('POST', '/_sim/expire-tokens', {})
    const use = { tenant, purpose: 'data', installationId: id } as const
    const used = withToken(world.platform, use, (token, system) => system.checkAccess(token, 'data'))
    await expect(used).rejects.toMatchObject({ trouble: 'unauthorized' })
    const { items } = await world.admin.listNotifications({ query: {} })
    expect(items[0]).toMatchObject({
      kind: 'credentials.refused',
      title: expect.stringMatching(/^The policy system refuses App \d+ on Connected$/),
      text: expect.stringContaining(id),
      link: `/manage/installations/${id}/access`,
    })
    expect((await world.admin.getInstallation({ params: { id } })).credentials.data).toMatchObject({
      refusedAt: expect.any(String),
    })
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../../domain/accounts/caller.ts'
import { launchWorld } from '../../testing/world/launch-world.ts'
import { planLaunch } from './plan-launch.ts'

const world = await launchWorld({ worker: false })
const { platform, customer, publisher, tenantId, publisherTenantId } = world
let listing: { id: string; releaseId: string }

function key(organizationId: string, scope: 'publish' | 'manage'): Caller {
  const facts = { keyId: 'key_1', clientId: 'mkt_1', organizationName: 'x', sessionId: null }
  return { kind: 'key', organizationId, scopes: [scope], ...facts }
}
const manager = key(customer.id, 'manage')

beforeAll(async () => {
  listing = await world.listing({ app: { fields: [{ name: 'url', title: 'URL', type: 'Text' }] } })
})

describe('the plan of a launch', () => {
  it('knows what is launched where and with which configuration, and writes nothing', async () => {
    const input = { organization: customer, listingId: listing.id, tenantId, settings: { url: 'x' } }
    const plan = await planLaunch(platform, input, manager)
    expect(plan).toMatchObject({ test: false, followed: listing.releaseId, release: { id: listing.releaseId } })
    expect(plan).toMatchObject({ tenant: { id: tenantId }, applied: { next: { settings: { url: 'x' } } } })
    expect(await platform.db.selectFrom('installation').select('id').execute()).toEqual([])
  })

  it('of the publisher’s own app is a test, also with a key that may not launch for real', async () => {
    const own = { listingId: listing.id, settings: { url: 'x' } }
    const publishing = { ...own, organization: publisher, tenantId: publisherTenantId }
    expect(await planLaunch(platform, publishing, key(publisher.id, 'publish'))).toMatchObject({ test: true })
    const real = { ...own, organization: customer, tenantId }
    await expect(planLaunch(platform, real, key(customer.id, 'publish'))).rejects.toMatchObject({ code: 'forbidden' })
  })

  it.each([
    ['a configuration that does not fit', { settings: { url: 'x', unknown: 'y' } }, 'configuration_invalid'],
    ['a tenant of another organization', { settings: { url: 'x' }, tenantId: publisherTenantId }, 'not_found'],
    ['a release of another app', { settings: { url: 'x' }, releaseId: 'rel_other' }, 'not_found'],
    ['an app that is not there', { settings: { url: 'x' }, listingId: 'lst_other' }, 'not_found'],
  ])('refuses %s', async (_what, change, code) => {
    const input = { organization: customer, listingId: listing.id, tenantId, ...change }
    await expect(planLaunch(platform, input, manager)).rejects.toMatchObject({ code })
  })
})

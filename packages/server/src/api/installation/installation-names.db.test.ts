import { beforeAll, expect, it } from 'vitest'
import { followReleases } from '../../actions/installation/follow-release.ts'
import { type LaunchWorld, launchWorld } from '../../testing/world/launch-world.ts'

let world: LaunchWorld
beforeAll(async () => {
  world = await launchWorld({ worker: false })
})

const launch = (listingId: string, body: object = {}) =>
  world.admin.launchApp({ params: { org: 'northwind' }, body: { listingId, tenantId: world.tenantId, ...body } })
const rename = (id: string, name: string) => world.admin.changeInstallation({ params: { id }, body: { name } })

it('an installation is named after its app unless it gets a name; a second one is numbered', async () => {
  const { id: listingId } = await world.listing()
  const first = await launch(listingId)
  expect(first.name).toBe(first.listing.title)
  expect((await launch(listingId)).name).toBe(`${first.name} 2`)
  expect((await launch(listingId, { name: ' Fleet ' })).name).toBe('Fleet')
  const { items } = await world.admin.listInstallations({ params: { org: 'northwind' }, query: { q: 'fleet' } })
  expect(items.map(({ name }) => name)).toEqual(['Fleet'])
})

it('a name is unique per tenant and app, whatever its case, at launch and at renaming', async () => {
  const { id: listingId } = await world.listing()
  const one = await launch(listingId, { name: 'North' })
  const other = await launch(listingId, { name: 'South' })
  await expect(launch(listingId, { name: 'north' })).rejects.toMatchObject({ status: 409, code: 'name_taken' })
  await expect(rename(other.id, 'NORTH')).rejects.toMatchObject({ status: 409, code: 'name_taken' })
  expect((await rename(other.id, 'south')).name).toBe('south')
  expect((await rename(one.id, 'East')).name).toBe('East')
  expect((await launch(listingId, { name: 'North' })).name).toBe('North')
  const { id: another } = await world.listing()
  expect((await launch(another, { name: 'North' })).name).toBe('North')
  await expect(rename(one.id, '   ')).rejects.toMatchObject({ code: 'request_invalid' })
})

it('the database says whether names are alike, also of letters whose case JavaScript changes in another way', async () => {
  const { id: listingId } = await world.listing()
  const taken = { status: 409, code: 'name_taken' }
  await launch(listingId, { name: 'İstanbul ŉ' })
  await expect(launch(listingId, { name: 'İstanbul ŉ' })).rejects.toMatchObject(taken)
  const { rows } = await world.database.pool.query("select lower('İ') = lower('i') as alike")
  const other = launch(listingId, { name: 'istanbul ŉ' })
  if (rows[0].alike) await expect(other).rejects.toMatchObject(taken)
  else expect((await other).name).toBe('istanbul ŉ')
})

it('two launches at once never get the same name', async () => {
  const { id: listingId } = await world.listing()
  const made = await Promise.all(Array.from({ length: 4 }, () => launch(listingId)))
  expect(new Set(made.map(({ name }) => name)).size).toBe(4)
})

it('what is uninstalled gives its name back', async () => {
  const { id: listingId } = await world.listing()
  const { id } = await launch(listingId, { name: 'North' })
  await world.platform.db.updateTable('installation').set({ state: 'UNINSTALLED' }).where('id', '=', id).execute()
  expect((await launch(listingId, { name: 'North' })).name).toBe('North')
  await expect(rename(id, 'South')).rejects.toMatchObject({ code: 'illegal_move' })
})

it("launching one's own app is a test that follows what is live; with `test: false` it follows what is promoted", async () => {
  const { id: listingId, releaseId } = await world.listing()
  const publisher = world.as((await world.person({ role: 'admin', organization: world.publisher })).authorization)
  const place = { listingId, tenantId: world.publisherTenantId }
  const own = (body: object) => publisher.launchApp({ params: { org: 'acme' }, body: { ...place, ...body } })
  const live = await world.release(listingId, { version: '1.1.0' }, false)
  expect(await own({})).toMatchObject({ test: true, release: { id: live } })
  const real = await own({ test: false })
  expect(real).toMatchObject({ test: false, release: { id: releaseId } })
  // What is live next is not followed before it is promoted.
  await followReleases(world.platform)
  expect(await publisher.getInstallation({ params: { id: real.id } })).toMatchObject({ target: null })
  const promoted = await world.release(listingId, { version: '1.2.0' })
  await followReleases(world.platform)
  expect(await publisher.getInstallation({ params: { id: real.id } })).toMatchObject({ target: { id: promoted } })
})

it('a real launch of an own app takes an admin and a promoted release; a test of a foreign app is refused', async () => {
  const { id: listingId } = await world.listing({}, 'VERIFIED')
  const place = { listingId, tenantId: world.publisherTenantId, test: false }
  await expect(world.developer.launchApp({ params: { org: 'acme' }, body: place })).rejects.toMatchObject({
    code: 'forbidden',
  })
  const publisher = world.as((await world.person({ role: 'admin', organization: world.publisher })).authorization)
  await expect(publisher.launchApp({ params: { org: 'acme' }, body: place })).rejects.toMatchObject({
    code: 'listing_not_launchable',
  })
  const { id: foreign } = await world.listing()
  await expect(launch(foreign, { test: true })).rejects.toMatchObject({ code: 'forbidden' })
})

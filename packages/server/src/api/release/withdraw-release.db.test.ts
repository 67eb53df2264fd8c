import { beforeAll, expect, it } from 'vitest'
import { type LaunchWorld, launchWorld } from '../../testing/world/launch-world.ts'

let world: LaunchWorld
beforeAll(async () => {
  world = await launchWorld({ worker: false })
})

const withdraw = (id: string) => world.developer.withdrawRelease({ params: { id } })
const listingOf = (id: string) => world.developer.getListing({ params: { id } })

it('a release that nobody runs is withdrawn, and the one before it is live again', async () => {
  const { id, releaseId } = await world.listing({}, 'VERIFIED')
  const mistaken = await world.release(id, { version: '10.0.0' }, false)
  expect(await withdraw(mistaken)).toMatchObject({ state: 'WITHDRAWN', current: false })
  expect(await listingOf(id)).toMatchObject({ currentReleaseId: releaseId })
  expect(await world.developer.getRelease({ params: { id: releaseId } })).toMatchObject({
    state: 'LIVE',
    current: true,
  })
  await expect(withdraw(mistaken)).rejects.toMatchObject({ status: 409, code: 'illegal_move' })
  // The only release may go too: then there is none.
  expect(await withdraw(releaseId)).toMatchObject({ state: 'WITHDRAWN' })
  expect(await listingOf(id)).toMatchObject({ currentReleaseId: null })
})

it('withdrawing frees the version and takes it out of what later ones must exceed; so does a rejection', async () => {
  const { id } = await world.listing({}, 'VERIFIED')
  const mistaken = await world.release(id, { version: '1.9.0' }, false)
  const release = async (version: string) => {
    const { name } = await listingOf(id)
    const body = { manifest: { name, version }, imageDigest: `sha256:${'0'.repeat(64)}` }
    return world.developer.createRelease({ params: { id }, body })
  }
  await world.platform.db
    .insertInto('image')
    .values({
      listing_id: id,
      digest: `sha256:${'0'.repeat(64)}`,
      media_type: 'none',
      annotations: '{}',
      bytes: Buffer.of(),
    })
    .execute()
  await expect(release('1.1.0')).rejects.toMatchObject({ code: 'version_not_newer' })
  await expect(release('1.9.0')).rejects.toMatchObject({ code: 'version_taken' })
  await withdraw(mistaken)
  // The image is not readable, so each release is rejected, which uses nothing up.
  expect(await release('1.1.0')).toMatchObject({ state: 'REJECTED' })
  expect(await release('1.1.0')).toMatchObject({ state: 'REJECTED', version: '1.1.0' })
  expect(await release('1.9.0')).toMatchObject({ state: 'REJECTED' })
})

it('while an installation runs it, a release is not withdrawn; once uninstalled it is', async () => {
  const { id: listingId, releaseId } = await world.listing({}, 'VERIFIED')
  const place = { listingId, tenantId: world.publisherTenantId }
  const { id } = await world.developer.launchApp({ params: { org: 'acme' }, body: place })
  await expect(withdraw(releaseId)).rejects.toMatchObject({
    code: 'illegal_move',
    message: expect.stringContaining('One installation runs it'),
  })
  await world.platform.db.updateTable('installation').set({ state: 'UNINSTALLED' }).where('id', '=', id).execute()
  expect(await withdraw(releaseId)).toMatchObject({ state: 'WITHDRAWN' })
})

it('the only promoted release of a public listing stays; with another one customers follow that again', async () => {
  const { id, releaseId } = await world.listing()
  await expect(withdraw(releaseId)).rejects.toMatchObject({ code: 'illegal_move' })
  const next = await world.release(id, { version: '1.1.0' })
  expect(await withdraw(next)).toMatchObject({ state: 'WITHDRAWN', followed: false })
  expect(await listingOf(id)).toMatchObject({ currentReleaseId: releaseId, promotedReleaseId: releaseId })
})

it('a release that is the shadow of an installation is not withdrawn', async () => {
  const { id: listingId } = await world.listing()
  const body = { listingId, tenantId: world.tenantId }
  const { id } = await world.admin.launchApp({ params: { org: 'northwind' }, body })
  const shadow = await world.release(listingId, { version: '1.1.0' }, false)
  await world.admin.changeInstallation({ params: { id }, body: { shadowReleaseId: shadow } })
  await expect(withdraw(shadow)).rejects.toMatchObject({ code: 'illegal_move' })
  await world.admin.changeInstallation({ params: { id }, body: { shadowReleaseId: null } })
  await withdraw(shadow)
  await expect(
    world.admin.changeInstallation({ params: { id }, body: { shadowReleaseId: shadow } }),
  ).rejects.toMatchObject({ code: 'release_not_ready' })
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeZip } from '../../../../oci/src/sbom/testing/make-zip.ts'
import { importAdvisories } from '../../actions/material/import-advisories.ts'
import { transaction } from '../../store/database/transaction.ts'
import { insertSbom } from '../../store/material/sboms.ts'
import { type LaunchWorld, launchWorld } from '../../testing/world/launch-world.ts'

let world: LaunchWorld
const folder = mkdtempSync(join(tmpdir(), 'mkt-package-uses-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeAll(async () => {
  world = await launchWorld()
})

/** An app that the customer runs in 1.0.0, which has the package, while 1.1.0 without it is live. */
async function scene(name: string) {
  const { platform, clock } = world
  const listing = await world.listing()
  const component = { type: 'npm' as const, name, version: '1.0.0', purl: `pkg:npm/${name}@1.0.0`, ecosystem: 'npm' }
  const row = {
    document: '{}',
    failure: null,
    unread: [],
    unpackedBytes: null,
    components: [{ ...component, paths: [] }],
  }
  const image = { listingId: listing.id, imageDigest: 'sha256:0' }
  await transaction(platform.db, (trx) => insertSbom(trx, image, { ...row, now: clock.now() }))
  const body = { listingId: listing.id, tenantId: world.tenantId, settings: {} }
  const { id } = await world.admin.launchApp({ params: { org: 'northwind' }, body })
  await world.reach(id, 'RUNNING')
  const live = await world.release(listing.id, { version: '1.1.0' }, false)
  const other = {
    listing_id: listing.id,
    digest: 'sha256:1',
    media_type: 'none',
    annotations: '{}',
    bytes: Buffer.of(),
  }
  await platform.db.insertInto('image').values(other).execute()
  await platform.db.updateTable('release').set({ image_digest: 'sha256:1' }).where('id', '=', live).execute()
  return { listing, installationId: id }
}

it('a customer finds a package in the releases it runs, with its own installations; others find nothing', async () => {
  const { listing, installationId } = await scene('log5j')
  const find = (client: typeof world.admin) => client.findPackages({ query: { name: 'log5j' } })
  const found = { release: { id: listing.releaseId, version: '1.0.0' }, packages: [{ purl: 'pkg:npm/log5j@1.0.0' }] }
  expect(await find(world.admin)).toMatchObject({ items: [{ ...found, installations: [{ id: installationId }] }] })
  expect(await find(world.developer)).toMatchObject({ items: [{ ...found, installations: [] }] })
  const operator = world.as((await world.person({ platformRole: 'operator' })).authorization)
  expect(await find(operator)).toMatchObject({ items: [{ ...found, installations: [{ id: installationId }] }] })
  const stranger = world.as((await world.person({ role: 'admin' })).authorization)
  expect((await find(stranger)).items).toEqual([])
  await world.admin.uninstallInstallation({ params: { id: installationId } })
  await world.reach(installationId, 'UNINSTALLED')
  expect((await find(world.admin)).items).toEqual([])
})

it('an import tells the publisher of a release that customers still run, although another one is live', async () => {
  const { listing } = await scene('left-pad')
  const advisory = {
    id: 'GHSA-1',
    modified: '2026-05-01T00:00:00Z',
    database_specific: { severity: 'HIGH' },
    affected: [{ package: { ecosystem: 'npm', name: 'left-pad' }, versions: ['1.0.0'] }],
  }
  const file = join(folder, 'all.zip')
  writeFileSync(file, makeZip({ 'GHSA-1.json': JSON.stringify(advisory) }))
  await importAdvisories(world.platform, file)
  const told = (await world.developer.listNotifications({})).items.filter(({ kind }) => kind === 'release.findings')
  expect(told).toMatchObject([
    {
      title: expect.stringMatching(/ 1\.0\.0 has 1 new serious finding$/),
      text: expect.stringContaining('GHSA-1 (left-pad)'),
      link: `/publish/${listing.id}/findings`,
    },
  ])
})

import { pushImage } from '@mkt/oci'
import { imageOf, type RawEntry } from '../../../../oci/src/testing/image-of.ts'
import { wantDeployment } from '../../actions/deployment/wake-deployments.ts'
import { publishListing } from '../../actions/listing/move-listing.ts'
import { changeByPlatform } from '../../actions/platform/change.ts'
import { byPlatform } from '../../actions/platform/origin.ts'
import { approveRelease } from '../../actions/release/approve-release.ts'
import { makeReleaseLive } from '../../actions/release/make-release-live.ts'
import { type Release, releaseById } from '../../store/release/releases.ts'
import type { TestRegistry, TestRepository } from './registry.ts'

export interface Made {
  manifest?: Record<string, unknown>
  inImage?: unknown
  layers?: RawEntry[][]
  platform?: { architecture: string; os: string }
  packing?: 'gzip' | 'plain' | 'zstd'
}

/** Makes published apps and releases of them, with small images pushed for real. */
export function testReleases(test: TestRegistry) {
  const { platform } = test
  let apps = 0

  async function publishedApp(): Promise<TestRepository> {
    apps += 1
    const made = await test.repository('acme', `app${apps}`)
    await publishListing(platform, made.listing.id, byPlatform)
    return made
  }

  async function push(
    app: TestRepository,
    made: Made = {},
  ): Promise<{ manifest: Record<string, unknown>; imageDigest: string }> {
    const manifest = { name: app.listing.name, version: '1.0.0', ...made.manifest }
    const file = {
      path: 'platform-app.json',
      content: JSON.stringify('inImage' in made ? made.inImage : manifest, null, 2),
    }
    const { platform: target, packing } = made
    const image = await imageOf(made.layers ?? [[file]], {
      ...(target ? { platform: target } : {}),
      ...(packing ? { packing } : {}),
    })
    await pushImage(image, { registry: test.origin, repository: app.listing.name, credentials: app.credentials })
    return { manifest, imageDigest: image.digest }
  }

  async function release(app: TestRepository, made: Made = {}) {
    const body = await push(app, made)
    test.clock.advance(1000)
    return test.as(app.authorization).createRelease({ params: { id: app.listing.id }, body: body as never })
  }

  /** What the rollout does once the deployment is healthy. */
  async function goLive(id: string): Promise<void> {
    await changeByPlatform(platform, async (unit) => {
      const release = (await releaseById(unit.trx, id)) as Release
      await wantDeployment(unit, release)
      await unit.trx.updateTable('deployment').set({ state: 'RUNNING' }).where('release_id', '=', id).execute()
      return makeReleaseLive(unit, release, 'go-live')
    })
  }

  /** The deployment of a release that nobody needed any more. */
  async function stopped(id: string): Promise<void> {
    await platform.db.updateTable('deployment').set({ state: 'STOPPED' }).where('release_id', '=', id).execute()
  }

  async function approve(id: string): Promise<void> {
    await changeByPlatform(platform, async (unit) => approveRelease(unit, (await releaseById(unit.trx, id)) as Release))
  }

  return { publishedApp, push, release, goLive, stopped, approve }
}

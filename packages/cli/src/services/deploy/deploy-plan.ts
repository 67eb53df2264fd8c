import { compareVersions, type Manifest, parseManifest } from '@mkt/manifest'
import { Abort } from '../../abort.ts'
import { type AppFolder, withVersion } from '../app/app-folder.ts'
import { raisePart } from '../app/raise-part.ts'
import { listedManifest } from '../listing/listed-manifest.ts'
import type { Listing } from '../listing/listings.ts'
import type { Session } from '../platform/session.ts'
import { checkVersion, everyRelease, type Release, usesVersion } from '../release/releases.ts'

/** What a deploy is going to do. */
export interface DeployPlan {
  listing: Listing
  manifest: Manifest
  version: string
  /** The text of the manifest with that version. */
  raised: string
}

/** Checks everything that can be checked before anything is built. */
export async function planDeploy(folder: AppFolder, session: Session, asked: string | undefined): Promise<DeployPlan> {
  const { listing, manifest: before } = await listedManifest(session.client, folder)
  if (listing.state === null)
    throw new Abort('listing_not_published', `The listing ${listing.name} is not published yet.`, {
      fix: `Publish it: "mkt listings publish ${listing.name}", or in the console.`,
    })
  const releases: Release[] = []
  for await (const release of everyRelease(session.client, listing.id)) releases.push(release)
  const version = asked ?? nextToDeploy(before.version, releases)
  const existing = releases.filter(usesVersion).map((release) => release.version)
  checkVersion(version, existing)
  const raised = withVersion(folder, version)
  const { manifest } = parseManifest(raised, { variant: listing.variant })
  if (manifest === undefined) throw new Error('raising the version made the manifest invalid')
  return { listing, manifest, version, raised }
}

/**
 * The version a deploy takes: the second part raised. It stays as it is at the first deploy, where it was never
 * released, and where the release that had it was rejected or withdrawn.
 */
export function nextToDeploy(version: string, releases: readonly Pick<Release, 'version' | 'state'>[]): string {
  const used = releases.filter(usesVersion)
  const freed = releases.some((release) => release.version === version && !usesVersion(release))
  const highest = used.every((release) => compareVersions(version, release.version) > 0)
  return used.length === 0 || (freed && highest) ? version : raisePart(version, 'minor')
}

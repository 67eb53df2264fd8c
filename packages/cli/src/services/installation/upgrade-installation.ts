import type { Client } from '@mkt/contract/client'
import type { Manifest, Mapping } from '@mkt/manifest'
import { Abort } from '../../abort.ts'
import { findListing } from '../listing/listings.ts'
import { chooseRelease, type Release } from '../release/releases.ts'
import { type ConfigurationChange, isNoChange } from './configuration-change.ts'
import { guardOf, readableConfiguration } from './configure-installation.ts'
import type { Installation } from './installations.ts'
import { mergeConfiguration } from './merge-configuration.ts'

export interface UpgradeRequest {
  /** Id or version; by default the release that installations follow. */
  release: string | undefined
  change: ConfigurationChange
  /** Fills in mappings that the change leaves open, for the manifest of the release. */
  complete?: ((manifest: Manifest, mappings: Mapping[]) => Promise<Mapping[]>) | undefined
}

/** Has an installation take another release. What the change does not name stays as it is. */
export async function upgradeInstallation(
  client: Client,
  installation: Installation,
  { release: named, change, complete }: UpgradeRequest,
): Promise<Installation> {
  const params = { id: installation.id }
  if (isNoChange(change) && complete === undefined) {
    const chosen = named === undefined ? undefined : await targetRelease(client, installation, named)
    return client.upgradeInstallation({ params, body: chosen === undefined ? {} : { releaseId: chosen.id } })
  }
  const release = await targetRelease(client, installation, named)
  const present = await readableConfiguration(client, installation)
  const manifest = release.manifest as unknown as Manifest
  const { settings, mappings } = mergeConfiguration(manifest, present, change)
  const body = { releaseId: release.id, settings, mappings: (await complete?.(manifest, mappings)) ?? mappings }
  return client.upgradeInstallation({ params, body, headers: guardOf(present) })
}

/** The release to take, with its manifest: only the settings it knows may be sent. */
async function targetRelease(client: Client, installation: Installation, named: string | undefined): Promise<Release> {
  const listing = () => findListing(client, installation.listing.id)
  if (named !== undefined) return chooseRelease(client, listing, named)
  const { own, currentReleaseId, promotedReleaseId, name } = await listing()
  const id = own ? currentReleaseId : promotedReleaseId
  if (id === null) throw new Abort('no_release', `${name} has no release to take.`, { fix: 'See "mkt releases".' })
  return client.getRelease({ params: { id } })
}

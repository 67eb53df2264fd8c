import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compareVersions, raiseVersion } from '@mkt/manifest'
import { buildNodeImage, pushImage, type Repository } from '@mkt/oci'
import { type Api, type Page, waitFor } from './api.ts'
import type { Listing } from './list-app.ts'

export interface Release {
  id: string
  version: string
  state: string
  problems?: unknown[]
}

const onTheWay = ['UPLOADED', 'CHECKED', 'LIVE']

/** The application's release, on its way: found, or built, pushed and released. */
export async function releaseApp(
  publisher: Api,
  listing: Listing,
  folder: string,
  to: Repository,
  mountFrom: string[],
): Promise<Release> {
  const { items } = await publisher.get<Page<Release>>(`/listings/${listing.id}/releases?limit=100`)
  const started = items.find(({ state }) => onTheWay.includes(state))
  if (started) return started
  const manifest = JSON.parse(await readFile(join(folder, 'platform-app.json'), 'utf8')) as { version: string }
  // A release that failed has used its version up.
  manifest.version = nextVersion(manifest.version, items)
  const image = await buildNodeImage({ dir: folder, manifest: JSON.stringify(manifest, null, 2) })
  try {
    await pushImage(image, to, { tag: manifest.version, mountFrom })
    return await publisher.post<Release>(`/listings/${listing.id}/releases`, { manifest, imageDigest: image.digest })
  } finally {
    await image.close()
  }
}

/** Waits until the release is live. */
export function becomeLive(publisher: Api, listing: Listing, started: Release): Promise<Release> {
  return waitFor(`${listing.name} ${started.version} live`, async () => {
    const release = await publisher.get<Release>(`/releases/${started.id}`)
    if (onTheWay.includes(release.state)) return release.state === 'LIVE' ? release : undefined
    throw new Error(`${listing.name} ${release.version} is ${release.state}: ${JSON.stringify(release.problems)}`)
  })
}

function nextVersion(first: string, earlier: Release[]): string {
  const newest = earlier
    .map(({ version }) => version)
    .sort(compareVersions)
    .at(-1)
  return newest === undefined ? first : raiseVersion(newest, 'minor')
}

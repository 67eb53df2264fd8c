import type { Client } from '@mkt/contract/client'
import { compareVersions, nextVersion, parseVersion } from '@mkt/manifest'
import { Abort } from '../../abort.ts'
import type { Listing } from '../listing/listings.ts'
import { everyItem } from '../platform/pages.ts'

export type Release = Awaited<ReturnType<Client['getRelease']>>

/** All releases of a listing, newest first. */
export function everyRelease(client: Client, listingId: string): AsyncGenerator<Release> {
  return everyItem((cursor) =>
    client.listReleases({
      params: { id: listingId },
      query: { limit: 200, ...(cursor === undefined ? {} : { cursor }) },
    }),
  )
}

/** A rejected or withdrawn release leaves its version free. */
export function usesVersion({ state }: Pick<Release, 'state'>): boolean {
  return state !== 'REJECTED' && state !== 'WITHDRAWN'
}

/** The release of that version, if there is one: the one that uses it, else the newest. */
export async function findRelease(client: Client, listingId: string, version: string): Promise<Release | undefined> {
  let found: Release | undefined
  for await (const release of everyRelease(client, listingId)) {
    if (release.version !== version) continue
    if (usesVersion(release)) return release
    found ??= release
  }
  return found
}

/** A release by its id, or by its version within a listing. */
export async function chooseRelease(
  client: Client,
  listing: () => Promise<Listing>,
  idOrVersion: string,
): Promise<Release> {
  if (parseVersion(idOrVersion) === undefined) return client.getRelease({ params: { id: idOrVersion } })
  const { id, name } = await listing()
  const found = await findRelease(client, id, idOrVersion)
  if (found) return found
  throw new Abort('release_unknown', `${name} has no release ${idOrVersion}.`, { fix: 'See "mkt releases".' })
}

/** A version may be used once, and within its major must be the highest. Saves a build that would be refused. */
export function checkVersion(version: string, existing: readonly string[]): void {
  const major = version.split('.')[0]
  const highest = existing
    .filter((each) => each.split('.')[0] === major)
    .toSorted(compareVersions)
    .at(-1)
  if (highest === undefined || compareVersions(version, highest) > 0) return
  const taken = existing.includes(version)
  const next = nextVersion(highest) ?? null
  const fix =
    next === null ? 'There is no higher version.' : `The next version would be ${next}: "mkt deploy --version ${next}".`
  throw new Abort(
    taken ? 'version_taken' : 'version_not_newer',
    taken
      ? `Version ${version} exists already.`
      : `Version ${version} is not higher than ${highest}, which exists already.`,
    { fix, extra: { existing, next } },
  )
}

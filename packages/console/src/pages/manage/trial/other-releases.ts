import type { Installation } from '../../../queries/installation/installations.ts'
import type { Release } from '../../../queries/release/releases.ts'

/** Releases that an installation does not run and that can be tried: they have been LIVE and were not withdrawn. */
export function otherReleases<Of extends Pick<Release, 'id' | 'liveAt' | 'state'>>(
  releases: readonly Of[],
  installation: Pick<Installation, 'release'>,
): Of[] {
  return releases.filter(
    ({ id, liveAt, state }) => id !== installation.release.id && liveAt !== null && state !== 'WITHDRAWN',
  )
}

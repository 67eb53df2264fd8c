import { Failure } from '@mkt/contract/errors'
import { hasBeenLive } from '../../domain/release/release.ts'
import { lockInstallation, updateInstallation } from '../../store/installation/installations.ts'
import { releaseById } from '../../store/release/releases.ts'
import { refuseUninstalled } from '../installation/refuse-uninstalled.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'

/** Lets a release get copies of an installation's live calls, or none. Calls are answered as before. */
export async function chooseShadow(
  platform: Changing,
  id: string,
  shadowReleaseId: string | null,
  origin: Origin,
): Promise<void> {
  await change(platform, origin, async (unit) => {
    const installation = await lockInstallation(unit.trx, id)
    if (!installation) throw new Error(`installation ${id} is gone`)
    refuseUninstalled(installation, 'it is not called any more.')
    if (installation.shadowReleaseId === shadowReleaseId) return unit.unchanged()
    const found = shadowReleaseId === null ? null : await releaseById(unit.trx, shadowReleaseId)
    if (found === undefined || (found && found.listingId !== installation.listingId))
      throw new Failure('not_found', 'There is no such release of this app. Check the id.')
    await updateInstallation(unit.trx, id, { shadowReleaseId }, unit.now)
    // The row just written waits for a withdrawal in progress, so this sees its outcome.
    const release = found && (await releaseById(unit.trx, found.id))
    if (release && !hasBeenLive(release.state))
      throw new Failure(
        'release_not_ready',
        `Release ${release.version} is ${release.state}. Only one that has been LIVE can be a shadow.`,
      )
    unit.changed('trial', id)
    const details = { version: release?.version ?? null }
    return unit.record('installation.shadow', { organizationId: installation.organizationId, id, details })
  })
}

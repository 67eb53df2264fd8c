import { newId } from '../../lib/ids.ts'
import { releasesToWake, wakeDeployment } from '../../store/deployment/deployments.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import type { Published, Unchanged, Unit } from '../platform/unit.ts'

/**
 * Makes sure, as part of a larger change, that a release runs or will soon: for a launch, a start or an upgrade.
 * A deployment that failed gets a new attempt.
 */
export async function wantDeployment(
  unit: Unit,
  release: { id: string; listingId: string },
): Promise<Published | Unchanged> {
  const { trx, now, random } = unit
  const id = newId('dep', now, random)
  const woken = await wakeDeployment(trx, { id, releaseId: release.id, listingId: release.listingId, now })
  return woken === undefined ? unit.unchanged() : unit.changed('deployment', woken)
}

/** Finds every release that must run and does not, and begins its deployment. Returns how many it found. */
export async function wakeDeployments(platform: Changing): Promise<number> {
  const releases = await releasesToWake(platform.db)
  for (const { releaseId, listingId } of releases) {
    await changeByPlatform(platform, (unit) => wantDeployment(unit, { id: releaseId, listingId }))
  }
  return releases.length
}

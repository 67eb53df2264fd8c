import { refuseDeploy } from '../../domain/listing/listing.ts'
import { moveRelease, rollbackOf } from '../../domain/release/release.ts'
import { deploymentOfRelease } from '../../store/deployment/deployments.ts'
import { dropRollbacks, lockRelease, type Release, updateRelease } from '../../store/release/releases.ts'
import { holdListing } from '../listing/hold-listing.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Published, Unchanged, Unit } from '../platform/unit.ts'
import { makeReleaseLive } from '../release/make-release-live.ts'
import { wantDeployment } from './wake-deployments.ts'

/**
 * Returns to a release that was LIVE before; customers follow too if it was promoted. It is LIVE at once when its
 * deployment is healthy. Otherwise its deployment is started and the former release stays current until it is.
 */
export function rollbackRelease(
  platform: Changing,
  release: Pick<Release, 'id' | 'listingId'>,
  origin: Origin,
): Promise<Release> {
  return change(platform, origin, async (unit) => {
    const listing = await holdListing(unit.trx, release.listingId)
    refuseDeploy(listing)
    const target = await lockRelease(unit.trx, release.id)
    if (target === undefined) throw new Error(`release ${release.id} is gone`)
    moveRelease(target.version, target.state, 'roll-back')
    const { id, organizationId, listingName, version } = target
    const deployment = await deploymentOfRelease(unit.trx, id)
    const running = deployment?.state === 'RUNNING'
    const { result } = running ? await makeReleaseLive(unit, target, 'roll-back') : await beginRollback(unit, target)
    const details = { listing: listingName, version, from: listing.currentReleaseId }
    return unit.record('release.rollback', { organizationId, id, details }).with(result)
  })
}

/** From here on the carer of the deployment decides what becomes of it. Asking again while it is pending changes nothing. */
async function beginRollback(unit: Unit, release: Release): Promise<Published<Release> | Unchanged<Release>> {
  if (rollbackOf(release)?.state === 'PENDING') return unit.unchanged().with(release)
  const { trx, now } = unit
  unit.changed('release', ...(await dropRollbacks(trx, release.listingId, { than: release.id })))
  const change = { rollbackAt: now, rollbackState: 'PENDING' as const, rollbackFailure: null }
  await updateRelease(trx, release.id, change)
  await wantDeployment(unit, release)
  return unit.changed('release', release.id).with({ ...release, ...change })
}

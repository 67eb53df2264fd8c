import { renewDeployments } from '../../store/deployment/application-ground.ts'
import type { Listing } from '../../store/listing/listings.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'

/**
 * Replaces the instances of everything of a listing that runs: releases that customers stay on take up a changed variable as
 * well. Each deployment is replaced without a gap by the worker that cares for it. Returns the deployments.
 */
export function restartListing(platform: Changing, listing: Listing, origin: Origin): Promise<string[]> {
  return change(platform, origin, async (unit) => {
    const renewed = await renewDeployments(unit.trx, unit.now, listing.id)
    unit.changed('deployment', ...renewed)
    const { organizationId, id } = listing
    return unit
      .record('listing.restart', { organizationId, id, details: { deployments: renewed.length } })
      .with(renewed)
  })
}

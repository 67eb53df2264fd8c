import { actorOf } from '../../domain/accounts/caller.ts'
import { wantStopped } from '../../store/installation/stop-wishes.ts'
import type { Listing } from '../../store/listing/listings.ts'
import { carryOutStop } from '../installation/carry-out-stop.ts'
import { carryOutMove } from '../listing/move-listing.ts'
import type { Changing } from '../platform/change.ts'
import { notify } from '../platform/notify.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import type { Unit } from '../platform/unit.ts'

/**
 * Suspends a listing: no new launches, no releases. What runs goes on, unless the moderator asks to stop it all: then
 * nothing of it starts until it is reinstated. That is written with the suspension, so it holds for what is only being
 * started and outlives a process that is killed.
 */
export async function suspendListing(
  platform: Changing & Pick<Platform, 'log'>,
  input: { id: string; reason: string; stopInstallations: boolean },
  origin: Origin,
): Promise<Listing> {
  let wanted: string[] = []
  const listing = await carryOutMove(
    platform,
    {
      id: input.id,
      move: 'suspend',
      reason: input.reason,
      stopInstallations: input.stopInstallations,
      details: input.stopInstallations ? { stopInstallations: true } : {},
    },
    origin,
    async (unit, row) => {
      await notify(
        unit,
        { organizationId: row.organizationId, roles: ['owner', 'admin', 'developer'] },
        {
          kind: 'listing.suspended',
          title: `${row.name} is suspended`,
          text: `A moderator suspended ${row.name}: ${input.reason}`,
          link: `/publish/${row.id}`,
        },
      )
      if (input.stopInstallations) wanted = await wantAllStopped(unit, row, input.reason)
    },
  )
  for (const id of wanted) {
    // Stops at once what can be stopped; the worker does the rest.
    await carryOutStop(platform, id).catch((error: unknown) =>
      platform.log.warn(
        { installation: id, err: error },
        'the worker will stop an installation of a suspended listing',
      ),
    )
  }
  return listing
}

function wantAllStopped({ trx, now, origin }: Unit, listing: Listing, reason: string): Promise<string[]> {
  const { caller, address, requestId } = origin
  const text = `A moderator suspended ${listing.name} and stopped its installations: ${reason}`
  return wantStopped(trx, listing.id, { reason: text, actor: actorOf(caller), address, requestId }, now)
}

import { Failure } from '@mkt/contract/errors'
import { type ListingMove, moveListing, publishingProblems } from '../../domain/listing/listing.ts'
import type { Trx } from '../../store/database/transaction.ts'
import { deleteListing, type Listing, listingById, setListingState } from '../../store/listing/listings.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Unit } from '../platform/unit.ts'
import { holdListing } from './hold-listing.ts'

/** Carries out one move of a listing's state; `also` does what goes with it in the same transaction. */
export async function carryOutMove(
  platform: Changing,
  input: {
    id: string
    /** Where it depends on the listing, it is decided once nobody else can move it. */
    move: ListingMove | ((trx: Trx, listing: Listing) => Promise<ListingMove>)
    reason?: string | undefined
    stopInstallations?: boolean
    details?: Record<string, unknown>
  },
  origin: Origin,
  also?: (unit: Unit, listing: Listing) => Promise<void>,
): Promise<Listing> {
  return change(platform, origin, async (unit) => {
    const { trx, now } = unit
    const listing = await holdListing(trx, input.id)
    const move = typeof input.move === 'function' ? await input.move(trx, listing) : input.move
    const state = moveListing(listing.name, listing.state, move)
    await also?.(unit, listing)
    await setListingState(trx, listing.id, {
      state,
      now,
      ...(move === 'publish' ? { publishedAt: now } : {}),
      suspendedReason: move === 'suspend' ? (input.reason ?? null) : null,
      // Retiring a suspended listing does not lift what a moderator stopped.
      ...(move === 'retire' ? {} : { installationsStopped: input.stopInstallations === true }),
    })
    const { id, organizationId } = listing
    const reason = input.reason === undefined ? {} : { reason: input.reason }
    const details = { from: listing.state, to: state, ...reason, ...input.details }
    const moved = (await listingById(trx, id)) as Listing
    // Both ways of lifting a suspension are one action; where it led is in the details.
    const action = move === 'reinstate-draft' ? 'reinstate' : move
    return unit.record(`listing.${action}`, { organizationId, id, details }).with(moved)
  })
}

/** Publishes a listing: it becomes DRAFT, takes deploys, and its own organization can test launch it. */
export function publishListing(platform: Changing, id: string, origin: Origin): Promise<Listing> {
  return carryOutMove(platform, { id, move: 'publish' }, origin, async (_unit, listing) => {
    const problems = publishingProblems(listing)
    if (problems.length > 0) {
      throw new Failure(
        'listing_incomplete',
        `${listing.name} lacks ${problems.map((row) => row.pointer.slice(1)).join(' and ')}. Fill that in, then publish.`,
        { problems },
      )
    }
  })
}

/** Removes a listing that was never published; a published one is retired instead. */
export async function removeListing(platform: Changing, id: string, origin: Origin): Promise<void> {
  await change(platform, origin, async (unit) => {
    const listing = await holdListing(unit.trx, id)
    if (listing.state !== null)
      throw new Failure('illegal_move', `${listing.name} was published and cannot be deleted. Retire it instead.`)
    await deleteListing(unit.trx, id)
    const { organizationId, name } = listing
    return unit.record('listing.delete', { organizationId, id, details: { name } })
  })
}

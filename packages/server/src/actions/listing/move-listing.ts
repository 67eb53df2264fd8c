import { Failure } from '@mkt/contract/errors'
import { type ListingMove, moveListing, publishingProblems } from '../../domain/listing/listing.ts'
import { type Trx, transaction } from '../../store/database/transaction.ts'
import { deleteListing, type Listing, listingById, setListingState } from '../../store/listing/listings.ts'
import type { Platform } from '../platform/platform.ts'
import { type Origin, recordAudit } from '../platform/record-audit.ts'
import { holdListing } from './hold-listing.ts'

/** Carries out one move of a listing's state; `also` does what goes with it in the same transaction. */
export async function carryOutMove(
  platform: Platform,
  input: {
    id: string
    /** Where it depends on the listing, it is decided once nobody else can move it. */
    move: ListingMove | ((trx: Trx, listing: Listing) => Promise<ListingMove>)
    reason?: string | undefined
    stopInstallations?: boolean
    details?: Record<string, unknown>
  },
  origin: Origin,
  also?: (trx: Trx, listing: Listing) => Promise<void>,
): Promise<Listing> {
  const now = platform.clock.now()
  return transaction(platform.db, async (trx) => {
    const listing = await holdListing(trx, input.id)
    const move = typeof input.move === 'function' ? await input.move(trx, listing) : input.move
    const state = moveListing(listing.name, listing.state, move)
    await also?.(trx, listing)
    await setListingState(trx, listing.id, {
      state,
      now,
      ...(move === 'publish' ? { publishedAt: now } : {}),
      suspendedReason: move === 'suspend' ? (input.reason ?? null) : null,
      // Retiring a suspended listing does not lift what a moderator stopped.
      ...(move === 'retire' ? {} : { installationsStopped: input.stopInstallations === true }),
    })
    await recordAudit(platform, trx, origin, {
      organizationId: listing.organizationId,
      action: `listing.${move}`,
      subject: { kind: 'listing', id: listing.id },
      details: {
        from: listing.state,
        to: state,
        ...(input.reason === undefined ? {} : { reason: input.reason }),
        ...input.details,
      },
    })
    await platform.changes.publish(trx, 'listing', listing.id)
    return (await listingById(trx, listing.id)) as Listing
  })
}

/** Publishes a listing: it becomes DRAFT, takes deploys, and its own organization can test launch it. */
export function publishListing(platform: Platform, id: string, origin: Origin): Promise<Listing> {
  return carryOutMove(platform, { id, move: 'publish' }, origin, async (_trx, listing) => {
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
export async function removeListing(platform: Platform, id: string, origin: Origin): Promise<void> {
  await transaction(platform.db, async (trx) => {
    const listing = await holdListing(trx, id)
    if (listing.state !== null)
      throw new Failure('illegal_move', `${listing.name} was published and cannot be deleted. Retire it instead.`)
    await deleteListing(trx, id)
    await recordAudit(platform, trx, origin, {
      organizationId: listing.organizationId,
      action: 'listing.delete',
      subject: { kind: 'listing', id },
      details: { name: listing.name },
    })
    await platform.changes.publish(trx, 'listing', id)
  })
}

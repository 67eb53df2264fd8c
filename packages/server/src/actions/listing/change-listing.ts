import { Failure } from '@mkt/contract/errors'
import { publishingProblems } from '../../domain/listing/listing.ts'
import { type ListingTexts, updateListingTexts } from '../../store/listing/listing-texts.ts'
import { type Listing, listingById } from '../../store/listing/listings.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import { holdListing } from './hold-listing.ts'
import { refuseOtherRevision } from './refuse-other-revision.ts'
import { renderTexts } from './render-listing.ts'

/** Edits a listing. Once published, the variant is fixed and nothing it needed for publishing may become empty. */
export async function changeListing(
  platform: Changing,
  input: { id: string; organizationId: string; texts: ListingTexts; ifMatch: string | null },
  origin: Origin,
): Promise<Listing> {
  const html = await renderTexts(input.organizationId, input.texts)
  return change(platform, origin, async (unit) => {
    const { trx } = unit
    const listing = await holdListing(trx, input.id)
    refuseOtherRevision(listing, input.ifMatch)
    if (listing.state !== null && input.texts.variant !== undefined && input.texts.variant !== listing.variant) {
      throw new Failure(
        'illegal_move',
        `The variant of ${listing.name} is fixed since it was published. Create another listing for the other variant.`,
      )
    }
    if (listing.state !== null) {
      const given = Object.fromEntries(Object.entries(input.texts).filter(([, value]) => value !== undefined))
      const problems = publishingProblems({ ...listing, ...given })
      if (problems.length > 0)
        throw new Failure(
          'listing_incomplete',
          'A published listing keeps its title, about and requirements sections.',
          { problems },
        )
    }
    const { id, organizationId } = listing
    await updateListingTexts(trx, id, { ...input.texts, ...html }, unit.now)
    const changed = (await listingById(trx, id)) as Listing
    const details = { fields: Object.keys(input.texts) }
    return unit.record('listing.change', { organizationId, id, details }).with(changed)
  })
}

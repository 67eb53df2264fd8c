import { Failure } from '@mkt/contract/errors'
import { listingFacts } from '@mkt/contract/states'
import { publishingProblems } from '../../domain/listing/listing.ts'
import { changedWords, reviewedWords } from '../../domain/moderation/words.ts'
import { type ListingTexts, updateListingTexts } from '../../store/listing/listing-texts.ts'
import { type Listing, listingById } from '../../store/listing/listings.ts'
import { holdListing } from '../listing/hold-listing.ts'
import { refuseOtherRevision } from '../listing/refuse-other-revision.ts'
import { renderTexts } from '../listing/render-listing.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import { waitForModerator } from './wait-for-moderator.ts'

/**
 * Edits a public listing: the words that everybody reads wait for a moderator and the old ones stay until then; everything else changes
 * at once. Further changes join the review that is open. Null when the listing is not public or none of these words changes.
 */
export async function proposeWords(
  platform: Changing,
  input: { id: string; texts: ListingTexts; ifMatch: string | null },
  origin: Origin,
): Promise<Listing | null> {
  const shown = await listingById(platform.db, input.id)
  if (
    shown === undefined ||
    !listingFacts(shown.state).shown ||
    Object.keys(changedWords(shown, input.texts)).length === 0
  )
    return null
  // Refuses what cannot be rendered now, instead of when a moderator approves it.
  await renderTexts(shown.organizationId, changedWords(shown, input.texts))
  return change(platform, origin, async (unit) => {
    const { trx } = unit
    const listing = await holdListing(trx, input.id)
    refuseOtherRevision(listing, input.ifMatch)
    if (input.texts.variant !== undefined && input.texts.variant !== listing.variant)
      throw new Failure('illegal_move', `The variant of ${listing.name} is fixed since it was published.`)
    const words = changedWords(listing, input.texts)
    const problems = publishingProblems({ ...listing, ...words })
    if (problems.length > 0)
      throw new Failure('listing_incomplete', 'A published listing keeps its title, about and requirements sections.', {
        problems,
      })
    const atOnce = Object.fromEntries(
      Object.entries(input.texts).filter(([name]) => !(reviewedWords as readonly string[]).includes(name)),
    )
    if (Object.values(atOnce).some((value) => value !== undefined))
      await updateListingTexts(trx, listing.id, atOnce, unit.now)
    await waitForModerator(unit, listing, words)
    const { organizationId, id } = listing
    const details = { waiting: Object.keys(words) }
    const changed = (await listingById(trx, id)) as Listing
    return unit.record('listing.change', { organizationId, id, details }).with(changed)
  })
}

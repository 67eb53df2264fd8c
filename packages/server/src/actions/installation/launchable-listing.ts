import { Failure } from '@mkt/contract/errors'
import { listingFacts } from '@mkt/contract/states'
import { mayLaunch } from '../../domain/listing/listing.ts'
import type { Db } from '../../store/database/database.ts'
import { type Listing, listingById } from '../../store/listing/listings.ts'

/** The listing an organization may launch now. One that it may not see is answered as if it did not exist. */
export async function launchableListing(db: Db, id: string, organization: { id: string }): Promise<Listing> {
  const listing = await listingById(db, id)
  const own = listing?.organizationId === organization.id
  if (!listing || (!own && !listingFacts(listing.state).known)) {
    throw new Failure('not_found', 'There is no such listing, or you may not see it. Check the id.')
  }
  if (!mayLaunch(listing, own)) {
    const disabled = listing.organizationDisabledAt !== null
    const standing = listing.state === null ? 'is not published yet' : `is ${listing.state}`
    const what = disabled ? 'is of a disabled publisher' : standing
    throw new Failure('listing_not_launchable', `${listing.name} ${what} and takes no new launches.`)
  }
  return listing
}

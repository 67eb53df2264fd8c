import { Failure } from '@mkt/contract/errors'
import type { Trx } from '../../store/database/transaction.ts'
import type { Listing } from '../../store/listing/listings.ts'
import { lockListing } from '../../store/listing/listings.ts'

/** The listing as it is now, and so until the transaction ends. One that was deleted since it was found is refused. */
export async function holdListing(trx: Trx, id: string): Promise<Listing> {
  const listing = await lockListing(trx, id)
  if (listing === undefined) throw new Failure('not_found', 'There is no such listing any more.')
  return listing
}

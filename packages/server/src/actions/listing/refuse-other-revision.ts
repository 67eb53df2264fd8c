import { Failure } from '@mkt/contract/errors'

/** Refuses a change that was made from another revision of the listing than the one that is there now. */
export function refuseOtherRevision(listing: { name: string; revision: number }, ifMatch: string | null): void {
  const expected = ifMatch?.replace(/^(W\/)?"?|"$/g, '')
  if (expected === undefined || expected === '*' || expected === String(listing.revision)) return
  throw new Failure(
    'revision_conflict',
    `${listing.name} was changed in the meantime (revision ${listing.revision}). Load it again and repeat the change.`,
  )
}

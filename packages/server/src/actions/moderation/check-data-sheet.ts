import { Failure } from '@mkt/contract/errors'
import { actorOf } from '../../domain/accounts/caller.ts'
import type { DataSheetLine } from '../../domain/listing/data-sheet.ts'
import { deleteDataSheetChecks, putDataSheetChecks } from '../../store/listing/data-sheet-checks.ts'
import type { Listing } from '../../store/listing/listings.ts'
import { holdListing } from '../listing/hold-listing.ts'
import { refuseOtherRevision } from '../listing/refuse-other-revision.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'

/** Marks lines of a data sheet as checked by a moderator, or takes the mark back. */
export async function checkDataSheet(
  platform: Changing,
  input: { id: string; lines: readonly DataSheetLine[]; checked: boolean; ifMatch: string | null },
  origin: Origin,
): Promise<Listing> {
  return change(platform, origin, async (unit) => {
    const { trx, now } = unit
    const listing = await holdListing(trx, input.id)
    refuseOtherRevision(listing, input.ifMatch)
    const unstated = input.lines.flatMap((line, index) => (listing.dataSheet[line] === undefined ? [index] : []))
    if (input.checked && unstated.length > 0)
      throw new Failure('request_invalid', `The data sheet of ${listing.name} does not state every line you checked.`, {
        problems: unstated.map((index) => ({
          pointer: `/lines/${index}`,
          rule: 'data-sheet.line.unstated',
          message: 'The publisher has not filled in this line. Ask for it in the review.',
        })),
      })
    if (input.checked)
      await putDataSheetChecks(trx, listing.id, { lines: input.lines, by: actorOf(origin.caller).label, now })
    else await deleteDataSheetChecks(trx, listing.id, input.lines)
    const action = input.checked ? 'listing.sheet-check' : 'listing.sheet-check-not'
    const { organizationId, id } = listing
    return unit.record(action, { organizationId, id, details: { lines: input.lines } }).with(listing)
  })
}

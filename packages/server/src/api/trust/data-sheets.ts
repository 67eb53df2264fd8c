import { changeListing } from '../../actions/listing/change-listing.ts'
import { checkDataSheet } from '../../actions/moderation/check-data-sheet.ts'
import { proposeWords } from '../../actions/moderation/propose-words.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { readObserved } from '../../actions/trust/read-observed.ts'
import type { Caller } from '../../domain/accounts/caller.ts'
import { sheetLines, statedSheet } from '../../domain/listing/data-sheet.ts'
import { dataSheetChecks } from '../../store/listing/data-sheet-checks.ts'
import { type Listing, listingById } from '../../store/listing/listings.ts'
import { openWordsReview } from '../../store/moderation/reviews.ts'
import { notFound } from '../http/find.ts'
import { type Route, route } from '../http/route.ts'
import { listingSubject, readableListing } from '../listing/listings.ts'
import { seesReviews } from '../listing/pictures-answer.ts'

async function answer(platform: Platform, caller: Caller, listing: Listing) {
  const [checks, observed] = await Promise.all([
    dataSheetChecks(platform.db, listing.id),
    readObserved(platform, listing),
  ])
  const review = seesReviews(caller, listing) ? await openWordsReview(platform.db, listing.id) : undefined
  const proposed = review?.words?.dataSheet
  return {
    lines: [...sheetLines(listing.dataSheet, checks), ...observed],
    sheet: listing.dataSheet,
    waiting: review === undefined || proposed === undefined ? null : { reviewId: review.id, sheet: proposed },
    revision: listing.revision,
  }
}

/** The data sheet of a listing: written by its publisher, checked by moderators. */
export function dataSheetRoutes(platform: Platform): Route[] {
  return [
    route('getDataSheet', {
      subject: ({ params, caller }) => readableListing(platform, params.id, caller),
      handle({ subject: { listing }, caller, setHeader }) {
        setHeader('etag', `"${listing.revision}"`)
        return answer(platform, caller, listing)
      },
    }),
    route('putDataSheet', {
      subject: ({ params }) => listingSubject(platform, params.id),
      async handle({ params: { id }, body, ifMatch, subject: { organizationId }, ...origin }) {
        const texts = { dataSheet: statedSheet(body) }
        const input = { id, organizationId: organizationId ?? '', texts, ifMatch }
        const waiting = await proposeWords(platform, input, origin)
        const listing = waiting ?? (await changeListing(platform, input, origin))
        origin.setHeader('etag', `"${listing.revision}"`)
        return answer(platform, origin.caller, listing)
      },
    }),
    route('checkDataSheet', {
      subject: ({ params }) => listingSubject(platform, params.id),
      async handle({ params: { id }, body, ifMatch, ...origin }) {
        await checkDataSheet(platform, { id, ...body, ifMatch }, origin)
        const listing = await listingById(platform.db, id)
        if (listing === undefined) throw notFound()
        origin.setHeader('etag', `"${listing.revision}"`)
        return answer(platform, origin.caller, listing)
      },
    }),
  ]
}

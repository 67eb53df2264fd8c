import { access } from '@mkt/contract/api'
import { changeListing } from '../../actions/listing/change-listing.ts'
import { createListing } from '../../actions/listing/create-listing.ts'
import { carryOutMove, publishListing, removeListing } from '../../actions/listing/move-listing.ts'
import { retireListing } from '../../actions/listing/retire-listing.ts'
import { proposeWords } from '../../actions/moderation/propose-words.ts'
import { reinstateListing } from '../../actions/moderation/reinstate-listing.ts'
import { suspendListing } from '../../actions/moderation/suspend-listing.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { makeListingPublic } from '../../actions/release/make-listing-public.ts'
import { organizationsSeen, type Subject, unowned } from '../../domain/accounts/access.ts'
import { belongsTo, type Caller, organizationsOf } from '../../domain/accounts/caller.ts'
import { correctWords, type KnownWord, knownWord } from '../../domain/listing/correct-words.ts'
import { isShared } from '../../domain/listing/listing.ts'
import { type Page, pageOf, toPage } from '../../domain/platform/page.ts'
import { rereadEvery } from '../../lib/schedule/reread-every.ts'
import type { Db } from '../../store/database/database.ts'
import { countInstallations } from '../../store/installation/installations.ts'
import { type CatalogueFilter, catalogueWords, searchListings } from '../../store/listing/catalogue.ts'
import { isInstalledBy } from '../../store/listing/listing-customers.ts'
import { type Listing, listingById } from '../../store/listing/listings.ts'
import { picturesOf } from '../../store/listing/pictures.ts'
import { listingsOf, type ShownListing } from '../../store/listing/shown-listings.ts'
import { notFound, organizationSubject } from '../http/find.ts'
import { type Route, route } from '../http/route.ts'
import { listingAnswer } from './listing-answer.ts'

export interface ListingSubject extends Subject {
  listing: Listing
}

/** The subject of operations on a listing. */
export async function listingSubject(platform: Platform, id: string): Promise<ListingSubject> {
  const listing = await listingById(platform.db, id)
  if (listing === undefined) throw notFound()
  return { organizationId: listing.organizationId, shared: isShared(listing), listing }
}

/** The same for reading: who has the app installed goes on seeing its listing when it has left the catalogue. */
export async function readableListing(platform: Platform, id: string, caller: Caller): Promise<ListingSubject> {
  const subject = await listingSubject(platform, id)
  if (subject.shared === true || belongsTo(caller, subject.listing.organizationId)) return subject
  return { ...subject, shared: await isInstalledBy(platform.db, id, organizationsOf(caller)) }
}

/** A listing with its pictures, as the caller sees it. */
const shownTo = (platform: Platform, caller: Caller) => (row: ShownListing) =>
  listingAnswer(platform, caller, row, row.pictures, row.installations)

export async function oneListing(platform: Platform, caller: Caller, listing: Listing) {
  const ids = [listing.id]
  const [all, counts] = await Promise.all([picturesOf(platform.db, ids), countInstallations(platform.db, ids)])
  const pictures = all.filter((one) => one.shown)
  return shownTo(platform, caller)({ ...listing, pictures, installations: counts.get(listing.id) ?? 0 })
}

/** Listings with these words; where there are none, with the words of the catalogue that are spelled most alike. */
async function findListings(db: Db, filter: CatalogueFilter, page: Page, knownWords: () => Promise<KnownWord[]>) {
  const rows = await searchListings(db, filter, page)
  if (rows.length > 0 || page.after !== null || !filter.q?.trim()) return rows
  const q = correctWords(filter.q, await knownWords())
  return q === undefined ? rows : searchListings(db, { ...filter, q }, page)
}

/** Gathering the words reads the text of every public listing: not with each search that finds nothing. */
const WORDS_MS = 60_000

export function listingRoutes(platform: Platform): Route[] {
  const knownWords = rereadEvery(platform.clock, WORDS_MS, async () =>
    (await catalogueWords(platform.db)).map(knownWord),
  )
  const subject = ({ params }: { params: { id: string } }) => listingSubject(platform, params.id)
  return [
    route('createListing', {
      subject: ({ params }) => organizationSubject(platform, params.org),
      async handle({ subject: { organization }, body, ...origin }) {
        return oneListing(platform, origin.caller, await createListing(platform, { organization, ...body }, origin))
      },
    }),
    route('listListings', {
      subject: () => unowned,
      async handle({ caller, query }) {
        const page = pageOf(query)
        const filter = { ...query, organizationIds: organizationsSeen(access.getListing, caller) }
        const rows = await findListings(platform.db, filter, page, knownWords)
        return toPage(rows, page, (row) => row.cursor, shownTo(platform, caller))
      },
    }),
    route('listOrganizationListings', {
      subject: ({ params }) => organizationSubject(platform, params.org),
      async handle({ subject: { organization }, caller, query }) {
        const page = pageOf(query)
        const rows = await listingsOf(platform.db, { ...query, organizationId: organization.id }, page)
        return toPage(rows, page, (row) => row.id, shownTo(platform, caller))
      },
    }),
    route('getListing', {
      subject: ({ params, caller }) => readableListing(platform, params.id, caller),
      handle({ subject: { listing }, caller, setHeader }) {
        setHeader('etag', `"${listing.revision}"`)
        return oneListing(platform, caller, listing)
      },
    }),
    route('changeListing', {
      subject,
      async handle({ params, body, ifMatch, subject: { organizationId }, ...origin }) {
        const input = { id: params.id, organizationId: organizationId ?? '', texts: body, ifMatch }
        const waiting = await proposeWords(platform, input, origin)
        const listing = waiting ?? (await changeListing(platform, input, origin))
        origin.setHeader('etag', `"${listing.revision}"`)
        return oneListing(platform, origin.caller, listing)
      },
    }),
    route('deleteListing', {
      subject,
      async handle({ params, ...origin }) {
        await removeListing(platform, params.id, origin)
        return undefined
      },
    }),
    route('publishListing', {
      subject,
      handle: async ({ params, ...origin }) =>
        oneListing(platform, origin.caller, await publishListing(platform, params.id, origin)),
    }),
    route('makeListingPublic', {
      subject,
      handle: async ({ params, ...origin }) =>
        oneListing(platform, origin.caller, await makeListingPublic(platform, params.id, origin)),
    }),
    route('withdrawListing', {
      subject,
      handle: async ({ params, ...origin }) =>
        oneListing(platform, origin.caller, await carryOutMove(platform, { id: params.id, move: 'withdraw' }, origin)),
    }),
    route('retireListing', {
      subject,
      handle: async ({ params, ...origin }) =>
        oneListing(platform, origin.caller, await retireListing(platform, params.id, origin)),
    }),
    route('suspendListing', {
      subject,
      async handle({ params, body, ...origin }) {
        const input = { id: params.id, reason: body.reason, stopInstallations: body.stopInstallations === true }
        return oneListing(platform, origin.caller, await suspendListing(platform, input, origin))
      },
    }),
    route('reinstateListing', {
      subject,
      handle: async ({ params, ...origin }) =>
        oneListing(platform, origin.caller, await reinstateListing(platform, params.id, origin)),
    }),
  ]
}

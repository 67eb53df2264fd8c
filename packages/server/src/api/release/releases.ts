import { furtherAccess } from '@mkt/contract/api'
import { asksMore } from '@mkt/manifest'
import { rollbackRelease } from '../../actions/deployment/rollback-release.ts'
import { makeSbom } from '../../actions/material/make-sbom.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { beginPromotion } from '../../actions/promotion/begin-promotion.ts'
import { createRelease } from '../../actions/release/create-release.ts'
import { planRelease } from '../../actions/release/plan-release.ts'
import { promoteRelease } from '../../actions/release/promote-release.ts'
import { recordConformance } from '../../actions/release/record-conformance.ts'
import { shownNotes } from '../../actions/release/render-notes.ts'
import { withdrawRelease } from '../../actions/release/withdraw-release.ts'
import { decideAccess, type Subject } from '../../domain/accounts/access.ts'
import { type Caller, organizationsOf } from '../../domain/accounts/caller.ts'
import { pageOf, toPage } from '../../domain/platform/page.ts'
import { summarizeConformance } from '../../domain/release/conformance.ts'
import { rollbackOf } from '../../domain/release/release.ts'
import { compareManifests } from '../../domain/release/release-comparison.ts'
import { isInstalledBy } from '../../store/listing/listing-customers.ts'
import { type Listing, listingById } from '../../store/listing/listings.ts'
import {
  lastApprovedRelease,
  type Release,
  releaseBefore,
  releaseById,
  releasesOf,
} from '../../store/release/releases.ts'
import { notFound } from '../http/find.ts'
import { type Route, route } from '../http/route.ts'
import { listingSubject, readableListing } from '../listing/listings.ts'

/** A larger image is read after the answer. */
const SBOM_LIMIT_MS = 20_000

interface ReleaseSubject extends Subject {
  release: Release
  listing: Listing
}

/** The publisher and moderators see everything of a release; others see what customers need. */
function isInsider(caller: Caller, listing: Listing): boolean {
  return decideAccess(furtherAccess.readWholeRelease, caller, { organizationId: listing.organizationId }) === 'allowed'
}

export async function releaseSubject(platform: Platform, id: string, caller: Caller): Promise<ReleaseSubject> {
  const release = await releaseById(platform.db, id)
  const listing = release && (await listingById(platform.db, release.listingId))
  if (release === undefined || listing === undefined) throw notFound()
  // What was promoted stays readable for its customers, even when the listing has left the catalogue.
  const promoted = release.promotedAt !== null
  const hidden = listing.organizationDisabledAt !== null
  const shared = promoted && (!hidden || (await isInstalledBy(platform.db, listing.id, organizationsOf(caller))))
  return { organizationId: release.organizationId, shared, release, listing }
}

function answer(release: Release, listing: Listing, approved: Release | undefined, insider: boolean) {
  const waits = !release.approved && approved !== undefined && release.problems.length === 0
  return {
    id: release.id,
    listing: { id: listing.id, name: listing.name },
    version: release.version,
    state: release.state,
    imageDigest: release.imageDigest,
    approved: release.approved,
    promotedAt: release.promotedAt?.toISOString() ?? null,
    current: listing.currentReleaseId === release.id,
    followed: listing.promotedReleaseId === release.id,
    problems: insider ? release.problems : [],
    warnings: insider ? release.warnings : [],
    failure: insider ? release.failure : null,
    rollback: insider ? rollbackAnswer(release) : null,
    conformance: release.conformance && summarizeConformance(release.conformance),
    asksMore: waits ? asksMore(approved.manifest, release.manifest, listing.variant) : [],
    manifest: release.manifest as never,
    notes: release.notes,
    notesHtml: shownNotes(release),
    createdAt: release.createdAt.toISOString(),
    createdBy: insider ? release.createdBy : null,
    liveAt: release.liveAt?.toISOString() ?? null,
  }
}

function rollbackAnswer(release: Release) {
  const rollback = rollbackOf(release)
  return rollback && { ...rollback, askedAt: rollback.askedAt.toISOString() }
}

async function oneRelease(platform: Platform, caller: Caller, release: Release) {
  const listing = (await listingById(platform.db, release.listingId)) as Listing
  const approved = release.approved ? undefined : await lastApprovedRelease(platform.db, listing.id)
  return answer(release, listing, approved, isInsider(caller, listing))
}

/** Releases: made, shown, compared, given to customers, returned to, and planned. */
export function releaseRoutes(platform: Platform): Route[] {
  const ofListing = ({ params }: { params: { id: string } }) => listingSubject(platform, params.id)
  const ofRelease = ({ params, caller }: { params: { id: string }; caller: Caller }) =>
    releaseSubject(platform, params.id, caller)
  return [
    route('createRelease', {
      subject: ofListing,
      async handle({ subject: { listing }, body, ...origin }) {
        const { manifest, imageDigest, notes } = body
        const release = await createRelease(platform, { listing, manifest, imageDigest, notes }, origin)
        if (release.state === 'CHECKED')
          await makeSbom(platform, release, { limitMs: SBOM_LIMIT_MS, lane: 'contents', last: false })
        return oneRelease(platform, origin.caller, release)
      },
    }),
    route('listReleases', {
      subject: ({ params, caller }) => readableListing(platform, params.id, caller),
      async handle({ subject: { listing }, caller, query }) {
        const page = pageOf(query)
        const insider = isInsider(caller, listing)
        const rows = await releasesOf(
          platform.db,
          { listingId: listing.id, promotedOnly: !insider, state: query.state, version: query.version },
          page,
        )
        const approved = await lastApprovedRelease(platform.db, listing.id)
        return toPage(
          rows,
          page,
          (row) => row.id,
          (row) => answer(row, listing, approved, insider),
        )
      },
    }),
    route('getRelease', {
      subject: ofRelease,
      handle: ({ subject: { release }, caller }) => oneRelease(platform, caller, release),
    }),
    route('promoteRelease', {
      subject: ofRelease,
      async handle({ subject: { release }, body, ...origin }) {
        if (body?.waves !== undefined) {
          const plan = { waves: body.waves, everyHours: body.everyHours ?? 24, gates: body.gates ?? {} }
          return oneRelease(platform, origin.caller, await beginPromotion(platform, release, plan, origin))
        }
        return oneRelease(platform, origin.caller, await promoteRelease(platform, release, origin))
      },
    }),
    route('rollbackRelease', {
      subject: ofRelease,
      handle: async ({ subject: { release }, ...origin }) =>
        oneRelease(platform, origin.caller, await rollbackRelease(platform, release, origin)),
    }),
    route('withdrawRelease', {
      subject: ofRelease,
      handle: async ({ subject: { release }, ...origin }) =>
        oneRelease(platform, origin.caller, await withdrawRelease(platform, release, origin)),
    }),
    route('recordConformance', {
      subject: ofRelease,
      handle: async ({ subject: { release }, body, ...origin }) =>
        oneRelease(platform, origin.caller, await recordConformance(platform, release.id, body, origin)),
    }),
    route('compareReleases', {
      subject: ofRelease,
      async handle({ subject: { release, listing }, caller, query }) {
        const other =
          query.with === undefined
            ? await releaseBefore(platform.db, listing.id, release.id)
            : await releaseById(platform.db, query.with)
        const visible = other === undefined || isInsider(caller, listing) || other.promotedAt !== null
        if (!visible || (query.with !== undefined && other?.listingId !== listing.id)) throw notFound()
        return {
          from: other === undefined ? null : { id: other.id, version: other.version },
          to: { id: release.id, version: release.version },
          asksMore: other === undefined ? [] : asksMore(other.manifest, release.manifest, listing.variant),
          changes: compareManifests(other?.manifest, release.manifest, listing.variant),
        }
      },
    }),
    route('planRelease', {
      subject: ofListing,
      handle: ({ subject: { listing }, body }) => planRelease(platform, listing, body.manifest),
    }),
  ]
}

import type { Platform } from '../../actions/platform/platform.ts'
import { belongsTo, type Caller } from '../../domain/accounts/caller.ts'
import { mayLaunch } from '../../domain/listing/listing.ts'
import { isSample } from '../../domain/listing/sample-apps.ts'
import { MARKDOWN_RULES } from '../../lib/markdown/markdown-rules.ts'
import { plainHtml } from '../../lib/markdown/plain-html.ts'
import type { Listing } from '../../store/listing/listings.ts'
import type { PictureFacts } from '../../store/listing/pictures.ts'

export function picturesOfListing(pictures: readonly PictureFacts[]) {
  const logo = pictures.find(({ kind }) => kind === 'logo')
  return {
    logo: logo === undefined ? null : pictureAnswer(logo),
    screenshots: pictures.filter(({ kind }) => kind === 'screenshot').map(pictureAnswer),
  }
}

function pictureAnswer({ id, listingId, width, height }: PictureFacts) {
  return { id, url: `/api/v1/listings/${listingId}/pictures/${id}`, width, height }
}

/** A listing as the caller sees it. */
export function listingAnswer(
  platform: Platform,
  caller: Caller,
  listing: Listing,
  pictures: readonly PictureFacts[],
  installations: number,
) {
  const own = belongsTo(caller, listing.organizationId)
  const rendered = listing.htmlRules === MARKDOWN_RULES
  const host = URL.parse(platform.addresses.publicUrl)?.host ?? ''
  return {
    id: listing.id,
    name: listing.name,
    organization: {
      id: listing.organizationId,
      name: listing.organizationName,
      title: listing.organizationTitle,
      verifiedDomains: listing.organizationDomains,
    },
    title: listing.title,
    variant: listing.variant,
    state: listing.state,
    summary: listing.summary,
    about: listing.about,
    aboutHtml: rendered ? listing.aboutHtml : plainHtml(listing.about),
    requirements: listing.requirements,
    requirementsHtml: rendered ? listing.requirementsHtml : plainHtml(listing.requirements),
    category: listing.category as 'other',
    supportContact: listing.supportContact,
    securityContact: listing.dataSheet.securityContact ?? null,
    links: listing.links,
    ...picturesOfListing(pictures),
    currentReleaseId: listing.currentReleaseId,
    promotedReleaseId: listing.promotedReleaseId,
    suspendedReason: listing.suspendedReason,
    signedReleasesOnly: listing.signedReleasesOnly,
    initCommand: `mkt init ${listing.appName} --listing ${listing.name} --url ${platform.addresses.publicUrl}`,
    pushAddress: `${host}/${listing.name}`,
    sample: isSample(listing, platform.policy.laptop),
    own,
    launchable: mayLaunch(listing, own),
    disabled: listing.organizationDisabledAt !== null,
    installations,
    revision: listing.revision,
    createdAt: listing.createdAt.toISOString(),
    updatedAt: listing.updatedAt.toISOString(),
    publishedAt: listing.publishedAt?.toISOString() ?? null,
  }
}

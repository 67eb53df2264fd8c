import { asksMore } from '@mkt/manifest'
import { type Listing, listingById } from '../store/listings.ts'
import { lastApprovedRelease, type Release, releaseById } from '../store/releases.ts'
import { type Review, reviewMessages, testInstallations } from '../store/reviews.ts'
import type { Platform } from './platform.ts'

interface Check {
  id: string
  title: string
  passed: boolean
  detail: string
}

function checklist(listing: Listing, release: Release, running: number): Check[] {
  const open = release.manifest.platform?.public ?? []
  return [
    {
      id: 'manifest',
      title: 'The manifest keeps every rule',
      passed: release.problems.length === 0,
      detail: `${release.problems.length} problems, ${release.warnings.length} warnings`,
    },
    {
      id: 'texts',
      title: 'Summary, about and requirements are written',
      passed: [listing.summary, listing.about, listing.requirements].every((text) => text.trim() !== ''),
      detail: listing.summary === '' ? 'The summary is empty' : 'All there',
    },
    {
      id: 'support',
      title: 'Customers know whom to ask',
      passed: listing.supportContact !== '',
      detail: listing.supportContact || 'No support contact',
    },
    {
      id: 'runs',
      title: 'The release has run healthily',
      passed: release.liveAt !== null,
      detail: release.liveAt === null ? 'It was never live' : `Since ${release.liveAt.toISOString()}`,
    },
    {
      id: 'tested',
      title: 'The publisher has a running test installation',
      passed: running > 0,
      detail: `${running} running`,
    },
    {
      id: 'public-paths',
      title: 'No path is open without the caller secret',
      passed: open.length === 0,
      detail: open.length === 0 ? 'None' : open.join(', '),
    },
  ]
}

/** Everything a moderator needs to decide: findings, checklist, the difference to the last approved release, evidence, conversation. */
export async function readDossier(platform: Platform, review: Review) {
  const [listing, release, approved, evidence, messages] = await Promise.all([
    listingById(platform.db, review.listingId),
    releaseById(platform.db, review.releaseId),
    lastApprovedRelease(platform.db, review.listingId),
    testInstallations(platform.db, review.listingId),
    reviewMessages(platform.db, review.id),
  ])
  if (listing === undefined || release === undefined)
    throw new Error(`review ${review.id} has lost its listing or release`)
  const before = approved === undefined || approved.id === release.id ? undefined : approved
  const empty = { name: release.manifest.name, version: '0.0.0' }
  return {
    findings: [...release.problems, ...release.warnings],
    checklist: checklist(listing, release, evidence.filter((row) => row.state === 'RUNNING').length),
    asksMore: asksMore(before?.manifest ?? empty, release.manifest, listing.variant),
    comparedWith: before === undefined ? null : { id: before.id, version: before.version },
    evidence: evidence.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    messages: messages.map((row) => ({ ...row, at: row.at.toISOString() })),
  }
}

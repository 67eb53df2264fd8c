import { listingMachine, listingStates, mayMove } from '@mkt/contract/states'
import { sql } from 'kysely'
import type { ListingState } from '../../domain/listing/listing.ts'
import type { ReviewState } from '../../domain/moderation/review.ts'
import type { PublishingFacts } from '../../domain/overview/publishing-steps.ts'
import type { Db } from '../database/database.ts'

export interface PublishedListing extends PublishingFacts {
  id: string
  name: string
  title: string
  state: ListingState | null
  installations: number
}

/** From these nothing leads anywhere. */
const ended = listingStates.filter((state) => !mayMove(listingMachine, state, 'retire'))

/** The listings of a publisher, those that other organizations have installed most first. */
export async function publishedListings(db: Db, organizationId: string, limit: number): Promise<PublishedListing[]> {
  const { rows } = await sql<PublishedListing>`
    select l.id, l.name, l.title, l.state,
      (select count(*)::int from installation i
        where i.listing_id = l.id and i.state <> 'UNINSTALLED' and i.organization_id <> l.organization_id) as installations,
      exists (select from release r where r.listing_id = l.id and r.live_at is not null) as deployed,
      exists (select from installation i where i.listing_id = l.id and i.test and i.state = 'RUNNING') as tested,
      exists (select from release r where r.listing_id = l.id and r.approved) as approved
    from listing l where l.organization_id = ${organizationId} and coalesce(l.state <> all(${ended}), true)
    order by installations desc, l.id desc limit ${limit}`.execute(db)
  return rows
}

export interface InstalledRelease {
  listingId: string
  id: string
  version: string
  installations: number
  failing: number
  requests: number
  failed: number
}

/** How the installations of each release fare, newest version first. */
export async function installedReleases(
  db: Db,
  listingIds: readonly string[],
  from: Date,
): Promise<InstalledRelease[]> {
  if (listingIds.length === 0) return []
  const { rows } = await sql<InstalledRelease>`
    select r.listing_id as "listingId", r.id, r.version, count(*)::int as installations,
      count(*) filter (where i.state = 'ERROR' or i.last_failure is not null)::int as failing,
      coalesce(sum(t.requests), 0)::int as requests, coalesce(sum(t.failed), 0)::int as failed
    from installation i join release r on r.id = i.release_id
    cross join lateral (select sum(requests) as requests, sum(failed) as failed from traffic
      where installation_id = i.id and slot >= ${from}) t
    where i.listing_id = any(${[...listingIds]}) and i.state <> 'UNINSTALLED'
    group by r.id order by r.major desc, r.minor desc, r.patch desc`.execute(db)
  return rows
}

export interface LatestReview {
  id: string
  state: ReviewState
  listingId: string
  title: string
  version: string
  reason: string | null
  createdAt: Date
  decidedAt: Date | null
}

/** The latest review of each listing where it is open or asks for changes, newest first. */
export async function unfinishedReviews(db: Db, listingIds: readonly string[]): Promise<LatestReview[]> {
  if (listingIds.length === 0) return []
  const { rows } = await sql<LatestReview>`
    select * from (
      select distinct on (v.listing_id) v.id, v.state, v.listing_id as "listingId", l.title, r.version, v.reason,
        v.created_at as "createdAt", v.decided_at as "decidedAt"
      from review v join listing l on l.id = v.listing_id join release r on r.id = v.release_id
      where v.listing_id = any(${[...listingIds]}) order by v.listing_id, v.id desc) latest
    where state in ('OPEN', 'CHANGES_REQUESTED') order by id desc`.execute(db)
  return rows
}

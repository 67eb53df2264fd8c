import { sql } from 'kysely'
import type { ObservedHost } from '../../domain/trust/observed-hosts.ts'
import type { Db } from '../database/database.ts'

/** Hosts that the containers of a release connected to, most connections first. */
export async function observedHosts(
  db: Db,
  of: { listingId: string; releaseId: string },
  from: Date,
): Promise<ObservedHost[]> {
  const { rows } = await sql<ObservedHost>`
    select host, port, sum(connections)::float8 as connections, sum(sent_bytes)::float8 as "sentBytes",
      sum(refused)::float8 as refused, max(hour) as "lastAt"
    from egress_count join deployment on deployment.id = egress_count.deployment_id
    where deployment.listing_id = ${of.listingId} and deployment.release_id = ${of.releaseId} and hour >= ${from}
    group by host, port order by 3 desc, host, port limit 1000`.execute(db)
  return rows
}

export interface TenantCallCounts {
  total: number
  writing: number
  refused: number
  lastAt: Date | null
}

/** Requests of an installation's app to the policy system through the relay. */
export async function countTenantCalls(db: Db, installationId: string, from: Date): Promise<TenantCallCounts> {
  const { rows } = await sql<TenantCallCounts>`
    select count(*)::int as total, count(*) filter (where method not in ('GET', 'HEAD', 'OPTIONS'))::int as writing,
      count(*) filter (where code is not null)::int as refused, max(at) as "lastAt"
    from tenant_call where installation_id = ${installationId} and at >= ${from}`.execute(db)
  return rows[0] ?? { total: 0, writing: 0, refused: 0, lastAt: null }
}

export interface ApprovedReview {
  version: string
  words: string[]
  openedAt: Date
  approvedAt: Date
}

/** Approved reviews of a listing, newest first. */
export async function approvedReviews(db: Db, listingId: string, limit: number): Promise<ApprovedReview[]> {
  const { rows } = await sql<ApprovedReview>`
    select release.version as version, review.created_at as "openedAt", review.decided_at as "approvedAt",
      coalesce((select array_agg(key order by key) from jsonb_object_keys(review.words) as key), '{}') as words
    from review join release on release.id = review.release_id
    where review.listing_id = ${listingId} and review.state = 'APPROVED' and review.decided_at is not null
    order by review.decided_at desc, review.id desc limit ${limit}`.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { Deployment } from '../../domain/deployment/deployment.ts'
import { needsDeployment } from '../../domain/installation/installation.ts'
import type { Page } from '../../domain/platform/page.ts'
import type { Db } from '../database/database.ts'
import { byNumber, byText, byVersion, type Order, sorted } from '../database/sorted.ts'
import type { Trx } from '../database/transaction.ts'

/** A deployment with the release it runs. */
export interface DeploymentRow extends Deployment {
  releaseId: string
  listingId: string
  listingName: string
  organizationId: string
  version: string
  restarts: number
  createdAt: Date
  updatedAt: Date
}

function deployments(db: Db) {
  return db
    .selectFrom('deployment')
    .innerJoin('release', 'release.id', 'deployment.release_id')
    .innerJoin('listing', 'listing.id', 'deployment.listing_id')
    .select([
      'deployment.id as id',
      'deployment.release_id as releaseId',
      'deployment.listing_id as listingId',
      'listing.name as listingName',
      'listing.organization_id as organizationId',
      'release.version as version',
      'deployment.state as state',
      'deployment.replicas as replicas',
      'deployment.generation as generation',
      'deployment.starting_at as startingAt',
      'deployment.idle_since as idleSince',
      'deployment.crashes as crashes',
      'deployment.restarts as restarts',
      'deployment.next_start_at as nextStartAt',
      'deployment.reason as reason',
      'deployment.created_at as createdAt',
      'deployment.updated_at as updatedAt',
    ])
}

export function deploymentById(db: Db, id: string): Promise<DeploymentRow | undefined> {
  return deployments(db).where('deployment.id', '=', id).executeTakeFirst()
}

export function deploymentOfRelease(db: Db, releaseId: string): Promise<DeploymentRow | undefined> {
  return deployments(db).where('deployment.release_id', '=', releaseId).executeTakeFirst()
}

const order: Order<'version' | 'state' | 'restarts' | 'createdAt'> = {
  id: 'deployment.id',
  newestFirst: true,
  keys: {
    version: byVersion(),
    state: byText('deployment.state'),
    restarts: byNumber('deployment.restarts'),
    createdAt: 'id',
  },
}

export function deploymentsOf(
  db: Db,
  filter: { listingId: string; state?: Deployment['state'] | undefined },
  page: Page,
): Promise<DeploymentRow[]> {
  let query = deployments(db).where('deployment.listing_id', '=', filter.listingId)
  if (filter.state !== undefined) query = query.where('deployment.state', '=', filter.state)
  return sorted(query, page, order).execute()
}

export interface NewDeployment {
  id: string
  releaseId: string
  listingId: string
  now: Date
}

/**
 * Makes sure that the release has a deployment that runs or will: makes one, or begins a new attempt with one that has
 * stopped or failed. Returns its id when something changed.
 */
export async function wakeDeployment(trx: Trx, row: NewDeployment): Promise<string | undefined> {
  // A new release carries the load of the former one: it gets as many instances.
  const former = await trx
    .selectFrom('deployment')
    .select('replicas')
    .where('listing_id', '=', row.listingId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const woken = await trx
    .insertInto('deployment')
    .values({
      id: row.id,
      release_id: row.releaseId,
      listing_id: row.listingId,
      state: 'STARTING',
      ...(former === undefined ? {} : { replicas: former.replicas }),
      starting_at: row.now,
      created_at: row.now,
      updated_at: row.now,
    })
    .onConflict((conflict) =>
      conflict
        .column('release_id')
        .doUpdateSet({
          state: 'STARTING',
          starting_at: row.now,
          updated_at: row.now,
          idle_since: null,
          crashes: 0,
          next_start_at: null,
          reason: null,
        })
        .where('deployment.state', 'in', ['STOPPED', 'FAILED']),
    )
    .returning('id')
    .executeTakeFirst()
  return woken?.id
}

/** Releases that must run and do not: to be rolled out, or installed somewhere while their deployment is stopped. */
export async function releasesToWake(db: Db): Promise<{ releaseId: string; listingId: string }[]> {
  const rows = await sql<{ releaseId: string; listingId: string }>`
    select release.id as "releaseId", release.listing_id as "listingId"
    from release left join deployment on deployment.release_id = release.id
    where (release.state = 'CHECKED' and (deployment.id is null or deployment.state = 'STOPPED'))
      or ((deployment.id is null or deployment.state = 'STOPPED') and release.state in ('LIVE', 'SUPERSEDED') and exists (
        select from installation
        where (installation.release_id = release.id or installation.target_release_id = release.id)
          and installation.state = any(${[...needsDeployment]})))
      or (deployment.state = 'FAILED' and release.state in ('LIVE', 'SUPERSEDED') and exists (
        select from installation
        where (installation.release_id = release.id or installation.target_release_id = release.id)
          and installation.state = 'PENDING' and installation.updated_at > deployment.updated_at))
    limit 100`.execute(db)
  return rows.rows
}

/** Whether somebody refers to the release: an installation that needs it, or its own rollout. */
export async function isReleaseNeeded(db: Db, releaseId: string): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`
    select exists (select from release where id = ${releaseId} and state = 'CHECKED') or exists (
      select from installation
      where (release_id = ${releaseId} or target_release_id = ${releaseId})
        and state = any(${[...needsDeployment]})) as needed`.execute(db)
  return rows[0]?.needed ?? false
}

/** Takes up to `limit` deployments that nobody cares for at the moment. */
export async function leaseDeployments(
  db: Db,
  holder: string,
  until: Date,
  now: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update deployment set lease_holder = ${holder}, lease_until = ${until}
    where id in (
      select id from deployment
      where (lease_until is null or lease_until < ${now})
        and (state not in ('STOPPED', 'FAILED') or exists (
          select from instance where instance.deployment_id = deployment.id and not instance.forgotten))
      order by updated_at limit ${limit} for update skip locked)
    returning id`.execute(db)
  return rows.map((row) => row.id)
}

export async function extendDeploymentLeases(db: Db, holder: string, ids: string[], until: Date): Promise<string[]> {
  const rows = await db
    .updateTable('deployment')
    .set({ lease_until: until })
    .where('lease_holder', '=', holder)
    .where('id', 'in', ids)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

export async function releaseDeploymentLeases(db: Db, holder: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('deployment')
    .set({ lease_holder: null, lease_until: null })
    .where('lease_holder', '=', holder)
    .where('id', 'in', ids)
    .execute()
}

/** Writes one step of care, on the condition that the holder still holds the lease. */
export async function updateDeployment(
  trx: Trx,
  holder: string,
  deployment: Deployment,
  restarts: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('deployment')
    .set((eb) => ({
      state: deployment.state,
      idle_since: deployment.idleSince,
      crashes: deployment.crashes,
      restarts: eb('restarts', '+', restarts),
      next_start_at: deployment.nextStartAt,
      reason: deployment.reason,
      updated_at: now,
    }))
    .where('id', '=', deployment.id)
    .where('lease_holder', '=', holder)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** What the publisher decides about a deployment; a higher generation replaces its instances. */
export async function changeDeployment(
  trx: Trx,
  id: string,
  change: { replicas?: number; restart?: boolean },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('deployment')
    .set((eb) => ({
      updated_at: now,
      ...(change.replicas === undefined ? {} : { replicas: change.replicas }),
      ...(change.restart ? { generation: eb('generation', '+', 1) } : {}),
    }))
    .where('id', '=', id)
    .execute()
}

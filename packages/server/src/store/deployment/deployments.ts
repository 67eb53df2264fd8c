import { sql } from 'kysely'
import { type Deployment, freshStart } from '../../domain/deployment/deployment.ts'
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
  /** Whether its manifest says where it sends data. */
  declaresEgress: boolean
  restarts: number
  minInstances: number | null
  maxInstances: number | null
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
      sql<boolean>`coalesce(release.manifest::jsonb -> 'platform' ? 'egress', false)`.as('declaresEgress'),
      'deployment.state as state',
      'deployment.replicas as replicas',
      'deployment.min_instances as minInstances',
      'deployment.max_instances as maxInstances',
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

/** What the care for a deployment decides. */
function columnsOf(deployment: Pick<Deployment, keyof ReturnType<typeof freshStart>>) {
  return {
    state: deployment.state,
    starting_at: deployment.startingAt,
    idle_since: deployment.idleSince,
    crashes: deployment.crashes,
    next_start_at: deployment.nextStartAt,
    reason: deployment.reason,
  }
}

/**
 * Makes sure that the release has a deployment that runs or will: makes one, or begins a new start of one that has
 * stopped or failed. Returns its id when something changed. One that drains is taken back by its carer. Either way the
 * row is locked until the transaction ends, so the carer cannot stop it under a request that needs it.
 */
export async function wakeDeployment(trx: Trx, row: NewDeployment): Promise<string | undefined> {
  // A new release carries the load of the former one: it gets as many instances.
  const former = await trx
    .selectFrom('deployment')
    .select(['replicas', 'min_instances', 'max_instances'])
    .where('listing_id', '=', row.listingId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const start = { ...columnsOf(freshStart(row.now)), updated_at: row.now }
  const woken = await trx
    .insertInto('deployment')
    .values({
      id: row.id,
      release_id: row.releaseId,
      listing_id: row.listingId,
      ...(former === undefined ? {} : former),
      created_at: row.now,
      ...start,
    })
    .onConflict((conflict) =>
      conflict.column('release_id').doUpdateSet(start).where('deployment.state', 'in', ['STOPPED', 'FAILED']),
    )
    .returning('id')
    .executeTakeFirst()
  return woken?.id
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

/** Who cares for a deployment and its state, locked until the transaction ends. */
export function lockDeployment(
  trx: Trx,
  id: string,
): Promise<(Pick<Deployment, 'state' | 'generation'> & { holder: string | null }) | undefined> {
  return trx
    .selectFrom('deployment')
    .select(['lease_holder as holder', 'state', 'generation'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Writes one step of care. */
export async function updateDeployment(trx: Trx, deployment: Deployment, restarts: number, now: Date): Promise<void> {
  await trx
    .updateTable('deployment')
    .set((eb) => ({ ...columnsOf(deployment), restarts: eb('restarts', '+', restarts), updated_at: now }))
    .where('id', '=', deployment.id)
    .execute()
}

/** A higher generation replaces the instances. It is a new start: crashes and waits of the former generation do not count. */
export function nextGeneration(now: Date) {
  const { startingAt, crashes, nextStartAt } = freshStart(now)
  return {
    generation: sql<number>`deployment.generation + 1`,
    starting_at: startingAt,
    crashes,
    next_start_at: nextStartAt,
    updated_at: now,
  }
}

/** How many instances: a number, or between which numbers the platform chooses by load. */
export interface Reshaping {
  replicas?: number
  between?: { minInstances: number; maxInstances: number }
  restart?: boolean
}

function between({ minInstances, maxInstances }: { minInstances: number; maxInstances: number }) {
  return {
    min_instances: minInstances,
    max_instances: maxInstances,
    replicas: sql<number>`least(greatest(deployment.replicas, ${minInstances}), ${maxInstances})`,
  }
}

/** What the publisher decides about a deployment. */
export async function changeDeployment(trx: Trx, id: string, change: Reshaping, now: Date): Promise<void> {
  await trx
    .updateTable('deployment')
    .set({
      updated_at: now,
      ...(change.replicas === undefined ? {} : { replicas: change.replicas, min_instances: null, max_instances: null }),
      ...(change.between === undefined ? {} : between(change.between)),
      ...(change.restart ? nextGeneration(now) : {}),
    })
    .where('id', '=', id)
    .execute()
}

/** What the load asks for, within what the publisher allows now: that may have changed since the load was looked at. Gives the new number. */
export async function scaleDeployment(trx: Trx, id: string, replicas: number, now: Date): Promise<number | undefined> {
  const within = sql<number>`least(greatest(${replicas}, min_instances), max_instances)`
  const scaled = await trx
    .updateTable('deployment')
    .set({ updated_at: now, replicas: within })
    .where('id', '=', id)
    .where('min_instances', 'is not', null)
    .where('replicas', '<>', within)
    .returning('replicas')
    .executeTakeFirst()
  return scaled?.replicas
}

import { sql } from 'kysely'
import type { Health, PromotionState } from '../../domain/promotion/promotion.ts'
import type { Gates } from '../../domain/trial/gates.ts'
import type { PublisherImpact } from '../../domain/trial/publisher-impact.ts'
import { currentPublisherImpact } from '../../domain/trial/stored-impact.ts'
import type { Db } from '../database/database.ts'
import type { Trx } from '../database/transaction.ts'

export interface Promotion {
  id: string
  listingId: string
  releaseId: string
  state: PromotionState
  waves: number[]
  wave: number
  everyHours: number
  gates: Gates
  reason: string | null
  createdBy: string
  createdAt: Date
  waveAt: Date
  endedAt: Date | null
}

function promotions(db: Db) {
  return db
    .selectFrom('promotion')
    .select([
      'id',
      'listing_id as listingId',
      'release_id as releaseId',
      'state',
      'waves',
      'wave',
      'every_hours as everyHours',
      'gates',
      'reason',
      'created_by as createdBy',
      'created_at as createdAt',
      'wave_at as waveAt',
      'ended_at as endedAt',
    ])
}

export async function runningPromotionIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('promotion').select('id').where('state', '=', 'RUNNING').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** The latest promotion of a release in waves. */
export function promotionOfRelease(db: Db, releaseId: string): Promise<Promotion | undefined> {
  return promotions(db).where('release_id', '=', releaseId).orderBy('id', 'desc').limit(1).executeTakeFirst()
}

export function promotionById(db: Db, id: string): Promise<Promotion | undefined> {
  return promotions(db).where('id', '=', id).executeTakeFirst()
}

export function lockPromotion(trx: Trx, id: string): Promise<Promotion | undefined> {
  return promotions(trx).where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function insertPromotion(
  trx: Trx,
  row: Pick<Promotion, 'id' | 'listingId' | 'releaseId' | 'waves' | 'everyHours' | 'gates' | 'createdBy'> & {
    now: Date
  },
): Promise<void> {
  await trx
    .insertInto('promotion')
    .values({
      id: row.id,
      listing_id: row.listingId,
      release_id: row.releaseId,
      state: 'RUNNING',
      waves: row.waves,
      wave: 0,
      every_hours: row.everyHours,
      gates: JSON.stringify(row.gates),
      created_by: row.createdBy,
      created_at: row.now,
      wave_at: row.now,
    })
    .execute()
}

export async function updatePromotion(
  trx: Trx,
  id: string,
  change: { wave: number; waveAt: Date } | { state: 'DONE' | 'HALTED'; reason: string | null; endedAt: Date },
): Promise<void> {
  await trx
    .updateTable('promotion')
    .set(
      'wave' in change
        ? { wave: change.wave, wave_at: change.waveAt }
        : { state: change.state, reason: change.reason, ended_at: change.endedAt },
    )
    .where('id', '=', id)
    .execute()
}

export interface WaveMember {
  id: string
  organizationId: string
  releaseId: string
  waveReleaseId: string | null
}

/** Installations that a promotion may give a release to: all that are no tests and that their customer did not pin. */
export async function waveMembers(db: Db, listingId: string): Promise<WaveMember[]> {
  return db
    .selectFrom('installation')
    .select(['id', 'organization_id as organizationId', 'release_id as releaseId', 'wave_release_id as waveReleaseId'])
    .where('listing_id', '=', listingId)
    .where('test', '=', false)
    .where('state', '!=', 'UNINSTALLED')
    .where((eb) => eb.or([eb('pinned', '=', false), eb('wave_release_id', 'is not', null)]))
    .execute()
}

export async function setWaveRelease(trx: Trx, ids: readonly string[], releaseId: string): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('installation')
    .set({ wave_release_id: releaseId })
    .where('id', 'in', [...ids])
    .execute()
}

/** Takes a release from every installation that a promotion gave it to. Answers those. */
export async function clearWaveRelease(trx: Trx, releaseId: string, returned: boolean): Promise<WaveMember[]> {
  return trx
    .updateTable('installation')
    .set({ wave_release_id: null, ...(returned ? { returned_release_id: releaseId } : {}) })
    .where('wave_release_id', '=', releaseId)
    .returning([
      'id',
      'organization_id as organizationId',
      'release_id as releaseId',
      'wave_release_id as waveReleaseId',
    ])
    .execute()
}

/** Customers' installations that run a release, by a promotion or by their own choice. */
export function installationsRunning(trx: Trx, releaseId: string): Promise<{ id: string; organizationId: string }[]> {
  return trx
    .selectFrom('installation')
    .select(['id', 'organization_id as organizationId'])
    .where('release_id', '=', releaseId)
    .where('test', '=', false)
    .where('state', '!=', 'UNINSTALLED')
    .orderBy('id')
    .execute()
}

/** Requests to a release since a moment, over all its containers. */
export async function healthOfRelease(db: Db, releaseId: string, since: Date): Promise<Health> {
  const { rows } = await sql<Health>`
    select coalesce(sum(requests), 0)::float8 as requests, coalesce(sum(failed), 0)::float8 as failed
    from figure join deployment on deployment.id = figure.deployment_id
    where deployment.release_id = ${releaseId} and figure.at >= ${since}`.execute(db)
  return rows[0] ?? { requests: 0, failed: 0 }
}

/** The version of another release that the publisher asked to return to since the promotion began. */
export async function returnedSince(
  db: Db,
  { listingId, releaseId, createdAt }: Pick<Promotion, 'listingId' | 'releaseId' | 'createdAt'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('release')
    .select('version')
    .where('listing_id', '=', listingId)
    .where('id', '!=', releaseId)
    .where('rollback_at', '>=', createdAt)
    .orderBy('rollback_at', 'desc')
    .executeTakeFirst()
  return row?.version
}

/** What trials of a release found, as its publisher sees it. */
export async function trialReports(db: Db, releaseId: string): Promise<PublisherImpact[]> {
  const rows = await db
    .selectFrom('trial')
    .select('publisher_report as report')
    .where('release_id', '=', releaseId)
    .where('state', '=', 'DONE')
    .execute()
  return rows.flatMap(({ report }) => (report === null ? [] : [currentPublisherImpact(report)]))
}

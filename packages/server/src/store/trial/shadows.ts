import { limits } from '@mkt/contract/limits'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../database/database.ts'

export interface ShadowInstance {
  releaseId: string
  instanceId: string
  address: string | null
}

/** Releases that some running installation has as its shadow. */
export async function shadowedReleases(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('installation')
    .select('shadow_release_id as releaseId')
    .distinct()
    .where('shadow_release_id', 'is not', null)
    .where('state', 'in', ['REGISTERING', 'RUNNING'])
    .execute()
  return rows.flatMap(({ releaseId }) => (releaseId === null ? [] : [releaseId]))
}

/** Takes or keeps the care for the shadow of a release; undefined when another worker has it. */
export async function leaseShadow(
  db: Db,
  row: { releaseId: string; instanceId: string; owner: string; now: Date; until: Date },
): Promise<ShadowInstance | undefined> {
  const { rows } = await sql<ShadowInstance>`
    insert into shadow_instance (release_id, instance_id, lease_owner, lease_until)
    values (${row.releaseId}, ${row.instanceId}, ${row.owner}, ${row.until})
    on conflict (release_id) do update set lease_owner = excluded.lease_owner, lease_until = excluded.lease_until
    where shadow_instance.lease_owner = excluded.lease_owner or shadow_instance.lease_until < ${row.now}
    returning release_id as "releaseId", instance_id as "instanceId", address`.execute(db)
  return rows[0]
}

export async function setShadowAddress(
  db: Db,
  releaseId: string,
  state: { address: string | null; failure: string | null },
): Promise<void> {
  await db.updateTable('shadow_instance').set(state).where('release_id', '=', releaseId).execute()
}

export function shadowInstance(db: Db, releaseId: string) {
  return db
    .selectFrom('shadow_instance')
    .select(['address', 'failure'])
    .where('release_id', '=', releaseId)
    .executeTakeFirst()
}

/** Shadows that nobody wants any more and that are ours, or nobody's. */
export function unwantedShadows(
  db: Db,
  wanted: readonly string[],
  owner: string,
  now: Date,
): Promise<ShadowInstance[]> {
  return db
    .selectFrom('shadow_instance')
    .select(['release_id as releaseId', 'instance_id as instanceId', 'address'])
    .where((eb) => eb.or([eb('lease_owner', '=', owner), eb('lease_until', '<', now)]))
    .where(sql<boolean>`not release_id = any(${[...wanted]})`)
    .execute()
}

export async function removeShadow(db: Db, releaseId: string): Promise<void> {
  await db.deleteFrom('shadow_instance').where('release_id', '=', releaseId).execute()
}

export async function installationsShadowedBy(db: Db, releaseId: string): Promise<string[]> {
  const rows = await db.selectFrom('installation').select('id').where('shadow_release_id', '=', releaseId).execute()
  return rows.map(({ id }) => id)
}

export interface ShadowBatch {
  id: string
  installationId: string
  releaseId: string
  organizationId: string
  calls: number
  dropped: number
  sealed: Buffer
  at: Date
}

/** Keeps a batch. What is beyond the latest calls of the shadow goes: no report reads it. */
export async function insertShadowBatch(
  pool: pg.Pool,
  row: ShadowBatch,
  most = limits.shadowCalls.value,
): Promise<void> {
  await pool.query(
    `insert into shadow_batch (id, installation_id, release_id, organization_id, calls, dropped, sealed, at)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [row.id, row.installationId, row.releaseId, row.organizationId, row.calls, row.dropped, row.sealed, row.at],
  )
  await pool.query(
    `delete from shadow_batch where id in (select id from (
      select id, sum(greatest(calls, 1)) over (order by id desc) as calls from shadow_batch
      where installation_id = $1 and release_id = $2) as newer where calls > $3)`,
    [row.installationId, row.releaseId, most],
  )
}

/** Some batches of an installation and release before another one, newest first. */
export function shadowBatches(
  db: Db,
  installationId: string,
  releaseId: string,
  before: string | null,
  limit: number,
): Promise<ShadowBatch[]> {
  const query = db
    .selectFrom('shadow_batch')
    .select([
      'id',
      'installation_id as installationId',
      'release_id as releaseId',
      'organization_id as organizationId',
      'calls',
      'dropped',
      'sealed',
      'at',
    ])
    .where('installation_id', '=', installationId)
    .where('release_id', '=', releaseId)
    .orderBy('id', 'desc')
    .limit(limit)
  return (before === null ? query : query.where('id', '<', before)).execute()
}

export async function pruneShadowBatches(pool: pg.Pool, before: Date, limit: number): Promise<number> {
  const result = await pool.query(
    'delete from shadow_batch where id in (select id from shadow_batch where at < $1 order by at limit $2)',
    [before, limit],
  )
  return result.rowCount ?? 0
}

import { sql } from 'kysely'
import type { Instance } from '../../domain/deployment/instance.ts'
import type { Db } from '../database/database.ts'
import type { Trx } from '../database/transaction.ts'

export interface InstanceRow extends Instance {
  deploymentId: string
  engine: string
  logCursor: string | null
  createdAt: Date
}

function instances(db: Db) {
  return db
    .selectFrom('instance')
    .select([
      'id',
      'deployment_id as deploymentId',
      'generation',
      'engine',
      'state',
      'since',
      'address',
      'streak',
      'misses',
      'checked_at as checkedAt',
      'exit_reason as exitReason',
      'log_cursor as logCursor',
      'created_at as createdAt',
    ])
    .orderBy('id')
}

/** The instances of a deployment that the engine still has something of. */
export function caredInstances(db: Db, deploymentId: string): Promise<InstanceRow[]> {
  return instances(db).where('deployment_id', '=', deploymentId).where('forgotten', '=', false).execute()
}

/** The latest instances, ended ones included. */
export async function latestInstances(db: Db, deploymentIds: string[], each = 20): Promise<InstanceRow[]> {
  if (deploymentIds.length === 0) return []
  const rows = await Promise.all(
    deploymentIds.map((id) =>
      instances(db).clearOrderBy().where('deployment_id', '=', id).orderBy('id', 'desc').limit(each).execute(),
    ),
  )
  return rows.flat()
}

/** Where the gateway sends requests for a release: its healthy instances. */
export async function healthyAddresses(db: Db, releaseId: string): Promise<{ instanceId: string; address: string }[]> {
  const rows = await db
    .selectFrom('instance')
    .innerJoin('deployment', 'deployment.id', 'instance.deployment_id')
    .select(['instance.id as instanceId', 'instance.address as address'])
    .where('deployment.release_id', '=', releaseId)
    .where('instance.state', '=', 'HEALTHY')
    .orderBy('instance.id')
    .execute()
  return rows.flatMap(({ instanceId, address }) => (address === null ? [] : [{ instanceId, address }]))
}

export async function insertInstance(
  trx: Trx,
  row: { id: string; deploymentId: string; generation: number; engine: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('instance')
    .values({
      id: row.id,
      deployment_id: row.deploymentId,
      generation: row.generation,
      engine: row.engine,
      state: 'STARTING',
      since: row.now,
      created_at: row.now,
    })
    .execute()
}

export async function updateInstance(trx: Trx, instance: Instance): Promise<void> {
  await trx
    .updateTable('instance')
    .set({
      state: instance.state,
      since: instance.since,
      address: instance.address,
      streak: instance.streak,
      misses: instance.misses,
      checked_at: instance.checkedAt,
      exit_reason: instance.exitReason,
    })
    .where('id', '=', instance.id)
    .execute()
}

export async function forgetInstance(db: Db, id: string): Promise<void> {
  await db.updateTable('instance').set({ forgotten: true }).where('id', '=', id).execute()
}

/** Writes down that the platform ended all instances itself: the next start must not take them for crashed. */
export async function markAllStopped(trx: Trx, now: Date): Promise<void> {
  await trx
    .updateTable('instance')
    .set({ state: 'STOPPED', since: now, address: null, exit_reason: 'The platform was stopped.' })
    .where('state', '<>', 'STOPPED')
    .execute()
  await trx
    .updateTable('deployment')
    .set({ state: 'SICK', crashes: 0, next_start_at: null, reason: 'The platform was stopped.', updated_at: now })
    .where('state', 'in', ['RUNNING', 'SICK'])
    .execute()
}

/** Deletes a batch of instances that stopped before the moment and that no engine knows any more. */
export async function pruneInstances(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    delete from instance where id in (
      select id from instance where state = 'STOPPED' and forgotten and since < ${before} limit ${limit}
    )`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

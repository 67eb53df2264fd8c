import { healthy, type RouteHealth } from '../../domain/delivery/delivery.ts'
import type { Db } from '../database/database.ts'
import type { Trx } from '../database/transaction.ts'

const columns = [
  'failing_since as failingSince',
  'warned_at as warnedAt',
  'paused_at as pausedAt',
  'pause_reason as pauseReason',
  'paused_release_id as pausedReleaseId',
  'probe_at as probeAt',
] as const

export async function routeHealth(db: Db, installationId: string): Promise<RouteHealth> {
  const row = await db
    .selectFrom('route_health')
    .select(columns)
    .where('installation_id', '=', installationId)
    .executeTakeFirst()
  return row ?? healthy
}

/** The health of every route that is not well. Routes without trouble have no row or an empty one. */
export async function troubledRoutes(db: Db): Promise<Map<string, RouteHealth>> {
  const rows = await db
    .selectFrom('route_health')
    .select(['installation_id as installationId', ...columns])
    .where((where) => where.or([where('failing_since', 'is not', null), where('paused_at', 'is not', null)]))
    .execute()
  return new Map(rows.map(({ installationId, ...health }) => [installationId, health]))
}

/** The health of a route, locked against others who are about to change it. */
export async function lockRouteHealth(trx: Trx, installationId: string): Promise<RouteHealth> {
  await trx
    .insertInto('route_health')
    .values({ installation_id: installationId })
    .onConflict((conflict) => conflict.column('installation_id').doNothing())
    .execute()
  return trx
    .selectFrom('route_health')
    .select(columns)
    .where('installation_id', '=', installationId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function writeRouteHealth(trx: Trx, installationId: string, health: RouteHealth): Promise<void> {
  await trx
    .updateTable('route_health')
    .set({
      failing_since: health.failingSince,
      warned_at: health.warnedAt,
      paused_at: health.pausedAt,
      pause_reason: health.pauseReason,
      paused_release_id: health.pausedReleaseId,
      probe_at: health.probeAt,
    })
    .where('installation_id', '=', installationId)
    .execute()
}

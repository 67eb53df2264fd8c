import { sql } from 'kysely'
import { healthy, type RouteHealth, routeLimits } from '../../domain/delivery/route-health.ts'
import type { Db } from '../database/database.ts'
import type { Trx } from '../database/transaction.ts'

const columns = [
  'failing_since as failingSince',
  'failed_attempts as failedAttempts',
  'warned_at as warnedAt',
  'paused_at as pausedAt',
  'paused_release_id as pausedReleaseId',
  'probe_at as probeAt',
  'gone_paths as gonePaths',
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
    .where((where) =>
      where.or([
        where('failing_since', 'is not', null),
        where('paused_at', 'is not', null),
        sql<boolean>`gone_paths <> '{}'`,
      ]),
    )
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
      failed_attempts: health.failedAttempts,
      warned_at: health.warnedAt,
      paused_at: health.pausedAt,
      pause_reason: health.pausedAt === null ? null : 'failing',
      paused_release_id: health.pausedReleaseId,
      probe_at: health.probeAt,
      gone_paths: JSON.stringify(health.gonePaths),
    })
    .where('installation_id', '=', installationId)
    .execute()
}

/**
 * Forgets since when attempts of a route fail, where it is not paused: after a start or with another release attempts
 * begin again, and neither the time before nor the time it was stopped counts against them.
 */
export async function forgetFailing(trx: Trx, installationId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('route_health')
    .set({ failing_since: null, failed_attempts: 0, warned_at: null })
    .where('installation_id', '=', installationId)
    .where('paused_at', 'is', null)
    .where('failing_since', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface FailingRoute {
  installationId: string
  organizationId: string
  releaseId: string
}

/** Routes that fail long enough for their customer to be warned, or for a pause. Only what runs can fail. */
export function routesFailingSince(db: Db, moments: { warn: Date; pause: Date }): Promise<FailingRoute[]> {
  return db
    .selectFrom('route_health')
    .innerJoin('installation', 'installation.id', 'route_health.installation_id')
    .select([
      'installation.id as installationId',
      'installation.organization_id as organizationId',
      'installation.release_id as releaseId',
    ])
    .where('installation.state', '=', 'RUNNING')
    .where('paused_at', 'is', null)
    .where((where) =>
      where.or([
        where.and([where('failing_since', '<=', moments.warn), where('warned_at', 'is', null)]),
        where.and([
          where('failing_since', '<=', moments.pause),
          where('failed_attempts', '>=', routeLimits.pauseAfterAttempts),
        ]),
      ]),
    )
    .orderBy('failing_since')
    .limit(1000)
    .execute()
}

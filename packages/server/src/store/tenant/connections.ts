import { sql } from 'kysely'
import type { ConnectionOutcome, ConnectionTrouble } from '../../domain/tenant/connection.ts'
import type { Db } from '../database/database.ts'

export interface Connection {
  checkedAt: Date | null
  latencyMs: number | null
  trouble: ConnectionTrouble | null
  reason: string | null
  since: Date | null
  nextCheckAt: Date | null
}

/** How the policy systems of some tenants answered last, by tenant. */
export async function connectionsOf(db: Db, tenantIds: readonly string[]): Promise<Map<string, Connection>> {
  if (tenantIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('tenant')
    .select([
      'id',
      'checked_at as checkedAt',
      'latency_ms as latencyMs',
      'trouble',
      'trouble_reason as reason',
      'trouble_since as since',
      'sweep_at as nextCheckAt',
    ])
    .where('id', 'in', tenantIds)
    .execute()
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/**
 * Notes how a policy system answered. Says whether it became reachable or ceased to be. One that is away is asked again, also where nothing
 * is registered in it.
 */
export async function writeConnection(db: Db, id: string, outcome: ConnectionOutcome, now: Date): Promise<boolean> {
  const kind = outcome.trouble?.kind ?? null
  const { rows } = await sql<{ turned: boolean }>`
    with before as (select id, trouble from tenant where id = ${id} for update)
    update tenant set checked_at = ${now}, latency_ms = coalesce(${outcome.latencyMs}::int, latency_ms), trouble = ${kind},
      trouble_reason = ${outcome.trouble?.reason ?? null},
      trouble_since = case when ${kind}::text is null then null
        when before.trouble is not distinct from ${kind} then tenant.trouble_since else ${now}::timestamptz end,
      sweep_at = case when ${kind}::text = 'unreachable' then coalesce(sweep_at, ${now}::timestamptz) else sweep_at end
    from before where tenant.id = before.id
    returning before.trouble is distinct from ${kind} as turned`.execute(db)
  return rows[0]?.turned ?? false
}

export interface UntoldOutage {
  id: string
  name: string
  organizationId: string
  reason: string | null
}

/**
 * Tenants with something installed whose policy system is away since a moment or longer and nobody was told, marked as told. One that
 * comes and goes is told again only when the last time was long enough ago.
 */
export async function takeUntoldOutages(
  db: Db,
  { awayBefore, toldBefore, now }: { awayBefore: Date; toldBefore: Date; now: Date },
): Promise<UntoldOutage[]> {
  const { rows } = await sql<UntoldOutage>`
    update tenant set trouble_told_at = ${now}
    where trouble = 'unreachable' and trouble_since <= ${awayBefore}
      and (trouble_told_at is null or (trouble_told_at < trouble_since and trouble_told_at <= ${toldBefore}))
      and exists (select from installation i where i.tenant_id = tenant.id and i.state in ('REGISTERING', 'RUNNING'))
    returning id, name, organization_id as "organizationId", trouble_reason as reason`.execute(db)
  return rows
}

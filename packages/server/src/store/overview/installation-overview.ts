import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { sickStates } from './sick-deployments.ts'

export interface InstallationCounts {
  total: number
  running: number
  tenants: number
  installedListings: string[]
  lastEventAt: Date | null
  lastCallAt: Date | null
}

export async function countInstallations(db: Db, organizationId: string): Promise<InstallationCounts> {
  const { rows } = await sql<InstallationCounts>`
    with present as (
      select id, state, listing_id from installation where organization_id = ${organizationId} and state <> 'UNINSTALLED')
    select (select count(*)::int from present) as total,
      (select count(*)::int from present where state = 'RUNNING') as running,
      (select count(*)::int from tenant where organization_id = ${organizationId}) as tenants,
      (select coalesce(array_agg(distinct listing_id), '{}') from present) as "installedListings",
      (select max(latest.received_at) from present cross join lateral (
        select received_at from event where installation_id = present.id order by id desc limit 1) latest) as "lastEventAt",
      (select max(latest.at) from present cross join lateral (
        select at from call where installation_id = present.id and not test order by id desc limit 1) latest) as "lastCallAt"`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('The counts of an organization have no row.')
  return row
}

/** Installations where something may be wrong. Judging each of them is left to `judgeHealth`; all others are well. */
export async function suspectInstallations(
  db: Db,
  organizationId: string,
  /** Attempts count since a later moment than calls: one lower end for both keeps the look to the newest slots. */
  input: { callsFrom: Date; attemptsFrom: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from installation i where i.organization_id = ${organizationId} and i.state <> 'UNINSTALLED' and (
      i.state = 'ERROR' or i.last_failure is not null or (i.state in ('REGISTERING', 'RUNNING')
        and exists (select from tenant t where t.id = i.tenant_id and t.trouble = 'unreachable'))
      or (i.state = 'RUNNING' and (
        exists (select from route_health r where r.installation_id = i.id
          and (r.failing_since is not null or r.paused_at is not null or r.gone_paths <> '{}'))
        or exists (select from credential c where c.tenant_id = i.tenant_id and c.refused_at is not null
          and (c.installation_id is null or c.installation_id = i.id))
        or exists (select from deployment d where d.release_id = i.release_id and d.state = any(${sickStates}))
        or exists (select from traffic t where t.installation_id = i.id and t.failed > 0
          and t.slot >= ${input.callsFrom} and (t.kind = 'call' or t.slot >= ${input.attemptsFrom})))))
    order by i.test, i.id desc limit ${input.limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Installations that do not run the release they follow. */
export async function behindInstallations(db: Db, organizationId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from installation i join listing l on l.id = i.listing_id
    where i.organization_id = ${organizationId} and i.state <> 'UNINSTALLED'
      and i.release_id <> case when i.test then l.current_release_id else coalesce(i.wave_release_id, l.promoted_release_id) end
    order by i.test, i.id desc limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

import type { NotificationKind } from '@mkt/contract/api'
import { sql } from 'kysely'
import { firstPartAt } from '../../lib/ids.ts'
import { classSums } from '../database/counted.ts'
import type { Db } from '../database/database.ts'

/** What a rule watches: one installation, all of an organization, or all of an application. */
export interface AlertScope {
  organizationId: string
  listingId: string | null
  installationId: string | null
}

/** At most this many things are looked at for one rule. */
const MAX = 500

function within({ organizationId, listingId, installationId }: AlertScope) {
  if (listingId !== null) return sql<boolean>`installation.listing_id = ${listingId} and not installation.test`
  const own = sql<boolean>`installation.organization_id = ${organizationId}`
  return installationId === null ? own : sql<boolean>`${own} and installation.id = ${installationId}`
}

/** Installations of which something looks wrong; health is judged afterwards. */
export async function possiblyFailing(db: Db, scope: AlertScope, callsFrom: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select installation.id from installation where ${within(scope)} and (state = 'ERROR' or state = 'RUNNING' and (
      exists (select from traffic where traffic.installation_id = installation.id and slot >= ${callsFrom} and failed > 0)
      or exists (select from route_health where route_health.installation_id = installation.id
        and (failing_since is not null or paused_at is not null))
      or exists (select from credential where credential.tenant_id = installation.tenant_id and refused_at is not null)
      or exists (select from deployment where deployment.release_id = installation.release_id and state in ('SICK', 'FAILED'))
    )) order by installation.id limit ${MAX}`.execute(db)
  return rows.map((row) => row.id)
}

/** Dead letters by installation, counted no further than the limit. */
export async function deadLetterCounts(
  db: Db,
  scope: AlertScope,
  limit: number,
): Promise<{ id: string; name: string; count: number }[]> {
  const { rows } = await sql<{ id: string; name: string; count: number }>`
    select installation.id, installation.name, letters.count from installation cross join lateral (
      select count(*)::int as count from (
        select from event where event.installation_id = installation.id and event.state = 'DEAD' limit ${limit}
      ) as counted
    ) as letters
    where ${within(scope)} and installation.state <> 'UNINSTALLED' and letters.count > 0
    order by installation.id limit ${MAX}`.execute(db)
  return rows
}

export interface ScopeTraffic {
  id: string
  name: string
  requests: number
  slowestMs: number
  classes: number[]
}

/** Deliveries and calls since a moment, by installation. */
export async function scopeTraffic(db: Db, scope: AlertScope, from: Date): Promise<ScopeTraffic[]> {
  const { rows } = await sql<ScopeTraffic>`
    select installation.id, installation.name, sum(requests)::int as requests, max(slowest_ms) as "slowestMs",
      ${classSums()} as classes
    from traffic join installation on installation.id = traffic.installation_id
    where ${within(scope)} and slot >= ${from}
    group by 1, 2 order by 1 limit ${MAX}`.execute(db)
  return rows
}

export interface ScopeCredential {
  id: string
  tenantId: string
  name: string
  refusedAt: Date | null
  enteredAt: Date
}

/** Credentials of the tenants of an organization, or of the tenant of one installation. */
export async function scopeCredentials(db: Db, scope: AlertScope): Promise<ScopeCredential[]> {
  const one =
    scope.installationId === null
      ? sql<boolean>`true`
      : sql<boolean>`exists (select from installation where installation.tenant_id = tenant.id
          and installation.id = ${scope.installationId}
          and (credential.installation_id is null or credential.installation_id = installation.id))`
  const { rows } = await sql<ScopeCredential>`
    select credential.id, tenant.id as "tenantId", tenant.name, refused_at as "refusedAt", credential.updated_at as "enteredAt"
    from credential join tenant on tenant.id = credential.tenant_id
    where tenant.organization_id = ${scope.organizationId} and ${one} order by credential.id limit ${MAX}`.execute(db)
  return rows
}

/** Installations to which a newer release was offered that they did not take. Those that are pinned are offered none. */
export async function offeredUpdates(
  db: Db,
  scope: AlertScope,
): Promise<{ id: string; name: string; version: string }[]> {
  const { rows } = await sql<{ id: string; name: string; version: string }>`
    select installation.id, installation.name, offered.version from installation
    join release as present on present.id = installation.release_id
    join release as offered on offered.id = installation.considered_release_id
    where ${within(scope)} and installation.state in ('RUNNING', 'STOPPED', 'ERROR') and not installation.pinned
      and (offered.major, offered.minor, offered.patch) > (present.major, present.minor, present.patch)
      and installation.target_release_id is distinct from offered.id and offered.state <> 'WITHDRAWN'
    order by installation.id limit ${MAX}`.execute(db)
  return rows
}

export interface ToldNotification {
  id: string
  title: string
  text: string
  link: string | null
}

/** What the members of an organization were notified of since a moment, each thing once however many heard of it. */
export async function notificationsSince(
  db: Db,
  organizationId: string,
  kinds: readonly NotificationKind[],
  since: Date,
): Promise<ToldNotification[]> {
  const { rows } = await sql<ToldNotification>`
    select min(id) as id, title, text, link from notification
    where organization_id = ${organizationId} and id >= ${`ntf_${firstPartAt(since)}`} and created_at >= ${since}
      and kind = any(${[...kinds]})
    group by kind, title, text, link, created_at order by 1 desc limit ${MAX}`.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { InstallationState } from '../../domain/installation/installation.ts'
import type { Page } from '../../domain/platform/page.ts'
import type { Db } from '../database/database.ts'
import { byNumber, byText, byTime, byVersion, containing, type Order, sorted } from '../database/sorted.ts'
import { type Installation, installations } from './installations.ts'

interface InstallationFilter {
  organizationId?: string | undefined
  listingId?: string | undefined
  tenantId?: string | undefined
  state?: InstallationState | undefined
  test?: boolean | undefined
  /** False leaves out what is gone, true shows nothing else. */
  uninstalled?: boolean | undefined
  /** Only these. */
  ids?: readonly string[] | undefined
  /** Words of its name, the app or the tenant. */
  q?: string | undefined
}

const tenantName = sql<string>`(select tenant.name from tenant where tenant.id = installation.tenant_id)`

/** What installations are sorted by that their own rows do not hold. */
export interface InstallationRanks {
  /** Those that do not fare well. */
  failing: readonly string[]
  degraded: readonly string[]
  /** Failures are counted since then. */
  countedFrom: Date
}

const keys = {
  name: byText('installation.name'),
  listing: byText('listing.title'),
  tenant: byText(tenantName),
  state: byText('installation.state'),
  version: byVersion((part) => sql`(select ${part} from release where release.id = installation.release_id)`),
  createdAt: 'id',
  updatedAt: byTime('installation.updated_at'),
  lastActivity: byTime(sql`greatest(
    (select max(slot) from traffic where traffic.installation_id = installation.id),
    (select max(slot) from traffic_minute where traffic_minute.installation_id = installation.id))`),
} as const

/** By health the worst come last: what does not run, what is well, what is degraded, what fails. */
function orderOf({
  failing,
  degraded,
  countedFrom,
}: InstallationRanks): Order<keyof typeof keys | 'health' | 'failed'> {
  const health = sql`case when installation.id = any(${failing}) then 3 when installation.id = any(${degraded}) then 2
    when installation.state = 'RUNNING' then 1 else 0 end`
  const failed = sql`(select sum(traffic.failed) from traffic
    where traffic.installation_id = installation.id and traffic.slot >= ${countedFrom})`
  return {
    id: 'installation.id',
    newestFirst: true,
    keys: { ...keys, health: byNumber(health), failed: byNumber(sql`coalesce(${failed}, 0)`) },
  }
}

const unranked: InstallationRanks = { failing: [], degraded: [], countedFrom: new Date(0) }

export function listInstallations(
  db: Db,
  filter: InstallationFilter,
  page: Page,
  ranks: InstallationRanks = unranked,
): Promise<Installation[]> {
  let query = installations(db)
  if (filter.organizationId !== undefined)
    query = query.where('installation.organization_id', '=', filter.organizationId)
  if (filter.listingId !== undefined) query = query.where('installation.listing_id', '=', filter.listingId)
  if (filter.tenantId !== undefined) query = query.where('installation.tenant_id', '=', filter.tenantId)
  if (filter.state !== undefined) query = query.where('installation.state', '=', filter.state)
  if (filter.test !== undefined) query = query.where('installation.test', '=', filter.test)
  const { q, uninstalled, ids } = filter
  if (ids !== undefined) query = query.where(sql<boolean>`installation.id = any(${ids})`)
  if (uninstalled !== undefined) query = query.where('installation.state', uninstalled ? '=' : '!=', 'UNINSTALLED')
  if (q !== undefined) {
    const found = containing(q)
    query = query.where((eb) =>
      eb.or([
        eb('installation.name', 'ilike', found),
        eb('listing.title', 'ilike', found),
        eb('listing.name', 'ilike', found),
        eb(tenantName, 'ilike', found),
      ]),
    )
  }
  return sorted(query, page, orderOf(ranks)).execute()
}

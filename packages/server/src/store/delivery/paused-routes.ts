import { sql } from 'kysely'
import type { InstallationState } from '../../domain/installation/installation.ts'
import type { Page } from '../../domain/platform/page.ts'
import type { Db } from '../database/database.ts'
import { byNumber, byText, byTime, containing, type Order, sorted } from '../database/sorted.ts'
import type { PauseReason } from '../database/tables/events.ts'

export interface PausedRoute {
  installationId: string
  routeId: string
  state: InstallationState
  test: boolean
  name: string
  listingId: string
  listingName: string
  organizationId: string
  organizationName: string
  cause: PauseReason
  since: Date
  failingSince: Date | null
  probeAt: Date | null
  gonePaths: string[]
  waiting: number
}

/** Counting on would cost more than it tells. */
const COUNTED = 100_000

const cause = sql<PauseReason>`case when route_health.paused_at is null then 'gone' else 'failing' end`

/** Since when the route is paused, or the first of its paths. */
const since = sql<Date>`coalesce(route_health.paused_at,
  (select min((gone.value ->> 'at')::timestamptz) from jsonb_each(route_health.gone_paths) as gone))`

const waiting = sql<number>`(select count(*)::int from (
  select 1 from event where event.installation_id = installation.id and event.state = 'WAITING' limit ${sql.lit(COUNTED)}
) as counted)`

const order: Order<'since' | 'waiting' | 'listing' | 'organization'> = {
  id: 'installation.id',
  newestFirst: true,
  keys: {
    since: byTime(since),
    waiting: byNumber(waiting),
    listing: byText('listing.name'),
    organization: byText('organization.name'),
  },
}

/** Paused routes of all organizations. Uninstalled ones have nothing left to send. */
export function listPausedRoutes(
  db: Db,
  filter: { q?: string | undefined; cause?: PauseReason | undefined },
  page: Page,
): Promise<PausedRoute[]> {
  let query = db
    .selectFrom('route_health')
    .innerJoin('installation', 'installation.id', 'route_health.installation_id')
    .innerJoin('listing', 'listing.id', 'installation.listing_id')
    .innerJoin('organization', 'organization.id', 'installation.organization_id')
    .select([
      'installation.id as installationId',
      'installation.route_id as routeId',
      'installation.state as state',
      'installation.test as test',
      sql<string>`coalesce(nullif(installation.name, ''), listing.title)`.as('name'),
      'listing.id as listingId',
      'listing.name as listingName',
      'organization.id as organizationId',
      'organization.name as organizationName',
      cause.as('cause'),
      since.as('since'),
      'route_health.failing_since as failingSince',
      'route_health.probe_at as probeAt',
      sql<string[]>`array(select jsonb_object_keys(route_health.gone_paths) order by 1)`.as('gonePaths'),
      waiting.as('waiting'),
    ])
    .where((eb) => eb.or([eb('route_health.paused_at', 'is not', null), sql<boolean>`route_health.gone_paths <> '{}'`]))
    .where('installation.state', '!=', 'UNINSTALLED')
  const { q } = filter
  if (filter.cause !== undefined) query = query.where(cause, '=', filter.cause)
  if (q !== undefined) {
    query = query.where((eb) =>
      eb.or([
        eb('listing.name', 'ilike', containing(q)),
        eb('organization.name', 'ilike', containing(q)),
        eb('installation.route_id', '=', q),
      ]),
    )
  }
  return sorted(query, page, order).execute()
}

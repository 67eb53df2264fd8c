import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

interface Count {
  label: string
  count: number
}

/** What the rows tell about the whole platform, for `/metrics`. Times are the database's. */
export interface PlatformFigures {
  waiting: number
  oldestSeconds: number
  overdueSeconds: number
  /** The applications with most waiting events. */
  apps: { id: string; app: string; waiting: number; oldestSeconds: number }[]
  fullestRoute: number
  dead: number
  leases: Count[]
  instances: Count[]
  deployments: Count[]
  installations: Count[]
  credentials: Count[]
  restarts: number
  routesPaused: number
  routesFailing: number
  egressRefused: number
  credentialOldestSeconds: number
  databaseBytes: number
  serverConnections: number
  serverConnectionsMax: number
}

/** Counting on would cost more than it tells. */
const COUNTED = 200_000
const APPS = 10

type Waiting = Pick<PlatformFigures, 'waiting' | 'oldestSeconds' | 'overdueSeconds' | 'apps' | 'fullestRoute'>

const waitingQuery = sql<Waiting>`
  with waiting as materialized (
    select installation_id, listing_id, received_at, due_at
    from event where state = 'WAITING' limit ${sql.lit(COUNTED)}
  ), apps as (
    select waiting.listing_id, count(*)::int as waiting, min(received_at) filter (where installation.state = 'RUNNING') as oldest
    from waiting left join installation on installation.id = waiting.installation_id
    group by waiting.listing_id order by 2 desc, 1 limit ${sql.lit(APPS)}
  )
  select (select count(*)::int from waiting) as waiting,
    coalesce((select extract(epoch from now() - min(received_at)) from waiting), 0)::float8 as "oldestSeconds",
    coalesce((select extract(epoch from now() - min(waiting.due_at)) from waiting
      join installation on installation.id = waiting.installation_id and installation.state = 'RUNNING'
      left join route_health on route_health.installation_id = waiting.installation_id
      where waiting.due_at < now() and route_health.paused_at is null
        and coalesce(route_health.gone_paths, '{}') = '{}'), 0)::float8 as "overdueSeconds",
    coalesce((select max(count) from (select count(*)::int from waiting group by installation_id) as routes), 0) as "fullestRoute",
    coalesce((select json_agg(json_build_object('id', apps.listing_id, 'app', coalesce(listing.name, apps.listing_id), 'waiting', apps.waiting,
      'oldestSeconds', coalesce(extract(epoch from now() - apps.oldest), 0)) order by apps.waiting desc, apps.listing_id)
      from apps left join listing on listing.id = apps.listing_id), '[]') as apps`

const restQuery = sql<Omit<PlatformFigures, keyof Waiting>>`
  select
    (select count(*)::int from (select 1 from event where state = 'DEAD' limit ${sql.lit(COUNTED)}) as dead) as dead,
    json_build_array(
      json_build_object('label', 'route', 'count', (select count(*) from delivery_lease where lease_until > now())),
      json_build_object('label', 'deployment', 'count', (select count(*) from deployment where lease_until > now())),
      json_build_object('label', 'installation', 'count', (select count(*) from installation where lease_until > now()))
    ) as leases,
    ${counts(sql`select state as label from instance where state <> 'STOPPED'`)} as instances,
    ${counts(sql`select state as label from deployment`)} as deployments,
    ${counts(sql`select state as label from installation`)} as installations,
    ${counts(sql`select case when refused_at is not null then 'refused'
      when last_failed_at > coalesce(last_used_at, '-infinity') and trouble is not null then 'failing' else 'working' end as label
      from credential join tenant on tenant.id = credential.tenant_id`)} as credentials,
    (select coalesce(sum(restarts), 0)::float8 from deployment) as restarts,
    (select count(*)::int from route_health where paused_at is not null or gone_paths <> '{}') as "routesPaused",
    (select count(*)::int from route_health where paused_at is null and failing_since is not null) as "routesFailing",
    (select coalesce(sum(refused), 0)::float8 from egress_count where hour >= date_trunc('hour', now(), 'UTC') - interval '1 hour') as "egressRefused",
    coalesce((select extract(epoch from now() - min(updated_at)) from credential), 0)::float8 as "credentialOldestSeconds",
    pg_database_size(current_database())::float8 as "databaseBytes",
    (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as "serverConnections",
    current_setting('max_connections')::int as "serverConnectionsMax"`

function counts(rows: ReturnType<typeof sql>) {
  return sql`coalesce((select json_agg(json_build_object('label', label, 'count', count) order by label)
    from (select label, count(*)::int from (${rows}) as each group by label) as counted), '[]')`
}

export async function readPlatformFigures(db: Db): Promise<PlatformFigures> {
  const [waiting, rest] = [(await waitingQuery.execute(db)).rows[0], (await restQuery.execute(db)).rows[0]]
  if (waiting === undefined || rest === undefined) throw new Error('The figures of the platform have no row.')
  return { ...rest, ...waiting }
}

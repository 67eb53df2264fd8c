import { type RawBuilder, sql } from 'kysely'
import { firstPartAt, withPrefix } from '../../lib/ids.ts'
import { containing } from '../database/sorted.ts'
import { entriesAbout } from './activity-locators.ts'

/** What every table can be narrowed by in its own way. Either an installation or a locator of an organization is always given. */
export interface SourceFilter {
  organizationId?: string
  installationId?: string
  entryId?: string
  locator?: string | undefined
  requestId?: string | undefined
  traceId?: string | undefined
  q?: string | undefined
  /** Words are not looked for in the paths of tenant calls. */
  withoutTenantPaths?: boolean
  from?: Date | undefined
  to?: Date | undefined
}

interface Source {
  prefix: string
  select(filter: SourceFilter): RawBuilder<unknown>
}

type Condition = RawBuilder<unknown>

/** Conditions that hold for a table whose ids begin with this prefix. */
function common(table: string, prefix: string, filter: SourceFilter): Condition[] {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const all: Condition[] = []
  if (filter.installationId !== undefined) all.push(sql`${column('installation_id')} = ${filter.installationId}`)
  if (filter.entryId !== undefined) all.push(sql`${column('id')} = ${withPrefix(prefix, filter.entryId)}`)
  // Ids begin with the time, so the index over them finds a range.
  if (filter.from !== undefined) all.push(sql`${column('id')} >= ${`${prefix}_${firstPartAt(filter.from)}`}`)
  if (filter.to !== undefined) all.push(sql`${column('id')} < ${`${prefix}_${firstPartAt(filter.to)}`}`)
  if (filter.locator !== undefined) {
    const owner = filter.organizationId === undefined ? column('organization_id') : sql`${filter.organizationId}`
    all.push(sql`${column('id')} in (${entriesAbout(owner, filter.locator)})`)
  }
  return all
}

/** A request id that the platform made is the record's id with another prefix; one that a proxy sent is a column. */
function requested(table: string, prefix: string, requestId: string): Condition {
  const id = sql`${sql.ref(`${table}.id`)} = ${withPrefix(prefix, requestId)}`
  return sql`(${id} or ${sql.ref(`${table}.request_id`)} = ${requestId})`
}

const and = (conditions: Condition[]) => sql.join(conditions, sql` and `)

/** Attempts are named after their delivery and a number: `dlv_…-2`. */
const deliveryOf = (requestId: string) => requestId.replace(/-\d{1,6}$/, '')

const event: Source = {
  prefix: 'evt',
  select(filter) {
    const where = common('event', 'evt', filter)
    const { requestId, traceId, q } = filter
    if (requestId !== undefined) where.push(sql`event.id = ${withPrefix('evt', deliveryOf(requestId))}`)
    if (traceId !== undefined) where.push(sql`substr(event.traceparent, 4, 32) = ${traceId}`)
    if (q !== undefined) where.push(sql`(event.type ilike ${containing(q)} or event.path ilike ${containing(q)})`)
    return sql`
      select event.id, substr(event.id, 5) as place, 'delivery' as kind, event.installation_id as "installationId",
        event.received_at as at, coalesce(event.type, event.path) as name, event.path, event.state,
        (route_health.paused_at is not null or coalesce(route_health.gone_paths ? event.path, false)) as paused,
        case when event.state = 'DELIVERED' then 'ok' when event.state = 'DEAD' then 'failed'
          when event.state = 'WAITING' and event.attempt_count > 0 then 'retrying' else 'waiting' end as outcome,
        event.last_status as status, event.reason as code, null::text as fallback, false as test,
        coalesce(latest.duration_ms, event.first_ms) as "durationMs",
        event.attempt_count as attempts, 'dlv_' || substr(event.id, 5) as "requestId",
        substr(event.traceparent, 4, 32) as "traceId", 'POST' as method, event.query
      from event
      left join route_health on route_health.installation_id = event.installation_id
      left join lateral (select duration_ms from attempt where event_id = event.id order by attempt.id desc limit 1) latest on true
      where ${and(where)}`
  },
}

const call: Source = {
  prefix: 'cal',
  select(filter) {
    const where = common('call', 'cal', filter)
    const { requestId, traceId, q } = filter
    if (requestId !== undefined) where.push(requested('call', 'cal', requestId))
    if (traceId !== undefined) where.push(sql`call.trace_id = ${traceId}`)
    if (q !== undefined) where.push(sql`call.method || ' ' || call.path ilike ${containing(q)}`)
    return sql`
      select call.id, substr(call.id, 5) as place, call.kind, call.installation_id as "installationId", call.at,
        call.method || ' ' || call.path as name, call.path, null::text as state, false as paused,
        case when (call.status >= 400 and call.code is distinct from 'app_refused') or call.fallback is not null
          then 'failed' else 'ok' end as outcome,
        call.status, call.code, call.fallback, call.test, call.duration_ms as "durationMs", 1 as attempts, call.request_id as "requestId",
        call.trace_id as "traceId", call.method, '' as query
      from call where ${and(where)}`
  },
}

const tenantCall: Source = {
  prefix: 'tcl',
  select(filter) {
    const where = common('tenant_call', 'tcl', filter)
    const { requestId, traceId, q } = filter
    if (requestId !== undefined) where.push(requested('tenant_call', 'tcl', requestId))
    if (traceId !== undefined) where.push(sql`tenant_call.trace_id = ${traceId}`)
    const searched = filter.withoutTenantPaths
      ? sql`tenant_call.method`
      : sql`tenant_call.method || ' ' || tenant_call.path`
    if (q !== undefined) where.push(sql`${searched} ilike ${containing(q)}`)
    return sql`
      select tenant_call.id, substr(tenant_call.id, 5) as place, 'tenant-call' as kind,
        tenant_call.installation_id as "installationId", tenant_call.at,
        tenant_call.method || ' ' || tenant_call.path as name, tenant_call.path, null::text as state, false as paused,
        case when tenant_call.status >= 400 then 'failed' else 'ok' end as outcome,
        tenant_call.status, tenant_call.code, null::text as fallback, false as test, tenant_call.duration_ms as "durationMs", 1 as attempts,
        tenant_call.request_id as "requestId", tenant_call.trace_id as "traceId", tenant_call.method, '' as query
      from tenant_call where ${and(where)}`
  },
}

/** Names the key twice, because the index over a detail holds only the entries that have it. */
const detail = (name: 'requestId' | 'traceId', value: string): Condition =>
  sql`(entry.details ? ${sql.lit(name)} and entry.details ->> ${sql.lit(name)} = ${value})`

/** Hooks are entries of the log that say how one went. */
const hook: Source = {
  prefix: 'ent',
  select(filter) {
    const where = [...common('entry', 'ent', filter), sql`entry.kind = 'hook'`]
    const { requestId, traceId, q } = filter
    if (requestId !== undefined)
      where.push(sql`(entry.id = ${withPrefix('ent', requestId)} or ${detail('requestId', requestId)})`)
    if (traceId !== undefined) where.push(detail('traceId', traceId))
    if (q !== undefined) where.push(sql`entry.details->>'hook' ilike ${containing(q)}`)
    return sql`
      select entry.id, substr(entry.id, 5) as place, 'hook' as kind, entry.installation_id as "installationId", entry.at,
        coalesce(entry.details->>'hook', 'hook') as name, null::text as path, null::text as state, false as paused,
        case entry.level when 'info' then 'ok' else 'failed' end as outcome,
        (entry.details->>'status')::int as status, case entry.level when 'info' then null else entry.message end as code,
        null::text as fallback, false as test, (entry.details->>'durationMs')::int as "durationMs",
        coalesce((entry.details->>'try')::int, 1) as attempts, entry.details->>'requestId' as "requestId",
        entry.details->>'traceId' as "traceId", 'POST' as method, '' as query
      from installation_entry entry where ${and(where)}`
  },
}

/** The tables that activity is read from, all with the same columns. */
export const sources = { event, call, tenant_call: tenantCall, installation_entry: hook }

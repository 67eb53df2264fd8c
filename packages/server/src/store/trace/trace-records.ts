import { sql } from 'kysely'
import type { LogLine } from '../../domain/trace/timeline.ts'
import type { TraceReference } from '../../domain/trace/trace-reference.ts'
import type { Db } from '../database/database.ts'

/** At most this many records of each kind are read for one trace. */
export const mostTraceRecords = 100

/** The trace that a reference names, or null where no record has it. */
export async function traceIdOfRecord(db: Db, reference: TraceReference): Promise<string | null> {
  if (reference.kind === 'trace') return reference.traceId
  const { kind, part } = reference
  const found = await sql<{ traceId: string | null }>`
    select substr(traceparent, 4, 32) as "traceId" from event where ${kind === 'event'} and id = ${`evt_${part}`}
    union all
    select trace_id from call where ${kind === 'call' || kind === 'request'} and id = ${`cal_${part}`}
    union all
    select trace_id from tenant_call where ${kind === 'tenantCall' || kind === 'request'} and id = ${`tcl_${part}`}
    union all
    select details ->> 'traceId' from installation_entry
      where ${kind === 'request'} and details ? 'requestId' and details ->> 'requestId' = ${`req_${part}`}
    limit 1`.execute(db)
  return found.rows[0]?.traceId ?? null
}

export interface TracedEvent {
  eventId: string
  installationId: string
  receivedAt: Date
  type: string | null
  path: string
  state: string
  reason: string | null
}

/** The events of a trace, oldest first. */
export async function eventsOfTrace(db: Db, traceId: string): Promise<TracedEvent[]> {
  const { rows } = await sql<TracedEvent>`
    select id as "eventId", installation_id as "installationId", received_at as "receivedAt", type, path, state, reason
    from event where substr(traceparent, 4, 32) = ${traceId} order by id limit ${mostTraceRecords}`.execute(db)
  return rows
}

export interface TracedAttempt {
  eventId: string
  at: Date
  number: number
  durationMs: number
  status: number | null
  error: string | null
  probe: boolean
}

/** The latest attempts of some events. */
export function attemptsOfEvents(db: Db, eventIds: readonly string[]): Promise<TracedAttempt[]> {
  if (eventIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('delivery_attempt')
    .select(['event_id as eventId', 'at', 'number', 'duration_ms as durationMs', 'status', 'error', 'probe'])
    .where('event_id', 'in', eventIds)
    .orderBy('id', 'desc')
    .limit(mostTraceRecords)
    .execute()
}

export interface TracedCall {
  id: string
  installationId: string
  at: Date
  durationMs: number
  status: number
  code: string | null
  method: string
  path: string
  requestId: string
}

/** The calls of a trace, oldest first. */
export function callsOfTrace(
  db: Db,
  traceId: string,
): Promise<(TracedCall & { kind: string; fallback: string | null })[]> {
  return db
    .selectFrom('call')
    .select(['id', 'installation_id as installationId', 'at', 'duration_ms as durationMs', 'status', 'code', 'method'])
    .select(['path', 'request_id as requestId', 'kind', 'fallback'])
    .where('trace_id', '=', traceId)
    .orderBy('id')
    .limit(mostTraceRecords)
    .execute()
}

/** The requests to policy systems of a trace, oldest first. */
export function tenantCallsOfTrace(db: Db, traceId: string): Promise<TracedCall[]> {
  return db
    .selectFrom('tenant_call')
    .select(['id', 'installation_id as installationId', 'at', 'duration_ms as durationMs', 'status', 'code', 'method'])
    .select(['path', 'request_id as requestId'])
    .where('trace_id', '=', traceId)
    .orderBy('id')
    .limit(mostTraceRecords)
    .execute()
}

export interface TracedHook {
  id: string
  installationId: string
  at: Date
  level: string
  message: string
  details: Record<string, unknown>
}

/** The lifecycle hooks of a trace, oldest first. */
export function hooksOfTrace(db: Db, traceId: string): Promise<TracedHook[]> {
  return db
    .selectFrom('installation_entry')
    .select(['id', 'installation_id as installationId', 'at', 'level', 'message', 'details'])
    .where(sql<boolean>`details ? 'traceId'`)
    .where(sql<string>`details ->> 'traceId'`, '=', traceId)
    .orderBy('id')
    .limit(mostTraceRecords)
    .execute()
}

export interface TraceOwner {
  installationId: string
  organizationId: string
  test: boolean
  listingId: string
  publisherId: string
}

/** Whom the installations of a trace belong to. */
export function ownersOfInstallations(db: Db, ids: readonly string[]): Promise<TraceOwner[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db
    .selectFrom('installation')
    .innerJoin('listing', 'listing.id', 'installation.listing_id')
    .select(['installation.id as installationId', 'installation.organization_id as organizationId'])
    .select(['installation.test as test', 'listing.id as listingId', 'listing.organization_id as publisherId'])
    .where('installation.id', 'in', ids)
    .execute()
}

/** Where and when an application may have written about a request. */
export interface LineWindow {
  listingId: string
  from: Date
  to: Date
  requestId: string
}

/** Lines of container output that name the request or the trace, oldest first. */
export async function linesOfTrace(db: Db, traceId: string, windows: readonly LineWindow[]): Promise<LogLine[]> {
  if (windows.length === 0) return []
  const { rows } = await sql<LogLine>`
    select distinct on (line.at, line.id) line.id::text as id, line.at, line.listing_id as "listingId", line.stream, line.text
    from unnest(${windows.map((window) => window.listingId)}::text[], ${windows.map((window) => window.from)}::timestamptz[],
      ${windows.map((window) => window.to)}::timestamptz[], ${windows.map((window) => window.requestId)}::text[])
      as seen (listing_id, from_at, to_at, request_id)
    join container_log line on line.listing_id = seen.listing_id and line.at >= seen.from_at and line.at <= seen.to_at
      and (strpos(line.text, seen.request_id) > 0 or strpos(line.text, ${traceId}) > 0)
    order by line.at, line.id limit ${2 * mostTraceRecords}`.execute(db)
  return rows
}

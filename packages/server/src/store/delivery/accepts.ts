import type pg from 'pg'
import type { Forwarding } from '../../domain/delivery/forwarding.ts'
import { anonymizeEvent } from '../../domain/tenant/anonymize-event.ts'
import { byteaArray, intArray, textArray, timeArray } from '../database/binary-arrays.ts'
import type { Db } from '../database/database.ts'

/** A received event, ready to be stored. The body is sealed, so that no content can make a batch fail. */
export interface NewEvent {
  id: string
  installationId: string
  organizationId: string
  listingId: string
  path: string
  query: string
  type: string | null
  repeatKey: Buffer | null
  contentType: string | null
  traceparent: string | null
  forwarding: Forwarding | null
  sealedBody: Buffer
  size: number
  receivedAt: Date
  /** When it may be sent for the first time. */
  dueAt: Date
}

const insert = {
  name: 'accept_events',
  text: `insert into event (id, installation_id, organization_id, listing_id, path, query, type, repeat_key, content_type,
      traceparent, forwarding, body, size, received_at, state, due_at)
    select id, installation_id, organization_id, listing_id, path, query, type, repeat_key, content_type,
      traceparent, forwarding::jsonb, body, size, received_at, 'WAITING', due_at
    from (select unnest($1::text[]) as id, unnest($2::text[]) as installation_id, unnest($3::text[]) as organization_id,
      unnest($4::text[]) as listing_id, unnest($5::text[]) as path, unnest($6::text[]) as query, unnest($7::text[]) as type,
      unnest($8::bytea[]) as repeat_key, unnest($9::text[]) as content_type, unnest($10::text[]) as traceparent,
      unnest($11::text[]) as forwarding, unnest($12::bytea[]) as body, unnest($13::int[]) as size,
      unnest($14::timestamptz[]) as received_at, unnest($15::timestamptz[]) as due_at) as given
    on conflict (installation_id, path, repeat_key) where repeat_key is not null do nothing`,
}

const insertAndTell = {
  name: 'accept_events_and_tell',
  text: `with added as (${insert.text} returning installation_id), told as (
      select pg_notify('mkt_change', '0 event ' || installation_id) from (select distinct installation_id from added) as routes
    ) select (select count(*) from added)::int as count, (select count(*) from told)`,
}

/** The same, and an erasure is due for each event that reports an anonymized account: both are kept, or neither. */
const insertAndErase = {
  name: 'accept_events_and_erase',
  text: `with added as (${insert.text} returning id, organization_id, installation_id, type, repeat_key, received_at), told as (
      select pg_notify('mkt_change', '0 event ' || installation_id) from (select distinct installation_id from added) as routes
    ), due as (
      insert into account_erasure (organization_id, event_id, installation_id, repeat_key, due_at)
      select organization_id, id, installation_id, repeat_key, received_at from added where type = '${anonymizeEvent}' returning event_id
    ) select (select count(*) from added)::int as count, (select count(*) from told), (select count(*) from due)`,
}

const keptEvents = { name: 'kept_events', text: 'select id from event where id = any($1)' }

const repeats = {
  name: 'repeated_events',
  text: `select given.id as asked, event.id as found
    from unnest($1::text[], $2::text[], $3::text[], $4::bytea[]) as given (id, installation_id, path, repeat_key)
    join event on event.installation_id = given.installation_id and event.path = given.path
      and event.repeat_key = given.repeat_key and event.repeat_key is not null`,
}

/**
 * Keeps a batch of events in one commit and gives the id under which each is kept: its own, or that of the event it repeats.
 * When it returns, the events are on the disk. With `tell`, workers in other processes are woken.
 */
export async function acceptEvents(pool: pg.Pool, events: readonly NewEvent[], tell: boolean): Promise<string[]> {
  const erases = events.some((event) => event.type === anonymizeEvent)
  const statement = erases ? insertAndErase : tell ? insertAndTell : insert
  const added = await pool.query<{ count: number }>({
    ...statement,
    values: [
      textArray(events.map((event) => event.id)),
      textArray(events.map((event) => event.installationId)),
      textArray(events.map((event) => event.organizationId)),
      textArray(events.map((event) => event.listingId)),
      textArray(events.map((event) => event.path)),
      textArray(events.map((event) => event.query)),
      textArray(events.map((event) => event.type)),
      byteaArray(events.map((event) => event.repeatKey)),
      textArray(events.map((event) => event.contentType)),
      textArray(events.map((event) => event.traceparent)),
      textArray(events.map((event) => event.forwarding && JSON.stringify(event.forwarding))),
      byteaArray(events.map((event) => event.sealedBody)),
      intArray(events.map((event) => event.size)),
      timeArray(events.map((event) => event.receivedAt)),
      timeArray(events.map((event) => event.dueAt)),
    ],
  })
  // Hardly ever does an event repeat another one: naming those that were added would cost each of them its part of the answer.
  if ((added.rows[0]?.count ?? added.rowCount) === events.length) return events.map((event) => event.id)
  const own = await pool.query<{ id: string }>({ ...keptEvents, values: [textArray(events.map((event) => event.id))] })
  const kept = new Set(own.rows.map((row) => row.id))
  const missing = events.filter((event) => !kept.has(event.id))
  const found = await pool.query<{ asked: string; found: string }>({
    ...repeats,
    values: [
      textArray(missing.map((event) => event.id)),
      textArray(missing.map((event) => event.installationId)),
      textArray(missing.map((event) => event.path)),
      byteaArray(missing.map((event) => event.repeatKey)),
    ],
  })
  const byAsked = new Map(found.rows.map((row) => [row.asked, row.found]))
  return events.map((event) => {
    const id = kept.has(event.id) ? event.id : byAsked.get(event.id)
    if (id === undefined) throw new Error(`The event that ${event.id} repeats disappeared while it was looked for.`)
    return id
  })
}

/** Keeps one event within a unit of work. */
export async function insertEvent(db: Db, event: NewEvent): Promise<void> {
  await db
    .insertInto('event')
    .values({
      id: event.id,
      installation_id: event.installationId,
      organization_id: event.organizationId,
      listing_id: event.listingId,
      path: event.path,
      query: event.query,
      type: event.type,
      repeat_key: event.repeatKey,
      content_type: event.contentType,
      traceparent: event.traceparent,
      forwarding: event.forwarding && JSON.stringify(event.forwarding),
      body: event.sealedBody,
      size: event.size,
      received_at: event.receivedAt,
      state: 'WAITING',
      due_at: event.dueAt,
    })
    .execute()
}

/** How many events of a route wait, counted no further than the limit. One whose body is longer than `eventBytes` counts as several. */
export async function countWaiting(
  pool: pg.Pool,
  installationId: string,
  { limit, eventBytes }: { limit: number; eventBytes: number },
): Promise<number> {
  const result = await pool.query<{ count: number }>({
    name: 'count_waiting',
    text: `select coalesce(sum(greatest(1, size / $3::float8)), 0)::float8 as count
      from (select size from event where installation_id = $1 and state = 'WAITING' limit $2) as counted`,
    values: [installationId, limit, eventBytes],
  })
  return result.rows[0]?.count ?? 0
}

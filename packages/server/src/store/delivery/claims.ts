import type pg from 'pg'
import type { Forwarding } from '../../domain/delivery/forwarding.ts'
import { intArray, textArray } from '../database/binary-arrays.ts'

/** A waiting delivery as it was read. */
export interface ClaimedDelivery {
  id: string
  installationId: string
  organizationId: string
  path: string
  query: string
  contentType: string | null
  traceparent: string | null
  forwarding: Forwarding | null
  sealedBody: Buffer | null
  attemptCount: number
  step: number
  crashes: number
  /** The version of the row: every write makes a new one, so what was decided about an old one is not written over a new one. */
  version: string
}

/** How many deliveries of a route may be taken. */
export interface ClaimRoom {
  installationId: string
  room: number
}

const CLAIMED = `event.id, event.installation_id as "installationId", organization_id as "organizationId", path, query,
      content_type as "contentType", traceparent, forwarding, body as "sealedBody", attempt_count as "attemptCount", step, crashes,
      event.xmin::text as version`

/** Due deliveries of some routes. */
export interface Claim {
  deliveries: ClaimedDelivery[]
  /** The routes that have more than they were asked for. */
  more: Set<string>
}

/**
 * The inner limit is a constant so that the planner walks the index instead of sorting a backlog; the outer one stops the walk, one row behind what
 * is given: a route that gave its last delivery need not be asked again to know that.
 */
const claim = {
  name: 'claim_deliveries',
  text: `select taken.* from unnest($1::text[], $2::int[]) as route (installation_id, room)
    cross join lateral (
      select *, lead(true, 1, false) over () as "isFollowed" from (
        select ${CLAIMED} from event
        where event.installation_id = route.installation_id and state = 'WAITING' and due_at <= now() and id <> all($3::text[])
        order by due_at limit 64
      ) as oldest limit route.room
    ) as taken`,
}

/**
 * Reads due deliveries of routes that this worker holds, those of one route oldest first, without those it is sending already. Nothing
 * is written: the lease on the route keeps others off.
 */
export async function claimDeliveries(
  pool: Pick<pg.Pool | pg.PoolClient, 'query'>,
  rooms: readonly ClaimRoom[],
  exceptIds: readonly string[],
): Promise<Claim> {
  const values = [
    textArray(rooms.map((entry) => entry.installationId)),
    intArray(rooms.map((entry) => entry.room)),
    textArray(exceptIds),
  ]
  const { rows } = await pool.query<ClaimedDelivery & { isFollowed: boolean }>({ ...claim, values })
  const more = new Set<string>()
  // Rows of one route stand together; each says whether another one is due behind it, and the last one decides.
  for (const { installationId, isFollowed } of rows) {
    if (isFollowed) more.add(installationId)
    else more.delete(installationId)
  }
  return { deliveries: rows, more }
}

/** A delivery that was not sent, and for how long it waits. */
export interface Postponement {
  id: string
  version: string
  delayMs: number
}

/** Makes deliveries that were not sent due after their delay: the route was not ready after all. */
export async function postponeDeliveries(pool: pg.Pool, held: readonly Postponement[]): Promise<void> {
  await pool.query({
    name: 'postpone_deliveries',
    text: `update event set due_at = now() + held.delay_ms * interval '1 millisecond'
      from unnest($1::text[], $2::xid[], $3::int[]) as held (id, version, delay_ms)
      where event.id = held.id and event.xmin = held.version`,
    values: [
      held.map((entry) => entry.id),
      held.map((entry) => entry.version),
      intArray(held.map((entry) => entry.delayMs)),
    ],
  })
}

/**
 * Lets a delivery wait for the end of the pause of its path, which makes everything due; gives whether it does. The health of the route
 * is locked meanwhile: a delivery that is parked just after the pause ended would wait forever.
 */
export async function parkDelivery(
  pool: pg.Pool,
  { id, version, installationId }: Pick<ClaimedDelivery, 'id' | 'version' | 'installationId'>,
): Promise<boolean> {
  const result = await pool.query({
    name: 'park_delivery',
    text: `with health as materialized (select gone_paths from route_health where installation_id = $3 for share)
      update event set due_at = now() + interval '100 years' from health
      where event.id = $1 and event.xmin = $2::xid and state = 'WAITING' and health.gone_paths ? event.path`,
    values: [id, version, installationId],
  })
  return result.rowCount === 1
}

/** What is due in a part of the routes with waiting events, or was left by workers that died; and where the next part begins. */
export interface DueRoutes {
  due: string[]
  /** All routes looked at. */
  waiting: string[]
  /** The last route looked at; null when there is none after it. */
  last: string | null
}

/**
 * Which of the next `limit` routes with waiting events have something due now, without those that another worker holds: that one looks
 * for itself, and what it is sending stays due meanwhile. It hops from route to route along the index of waiting events, so it costs as
 * much as `limit` says, however many routes and events wait. The routes of workers that died come with it, wherever they stand.
 */
export async function routesWithDue(pool: pg.Pool, holder: string, after: string, limit: number): Promise<DueRoutes> {
  const { rows } = await pool.query<{ id: string; due: boolean; ended: boolean }>({
    name: 'routes_with_due',
    text: `with recursive route as (
        (select installation_id as id, due_at, 1 as place from event
          where state = 'WAITING' and installation_id > $1 order by installation_id, due_at limit 1)
        union all
        select next.installation_id, next.due_at, route.place + 1 from route
        cross join lateral (
          select installation_id, due_at from event where state = 'WAITING' and installation_id > route.id
          order by installation_id, due_at limit 1
        ) as next
        where route.place < $2
      )
      (select id, due_at <= now() and not exists (
          select 1 from delivery_lease where installation_id = route.id and lease_holder <> $3 and lease_until > now()
        ) as due, false as ended
      from route order by id)
      union all
      (select installation_id, true, true from delivery_lease where lease_until <= now() order by lease_until limit 10000)`,
    values: [after, limit, holder],
  })
  const due = new Set(rows.filter((row) => row.due).map((row) => row.id))
  const waiting = rows.filter((row) => !row.ended).map((row) => row.id)
  return { due: [...due], waiting, last: waiting.length < limit ? null : (waiting.at(-1) ?? null) }
}

/**
 * Makes every waiting event of an uninstalled route a dead letter, a batch at a time; one that is settled meanwhile stays as it is.
 * Returns how many.
 */
export async function buryWaiting(pool: pg.Pool, installationId: string, limit = 5_000): Promise<number> {
  const result = await pool.query(
    `update event set state = 'DEAD', reason = 'uninstalled', leased_by = null, settled_at = now()
     where id in (select id from event where installation_id = $1 and state = 'WAITING' limit $2) and state = 'WAITING'`,
    [installationId, limit],
  )
  return result.rowCount ?? 0
}

/** Reads the oldest waiting delivery of a route that this worker holds, due or not: the probe of a paused route. */
export async function claimOldest(
  pool: pg.Pool,
  { installationId, exceptPaths }: { installationId: string; exceptPaths: readonly string[] },
  exceptIds: readonly string[],
): Promise<ClaimedDelivery | undefined> {
  const result = await pool.query<ClaimedDelivery>(
    `select ${CLAIMED} from event where installation_id = $1 and state = 'WAITING' and path <> all($2) and id <> all($3)
     order by id limit 1`,
    [installationId, exceptPaths, exceptIds],
  )
  return result.rows[0]
}

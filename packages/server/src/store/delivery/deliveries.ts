import type { DeliveryState, StoredDeliveryState } from '@mkt/contract/states'
import { sql } from 'kysely'
import { repeatKey } from '../../domain/delivery/event.ts'
import type { Page } from '../../domain/platform/page.ts'
import { firstPartAt, withPrefix } from '../../lib/ids.ts'
import type { Db } from '../database/database.ts'
import { byNumber, byText, type Order, sorted } from '../database/sorted.ts'

export interface Delivery {
  eventId: string
  installationId: string
  organizationId: string
  listingId: string
  type: string | null
  path: string
  contentType: string | null
  size: number
  receivedAt: Date
  state: StoredDeliveryState
  reason: string | null
  dueAt: Date
  attemptCount: number
  lastStatus: number | null
  lastAttemptAt: Date | null
  /** Whether its route is paused at the moment. */
  paused: boolean
}

export interface DeliveryFilter {
  installationId?: string
  listingId?: string
  state?: DeliveryState | undefined
  /** Our id, or the policy system's. */
  eventId?: string | undefined
  type?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** The whole route is paused, or the path of the event. */
const isPaused = sql<boolean>`(route_health.paused_at is not null or coalesce(route_health.gone_paths ? event.path, false))`

function deliveries(db: Db) {
  return db
    .selectFrom('event')
    .leftJoin('route_health', 'route_health.installation_id', 'event.installation_id')
    .select([
      'event.id as eventId',
      'event.installation_id as installationId',
      'event.organization_id as organizationId',
      'event.listing_id as listingId',
      'type',
      'path',
      'content_type as contentType',
      'size',
      'received_at as receivedAt',
      'state',
      'reason',
      'due_at as dueAt',
      'attempt_count as attemptCount',
      'last_status as lastStatus',
      'last_attempt_at as lastAttemptAt',
      isPaused.as('paused'),
    ])
}

export function deliveryById(db: Db, id: string): Promise<Delivery | undefined> {
  return deliveries(db).where('event.id', '=', withPrefix('evt', id)).executeTakeFirst()
}

const order: Order<'receivedAt' | 'type' | 'state' | 'attemptCount' | 'lastStatus'> = {
  id: 'event.id',
  newestFirst: true,
  keys: {
    receivedAt: 'id',
    type: byText('type'),
    state: byText(sql`case when state = 'WAITING' and ${isPaused} then 'PAUSED' else state end`),
    attemptCount: byNumber('attempt_count'),
    lastStatus: byNumber('last_status'),
  },
}

/** Deliveries, newest first, one more than the page holds. A waiting delivery of a paused route counts as paused. */
export function listDeliveries(db: Db, filter: DeliveryFilter, page: Page): Promise<Delivery[]> {
  let query = deliveries(db)
  if (filter.installationId !== undefined) query = query.where('event.installation_id', '=', filter.installationId)
  if (filter.listingId !== undefined) query = query.where('event.listing_id', '=', filter.listingId)
  if (filter.type !== undefined) query = query.where('type', '=', filter.type)
  // Ids begin with the time of receipt, so the index over them finds a range.
  if (filter.from !== undefined) query = query.where('event.id', '>=', `evt_${firstPartAt(filter.from)}`)
  if (filter.to !== undefined) query = query.where('event.id', '<', `evt_${firstPartAt(filter.to)}`)
  const { state, eventId } = filter
  if (eventId !== undefined) {
    query = query.where((where) =>
      where.or([where('event.id', '=', withPrefix('evt', eventId)), where('repeat_key', '=', repeatKey(eventId))]),
    )
  }
  if (state === 'WAITING' || state === 'PAUSED') {
    query = query.where('state', '=', 'WAITING').where(state === 'PAUSED' ? isPaused : sql<boolean>`not ${isPaused}`)
  } else if (state !== undefined) {
    query = query.where('state', '=', state)
  }
  return sorted(query, page, order).execute()
}

/** What an event's delivery tells the application beside its body. */
export async function sentFacts(db: Db, eventId: string) {
  const row = await db
    .selectFrom('event')
    .select(['content_type as contentType', 'traceparent', 'forwarding'])
    .where('id', '=', eventId)
    .executeTakeFirst()
  return row ?? { contentType: null, traceparent: null, forwarding: null }
}

export interface Attempt {
  id: string
  eventId: string
  at: Date
  status: number | null
  durationMs: number
  error: string | null
  sealedAnswer: Buffer | null
  answerSize: number
  probe: boolean
}

/** The attempts of these deliveries, in the order they were made. */
export function attemptsOf(db: Db, eventIds: readonly string[]): Promise<Attempt[]> {
  if (eventIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('delivery_attempt')
    .select([
      'id',
      'event_id as eventId',
      'at',
      'status',
      'duration_ms as durationMs',
      'error',
      'answer as sealedAnswer',
      'answer_size as answerSize',
      'probe',
    ])
    .where('event_id', 'in', eventIds)
    .orderBy('id')
    .execute()
}

export async function sealedBody(db: Db, eventId: string): Promise<Buffer | null> {
  const row = await db.selectFrom('event').select('body').where('id', '=', eventId).executeTakeFirst()
  return row?.body ?? null
}

/** How many deliveries of a route are in a state, counted no further than the limit. */
export async function countDeliveries(
  db: Db,
  installationId: string,
  state: StoredDeliveryState,
  limit: number,
): Promise<number> {
  const some = db
    .selectFrom('event')
    .select('id')
    .where('installation_id', '=', installationId)
    .where('state', '=', state)
    .limit(limit)
  const row = await db
    .selectFrom(some.as('counted'))
    .select((counted) => counted.fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

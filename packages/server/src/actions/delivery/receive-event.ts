import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import { type FoundLocator, locatorsOfValue } from '../../domain/activity/locators.ts'
import { eventFactsOf, repeatKey, storableHeader } from '../../domain/delivery/event.ts'
import { type Forwarding, storableForwarding } from '../../domain/delivery/forwarding.ts'
import type { Route } from '../../domain/route/route.ts'
import type { Clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { readJson } from '../../lib/json/read-json.ts'
import type { Log } from '../../lib/log.ts'
import type { Random } from '../../lib/random.ts'
import { type Batcher, createBatcher } from '../../lib/schedule/batcher.ts'
import type { Vault } from '../../lib/seal.ts'
import type { Pool } from '../../store/database/pool.ts'
import { acceptEvents, countWaiting, type NewEvent } from '../../store/delivery/accepts.ts'

export interface ReceivedEvent {
  path: string
  query: string
  body: Buffer
  contentType: string | undefined
  traceparent: string
  forwarding: Forwarding
}

/** The id under which an event is kept. Not new: it repeats an event that was kept before, and its own body was not kept. */
interface AcceptedEvent {
  eventId: string
  isNew: boolean
  /** The policies that its body names. */
  locators: readonly FoundLocator[]
}

/** Takes in events: what it acknowledges is on the disk. */
export interface Intake {
  receive(route: Route, event: ReceivedEvent): Promise<AcceptedEvent>
  drain(): Promise<void>
}

export interface IntakeParts {
  pool: Pool
  vault: Vault
  clock: Clock
  random: Random
  log: Log
  /** Events of one route that may wait at most. */
  quota: number
  /** Before the first attempt, in milliseconds. */
  firstDelayMs?: number
  /** Called when an event of this installation was kept. */
  accepted?: (installationId: string) => void
  /** Wake workers in other processes through the database: needed where this process has none. */
  tellOthers: boolean
}

interface Backlog {
  counted: number
  since: number
  countedAt: number
  counting: Promise<void> | undefined
}

/** An event whose body is longer counts as several, so that one number bounds the events of a route and their bytes. */
const EVENT_BYTES = Math.floor(limits.waitingBytes.value / limits.waitingEvents.value)

/** Counting again is cheap but not free: at the latest after this number of further events, and at most once a second at the limit. */
const RECOUNT_AFTER = 500
const RECOUNT_EVERY_MS = 1_000

export function createIntake(parts: IntakeParts): Intake {
  const { pool, vault, clock, random, log, quota } = parts
  const backlogs = new Map<string, Backlog>()
  const batcher: Batcher<NewEvent, string> = createBatcher({
    maxItems: 200,
    maxBytes: 8_000_000,
    parallel: 2,
    sizeOf: (event) => event.sealedBody.length,
    // Many events of one route, and many routes of one organization, stand before one event of another.
    partyOf: ({ organizationId, installationId }) => [organizationId, installationId],
    write: (events) => acceptEvents(pool, events, parts.tellOthers),
  })

  /** Knows the backlog without a counter that every event would have to lock: an exact count now and then, plus what came since. */
  async function checkQuota(installationId: string, size: number): Promise<void> {
    const backlog = backlogs.get(installationId) ?? { counted: -1, since: 0, countedAt: 0, counting: undefined }
    backlogs.set(installationId, backlog)
    const full = () => backlog.counted >= 0 && backlog.counted + backlog.since >= quota
    const now = clock.now().getTime()
    const step = Math.max(Math.min(RECOUNT_AFTER, quota / 4), (quota - backlog.counted) / 4)
    const stale = backlog.since > 0 || now - backlog.countedAt >= RECOUNT_EVERY_MS
    if (backlog.counted < 0 || backlog.since >= step || (full() && stale)) {
      backlog.counting ??= countWaiting(pool, installationId, { limit: quota + 1, eventBytes: EVENT_BYTES })
        .then((count) => Object.assign(backlog, { counted: count, since: 0, countedAt: now }))
        .then(() => undefined)
        .finally(() => {
          backlog.counting = undefined
        })
      await backlog.counting
    }
    if (full()) {
      throw new Failure(
        'backlog_full',
        'The backlog of this route is full. Send the event again later, or check why its deliveries fail.',
        { headers: { 'retry-after': '30' } },
      )
    }
    backlog.since += Math.max(1, size / EVENT_BYTES)
  }

  return {
    async receive(route, event) {
      const now = clock.now()
      const id = newId('evt', now, random)
      try {
        // Reading what is refused anyway would cost everybody else the time of it.
        await checkQuota(route.installationId, event.body.length)
        const { facts, locators } = readEvent(route.variant, event.body)
        const eventId = await batcher.add({
          id,
          installationId: route.installationId,
          organizationId: route.organizationId,
          listingId: route.listingId,
          path: event.path,
          query: event.query,
          type: facts.type,
          repeatKey: facts.sourceId === null ? null : repeatKey(facts.sourceId),
          contentType: storableHeader(event.contentType),
          traceparent: event.traceparent,
          forwarding: storableForwarding(event.forwarding),
          sealedBody: await vault.seal(route.organizationId, bodyIdentity(id), event.body),
          size: event.body.length,
          receivedAt: now,
          dueAt: new Date(now.getTime() + (parts.firstDelayMs ?? 0)),
        })
        const isNew = eventId === id
        if (isNew) parts.accepted?.(route.installationId)
        return { eventId, isNew, locators }
      } catch (error) {
        if (error instanceof Failure) throw error
        log.error({ error, installationId: route.installationId }, 'An event could not be stored and was refused')
        throw new Failure('event_not_stored', 'The event could not be stored. Send it again.', {
          headers: { 'retry-after': '5' },
          cause: error,
        })
      }
    },
    drain: () => batcher.drain(),
  }
}

/** Both read from one value: parsing a large body takes milliseconds. */
function readEvent(variant: Route['variant'], body: Buffer) {
  const value = readJson(body)
  return { facts: eventFactsOf(variant, value), locators: locatorsOfValue(variant, value) }
}

/** Additional data of an encrypted body, so it cannot be used for another event. */
export function bodyIdentity(eventId: string): string {
  return `event body ${eventId}`
}

import type { StoredDeliveryState } from '@mkt/contract/states'
import type pg from 'pg'
import type { Trace } from '../../domain/platform/trace.ts'
import { packBytes } from '../database/packed-bytes.ts'

/** The outcome of an attempt, as it is kept. */
export interface Settlement {
  eventId: string
  /** The version of the row that was sent. */
  version: string
  state: StoredDeliveryState
  reason: string | null
  dueAt: Date
  attemptCount: number
  step: number
  crashes: number
  attempt: {
    id: string
    number: number
    probe: boolean
    at: Date
    durationMs: number
    status: number | null
    error: string | null
    sealedAnswer: Buffer | null
    answerSize: number
    instanceId: string | null
    releaseId: string
    /** The step of the trace, for its export; not kept. */
    trace?: Trace
  }
}

const GIVEN = `select * from unnest($2::text[], $3::xid[], $4::text[], $5::text[], $6::timestamptz[], $7::int[], $8::int[],
      $9::int[], $10::text[], $11::int[], $12::bool[], $13::timestamptz[], $14::int[], $15::int[], $16::text[], $17::int[],
      $18::int[], $19::int[], $20::text[], $21::text[])
    as given (event_id, version, state, reason, due_at, attempt_count, step, crashes,
      attempt_id, number, probe, at, duration_ms, status, error, start, length, answer_size, instance_id, release_id)`

/**
 * The row of the event keeps all there is to know of a first success. It is the version that was sent, so what does not change with a success
 * is not given.
 */
const settleFirst = {
  name: 'settle_first_successes',
  text: `update event set state = 'DELIVERED', reason = null, leased_by = null, attempt_count = 1, last_status = given.status,
      last_attempt_at = given.at, settled_at = now(), first_id = given.attempt_id, first_at = given.at,
      first_ms = given.duration_ms, first_status = given.status,
      first_answer = substring($1::bytea from given.start for given.length), first_answer_size = given.answer_size,
      first_instance_id = given.instance_id, first_release_id = given.release_id
    from unnest($2::text[], $3::xid[], $4::text[], $5::timestamptz[], $6::int[], $7::int[], $8::int[], $9::int[], $10::int[],
        $11::text[], $12::text[])
      as given (event_id, version, attempt_id, at, duration_ms, status, start, length, answer_size, instance_id, release_id)
    where event.id = given.event_id and event.xmin = given.version and event.state = 'WAITING'
    returning event.id`,
}

const settle = {
  name: 'settle_deliveries',
  text: `with given as (${GIVEN}), settled as (
      update event set state = given.state, reason = given.reason, due_at = given.due_at, leased_by = null,
        attempt_count = given.attempt_count, step = given.step, crashes = given.crashes, last_status = given.status,
        last_attempt_at = given.at, settled_at = case when given.state = 'WAITING' then null else now() end
      from given where event.id = given.event_id and event.xmin = given.version and event.state = 'WAITING'
      returning event.id
    ), recorded as (
      insert into attempt (organization_id, id, event_id, number, probe, at, duration_ms, status, error, answer, answer_size, instance_id, release_id)
      select event.organization_id, attempt_id, event_id, number, probe, at, duration_ms, status, error,
        case when event.body is not null then substring($1::bytea from start for length) end, answer_size, instance_id, release_id
      from given join event on event.id = given.event_id
    )
    select id from settled`,
}

type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>

/**
 * Keeps outcomes of attempts. The attempt is always recorded, because it was made; the delivery changes only if nobody changed it
 * since it was read. An answer to an event that was erased meanwhile is not kept: it may repeat what the event said. Gives for
 * each whether the delivery changed.
 */
export async function settleDeliveries(client: Queryable, all: readonly Settlement[]): Promise<boolean[]> {
  const first = all.filter(isFirstSuccess)
  const settled = first.length === 0 ? new Set<string>() : await write(client, settleFirst, first)
  const rest = all.filter((one) => !settled.has(one.eventId))
  if (rest.length > 0) for (const id of await write(client, settle, rest)) settled.add(id)
  return all.map((one) => settled.has(one.eventId))
}

function isFirstSuccess({ state, attempt }: Settlement): boolean {
  return state === 'DELIVERED' && attempt.number === 1 && !attempt.probe
}

async function write(
  client: Queryable,
  statement: typeof settle | typeof settleFirst,
  all: readonly Settlement[],
): Promise<Set<string>> {
  const answers = packBytes(all.map((one) => one.attempt.sealedAnswer))
  const values = statement === settle ? everythingOf(all, answers) : successOf(all, answers)
  const result = await client.query<{ id: string }>({ ...statement, values: [answers.bytes, ...values] })
  return new Set(result.rows.map((row) => row.id))
}

type Places = Pick<ReturnType<typeof packBytes>, 'starts' | 'lengths'>

function successOf(all: readonly Settlement[], { starts, lengths }: Places): unknown[][] {
  return [
    all.map((one) => one.eventId),
    all.map((one) => one.version),
    all.map((one) => one.attempt.id),
    all.map((one) => one.attempt.at),
    all.map((one) => one.attempt.durationMs),
    all.map((one) => one.attempt.status),
    starts,
    lengths,
    all.map((one) => one.attempt.answerSize),
    all.map((one) => one.attempt.instanceId),
    all.map((one) => one.attempt.releaseId),
  ]
}

function everythingOf(all: readonly Settlement[], { starts, lengths }: Places): unknown[][] {
  return [
    all.map((one) => one.eventId),
    all.map((one) => one.version),
    all.map((one) => one.state),
    all.map((one) => one.reason),
    all.map((one) => one.dueAt),
    all.map((one) => one.attemptCount),
    all.map((one) => one.step),
    all.map((one) => one.crashes),
    all.map((one) => one.attempt.id),
    all.map((one) => one.attempt.number),
    all.map((one) => one.attempt.probe),
    all.map((one) => one.attempt.at),
    all.map((one) => one.attempt.durationMs),
    all.map((one) => one.attempt.status),
    all.map((one) => one.attempt.error),
    starts,
    lengths,
    all.map((one) => one.attempt.answerSize),
    all.map((one) => one.attempt.instanceId),
    all.map((one) => one.attempt.releaseId),
  ]
}

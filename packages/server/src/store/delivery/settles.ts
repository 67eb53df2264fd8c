import type { StoredDeliveryState } from '@mkt/contract/states'
import type pg from 'pg'
import type { Trace } from '../../domain/platform/trace.ts'
import {
  type BinaryArray,
  boolArray,
  byteaArray,
  intArray,
  textArray,
  timeArray,
  xidArray,
} from '../database/binary-arrays.ts'

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

const GIVEN = `select unnest($1::text[]) as event_id, unnest($2::xid[]) as version, unnest($3::text[]) as attempt_id,
      unnest($4::timestamptz[]) as at, unnest($5::int[]) as duration_ms, unnest($6::int[]) as status, unnest($7::bytea[]) as answer,
      unnest($8::int[]) as answer_size, unnest($9::text[]) as instance_id, unnest($10::text[]) as release_id`

/**
 * The row of the event keeps all there is to know of a first success. It is the version that was sent, so what does not change with a success
 * is not given. The version also says that the event still waits: a condition on its state would let the planner go through all that wait.
 */
const settleFirst = {
  name: 'settle_first_successes',
  text: `update event set state = 'DELIVERED', reason = null, leased_by = null, attempt_count = 1, last_status = given.status,
      last_attempt_at = given.at, settled_at = now(), first_id = given.attempt_id, first_at = given.at,
      first_ms = given.duration_ms, first_status = given.status, first_answer = given.answer,
      first_answer_size = given.answer_size, first_instance_id = given.instance_id, first_release_id = given.release_id
    from (${GIVEN}) as given
    where event.id = given.event_id and event.xmin = given.version
    returning event.id`,
}

const settle = {
  name: 'settle_deliveries',
  text: `with given as (${GIVEN}, unnest($11::text[]) as state, unnest($12::text[]) as reason,
      unnest($13::timestamptz[]) as due_at, unnest($14::int[]) as attempt_count, unnest($15::int[]) as step,
      unnest($16::int[]) as crashes, unnest($17::int[]) as number, unnest($18::bool[]) as probe, unnest($19::text[]) as error
    ), settled as (
      update event set state = given.state, reason = given.reason, due_at = given.due_at, leased_by = null,
        attempt_count = given.attempt_count, step = given.step, crashes = given.crashes, last_status = given.status,
        last_attempt_at = given.at, settled_at = case when given.state = 'WAITING' then null else now() end
      from given where event.id = given.event_id and event.xmin = given.version
      returning event.id
    ), recorded as (
      insert into attempt (organization_id, id, event_id, number, probe, at, duration_ms, status, error, answer, answer_size, instance_id, release_id)
      select event.organization_id, attempt_id, event_id, number, probe, at, duration_ms, status, error,
        case when event.body is not null then given.answer end, answer_size, instance_id, release_id
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
  const values = statement === settle ? everythingOf(all) : successOf(all)
  const result = await client.query<{ id: string }>({ ...statement, values })
  return new Set(result.rows.map((row) => row.id))
}

function successOf(all: readonly Settlement[]): BinaryArray[] {
  return [
    textArray(all.map((one) => one.eventId)),
    xidArray(all.map((one) => one.version)),
    textArray(all.map((one) => one.attempt.id)),
    timeArray(all.map((one) => one.attempt.at)),
    intArray(all.map((one) => one.attempt.durationMs)),
    intArray(all.map((one) => one.attempt.status)),
    byteaArray(all.map((one) => one.attempt.sealedAnswer)),
    intArray(all.map((one) => one.attempt.answerSize)),
    textArray(all.map((one) => one.attempt.instanceId)),
    textArray(all.map((one) => one.attempt.releaseId)),
  ]
}

function everythingOf(all: readonly Settlement[]): BinaryArray[] {
  return [
    ...successOf(all),
    textArray(all.map((one) => one.state)),
    textArray(all.map((one) => one.reason)),
    timeArray(all.map((one) => one.dueAt)),
    intArray(all.map((one) => one.attemptCount)),
    intArray(all.map((one) => one.step)),
    intArray(all.map((one) => one.crashes)),
    intArray(all.map((one) => one.attempt.number)),
    boolArray(all.map((one) => one.attempt.probe)),
    textArray(all.map((one) => one.attempt.error)),
  ]
}

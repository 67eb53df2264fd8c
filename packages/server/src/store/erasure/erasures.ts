import { sql } from 'kysely'
import { anonymizeEvent } from '../../domain/tenant/anonymize-event.ts'
import type { Db } from '../database/database.ts'
import { type ErasedScope, type ErasedSpan, trialsSince, within } from './erased-scope.ts'

/** Kinds of rows that hold what a policy system sent or an application answered, each with what it is sealed under. */
export const erasedKinds = [
  'callPayloads',
  'appMessages',
  'sampleCalls',
  'eventBodies',
  'lastAnswers',
  'trialCalls',
] as const
export type ErasedKind = (typeof erasedKinds)[number]

export interface SealedRow {
  /** Where the next batch begins. */
  id: string
  organizationId: string
  sealed: Buffer
  /** A second part of the row's name, where it has one. */
  part: string
  /** The request that a last answer was given to; null where it was not kept. */
  request?: Buffer | null
}

const reads: Record<
  ErasedKind,
  (scope: ErasedScope, after: string, limit: number) => ReturnType<typeof sql<SealedRow>>
> = {
  callPayloads: ({ installationId, span }, after, limit) => sql<SealedRow>`
    select call_id as id, organization_id as "organizationId", sealed, '' as part from call_payload
    where installation_id = ${installationId} and call_id > ${after} and ${within('at', span)} order by call_id limit ${limit}`,
  appMessages: ({ installationId, span }, after, limit) => sql<SealedRow>`
    select id, organization_id as "organizationId", app_message as sealed, '' as part from call
    where installation_id = ${installationId} and id > ${after} and app_message is not null and ${within('at', span)}
    order by id limit ${limit}`,
  sampleCalls: ({ installationId, span }, after, limit) => sql<SealedRow>`
    select id, organization_id as "organizationId", sealed, '' as part from sample_call
    where installation_id = ${installationId} and id > ${after} and ${within('at', span)} order by id limit ${limit}`,
  // The report that an account was anonymized tells whom to forget: the application, and the erasure that is due.
  eventBodies: ({ installationId, span }, after, limit) => sql<SealedRow>`
    select id, organization_id as "organizationId", body as sealed, '' as part from event
    where installation_id = ${installationId} and id > ${after} and body is not null and ${within('received_at', span)}
      and not (type is not distinct from ${anonymizeEvent} and (state = 'WAITING'
        or exists (select from account_erasure where event_id = event.id and done_at is null)))
    order by id limit ${limit}`,
  lastAnswers: ({ installationId, span }, after, limit) => sql<SealedRow>`
    select encode(request_digest, 'hex') as id, organization_id as "organizationId", sealed, '' as part, request
    from last_answer
    where installation_id = ${installationId} and encode(request_digest, 'hex') > ${after} and ${within('at', span)}
    order by encode(request_digest, 'hex') limit ${limit}`,
  trialCalls: (scope, after, limit) => sql<SealedRow>`
    select trial_call.trial_id || '/' || call_id as id, trial_call.organization_id as "organizationId", sealed, call_id as part
    from trial_call join trial on trial.id = trial_call.trial_id
    where trial.installation_id = ${scope.installationId} and trial_call.trial_id || '/' || call_id > ${after}
      and ${trialsSince(scope)}
    order by trial_call.trial_id || '/' || call_id limit ${limit}`,
}

/** Some rows of a kind after another one, for looking into them. */
export async function sealedRows(
  db: Db,
  kind: ErasedKind,
  scope: ErasedScope,
  after: string,
  limit: number,
): Promise<SealedRow[]> {
  return (await reads[kind](scope, after, limit).execute(db)).rows
}

const purges: Record<ErasedKind, (installationId: string, ids: string[]) => ReturnType<typeof sql>> = {
  callPayloads: (installationId, ids) =>
    sql`delete from call_payload where installation_id = ${installationId} and call_id = any(${ids})`,
  appMessages: (installationId, ids) =>
    sql`update call set app_message = null where installation_id = ${installationId} and id = any(${ids})`,
  sampleCalls: (installationId, ids) =>
    sql`delete from sample_call where installation_id = ${installationId} and id = any(${ids})`,
  // What waits cannot be delivered without its body: it is dead, and says why.
  eventBodies: (installationId, ids) => sql`
    update event set body = null, state = case when state = 'WAITING' then 'DEAD' else state end,
      reason = case when state = 'WAITING' then 'erased' else reason end,
      settled_at = case when state = 'WAITING' then now() else settled_at end
    where installation_id = ${installationId} and id = any(${ids})`,
  lastAnswers: (installationId, ids) =>
    sql`delete from last_answer where installation_id = ${installationId} and encode(request_digest, 'hex') = any(${ids})`,
  trialCalls: (installationId, ids) => sql`
    delete from trial_call using trial where trial.id = trial_call.trial_id and trial.installation_id = ${installationId}
      and trial_call.trial_id || '/' || call_id = any(${ids})`,
}

/** Purges rows of a kind. Returns how many. */
export async function purgeRows(db: Db, kind: ErasedKind, installationId: string, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const { numAffectedRows } = await purges[kind](installationId, ids).execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Removes the answers of applications to attempts of these events: they may repeat what the event said. */
export async function purgeAnswers(db: Db, eventIds: string[]): Promise<void> {
  if (eventIds.length === 0) return
  await sql`update attempt set answer = null where event_id = any(${eventIds})`.execute(db)
  await sql`update event set first_answer = null where id = any(${eventIds}) and first_answer is not null`.execute(db)
}

/** Removes answers that were noted for events whose body was purged before: they were on their way meanwhile. */
export async function purgeLateAnswers(db: Db, installationId: string, span: ErasedSpan): Promise<void> {
  const bare = sql`select id from event where installation_id = ${installationId} and body is null
    and ${within('received_at', span)}`
  await sql`update attempt set answer = null where answer is not null and event_id in (${bare})`.execute(db)
  await sql`update event set first_answer = null where first_answer is not null and id in (${bare})`.execute(db)
}

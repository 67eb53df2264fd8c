import { sql } from 'kysely'
import type { Page } from '../../domain/platform/page.ts'
import type { FailedGate, Gates } from '../../domain/trial/gates.ts'
import type { PublisherImpact } from '../../domain/trial/publisher-impact.ts'
import type { SampleSelection } from '../../domain/trial/sample-selection.ts'
import type { StoredPublisherImpact } from '../../domain/trial/stored-impact.ts'
import type { TrialIsolation, TrialState } from '../../domain/trial/trial.ts'
import type { Db } from '../database/database.ts'
import { type Order, sorted } from '../database/sorted.ts'

export interface Trial {
  id: string
  organizationId: string
  publisherId: string
  listingId: string
  installationId: string
  test: boolean
  releaseId: string
  version: string
  baselineReleaseId: string
  baselineVersion: string
  state: TrialState
  sample: 'pinned' | 'recordings'
  only: SampleSelection
  openEgress: boolean
  gates: Gates
  failedGates: FailedGate[] | null
  isolation: TrialIsolation | null
  calls: number
  done: number
  report: Buffer | null
  publisherReport: StoredPublisherImpact | null
  failure: string | null
  createdBy: string
  createdAt: Date
  startedAt: Date | null
  endedAt: Date | null
}

function trials(db: Db) {
  return db
    .selectFrom('trial')
    .innerJoin('listing', 'listing.id', 'trial.listing_id')
    .innerJoin('installation', 'installation.id', 'trial.installation_id')
    .innerJoin('release as candidate', 'candidate.id', 'trial.release_id')
    .innerJoin('release as baseline', 'baseline.id', 'trial.baseline_release_id')
    .select([
      'trial.id as id',
      'trial.organization_id as organizationId',
      'listing.organization_id as publisherId',
      'trial.listing_id as listingId',
      'trial.installation_id as installationId',
      'installation.test as test',
      'trial.release_id as releaseId',
      'candidate.version as version',
      'trial.baseline_release_id as baselineReleaseId',
      'baseline.version as baselineVersion',
      'trial.state as state',
      'trial.sample as sample',
      'trial.only_calls as only',
      'trial.open_egress as openEgress',
      'trial.gates as gates',
      'trial.failed_gates as failedGates',
      'trial.isolation as isolation',
      'trial.calls as calls',
      'trial.done as done',
      'trial.report as report',
      'trial.publisher_report as publisherReport',
      'trial.failure as failure',
      'trial.created_by as createdBy',
      'trial.created_at as createdAt',
      'trial.started_at as startedAt',
      'trial.ended_at as endedAt',
    ])
}

export function trialById(db: Db, id: string): Promise<Trial | undefined> {
  return trials(db).where('trial.id', '=', id).executeTakeFirst()
}

const order: Order<'createdAt'> = { id: 'trial.id', newestFirst: true, keys: { createdAt: 'id' } }

export function listTrials(
  db: Db,
  filter: { installationId?: string; releaseId?: string; state?: TrialState | undefined },
  page: Page,
): Promise<Trial[]> {
  let query = trials(db)
  if (filter.installationId !== undefined) query = query.where('trial.installation_id', '=', filter.installationId)
  if (filter.releaseId !== undefined) query = query.where('trial.release_id', '=', filter.releaseId)
  if (filter.state !== undefined) query = query.where('trial.state', '=', filter.state)
  return sorted(query, page, order).execute()
}

export interface NewTrial {
  id: string
  organizationId: string
  listingId: string
  installationId: string
  releaseId: string
  baselineReleaseId: string
  sample: 'pinned' | 'recordings'
  only: SampleSelection
  openEgress: boolean
  gates: Gates
  calls: number
  createdBy: string
  now: Date
}

export async function insertTrial(trx: Db, row: NewTrial): Promise<void> {
  await trx
    .insertInto('trial')
    .values({
      id: row.id,
      organization_id: row.organizationId,
      listing_id: row.listingId,
      installation_id: row.installationId,
      release_id: row.releaseId,
      baseline_release_id: row.baselineReleaseId,
      state: 'WAITING',
      sample: row.sample,
      only_calls: JSON.stringify(row.only),
      open_egress: row.openEgress,
      gates: JSON.stringify(row.gates),
      calls: row.calls,
      created_by: row.createdBy,
      created_at: row.now,
    })
    .execute()
}

/** How many trials of an installation wait or run. Exact while the installation is locked. */
export async function countOpenTrials(trx: Db, installationId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('trial')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('installation_id', '=', installationId)
    .where('state', 'in', ['WAITING', 'RUNNING'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Leases trials that wait, or whose process died: those of organizations that have none in progress come first. */
export async function leaseTrials(db: Db, owner: string, now: Date, until: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update trial set lease_owner = ${owner}, lease_until = ${until}, state = 'RUNNING', started_at = coalesce(started_at, ${now})
    where id in (
      select id from trial where state in ('WAITING', 'RUNNING') and (lease_until is null or lease_until < ${now})
      order by exists (select from trial running where running.organization_id = trial.organization_id
        and running.state = 'RUNNING' and running.lease_until >= ${now}), id
      limit ${limit} for update skip locked)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function extendTrials(db: Db, owner: string, ids: readonly string[], until: Date): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    update trial set lease_until = ${until}
    where id = any(${[...ids]}) and lease_owner = ${owner} and state = 'RUNNING' returning id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export async function releaseTrials(db: Db, owner: string, ids: readonly string[]): Promise<void> {
  await sql`update trial set lease_until = null, lease_owner = null
    where id = any(${[...ids]}) and lease_owner = ${owner}`.execute(db)
}

export async function noteTrialProgress(db: Db, id: string, done: number, isolation: TrialIsolation): Promise<void> {
  await db
    .updateTable('trial')
    .set({ done, isolation: JSON.stringify(isolation) })
    .where('id', '=', id)
    .execute()
}

export type TrialOutcome =
  | { state: 'FAILED'; failure: string }
  | { state: 'DONE'; done: number; report: Buffer; publisherReport: PublisherImpact; failedGates: FailedGate[] }

/** Writes how a trial ended, on the condition that it is still ours. */
export async function endTrial(trx: Db, id: string, owner: string, outcome: TrialOutcome, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('trial')
    .set({
      state: outcome.state,
      ended_at: now,
      lease_owner: null,
      lease_until: null,
      ...(outcome.state === 'FAILED'
        ? { failure: outcome.failure }
        : {
            done: outcome.done,
            report: outcome.report,
            publisher_report: JSON.stringify(outcome.publisherReport),
            failed_gates: JSON.stringify(outcome.failedGates),
          }),
    })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends every trial of an installation that runs: the process that runs it has lost it. */
export async function failRunningTrials(trx: Db, installationId: string, failure: string, now: Date): Promise<Trial[]> {
  const ended = await trx
    .updateTable('trial')
    .set({ state: 'FAILED', failure, ended_at: now, lease_owner: null, lease_until: null })
    .where('installation_id', '=', installationId)
    .where('state', '=', 'RUNNING')
    .returning('id')
    .execute()
  const ids = ended.map(({ id }) => id)
  return ids.length === 0 ? [] : trials(trx).where('trial.id', 'in', ids).execute()
}

export async function putTrialCall(
  db: Db,
  row: { trialId: string; callId: string; organizationId: string; sealed: Buffer },
): Promise<void> {
  await db
    .insertInto('trial_call')
    .values({ trial_id: row.trialId, call_id: row.callId, organization_id: row.organizationId, sealed: row.sealed })
    .onConflict((conflict) => conflict.columns(['trial_id', 'call_id']).doUpdateSet({ sealed: row.sealed }))
    .execute()
}

export async function trialCall(db: Db, trialId: string, callId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('trial_call')
    .select('sealed')
    .where('trial_id', '=', trialId)
    .where('call_id', '=', callId)
    .executeTakeFirst()
  return row?.sealed
}

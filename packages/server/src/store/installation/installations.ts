import type { Variant } from '@mkt/manifest'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { FailurePolicy } from '../../domain/installation/failure-policy.ts'
import type { InstallationState, LastFailure, StopRequest } from '../../domain/installation/installation.ts'
import type { Database, Db } from '../database/database.ts'

export interface Installation {
  id: string
  organizationId: string
  listingId: string
  listingName: string
  listingTitle: string
  /** The customer's own name of it; the app's title until they give another. */
  name: string
  publisherId: string
  variant: Variant
  tenantId: string
  releaseId: string
  targetReleaseId: string | null
  targetConfiguration: Buffer | null
  consideredReleaseId: string | null
  /** What a promotion in waves gives to it, and what it was returned from. */
  waveReleaseId: string | null
  returnedReleaseId: string | null
  /** A release that gets copies of its live calls. */
  shadowReleaseId: string | null
  state: InstallationState
  reason: string | null
  routeId: string
  revision: number
  toldRevision: number
  pinned: boolean
  recording: boolean
  onAutofillFailure: FailurePolicy['autofill']
  onRaterFailure: FailurePolicy['rater']
  lastAnswerSeconds: number
  sampleUntil: Date | null
  sampleFull: boolean
  test: boolean
  installSentAt: Date | null
  installDoneAt: Date | null
  uninstallDone: boolean
  started: boolean
  registered: boolean
  registerDue: boolean
  lastFailure: LastFailure | null
  step: string | null
  stepSince: Date | null
  stepTries: number
  stepPoll: string | null
  wish: number
  stopWanted: StopRequest | null
  keyEpoch: number
  generation: number
  createdAt: Date
  updatedAt: Date
}

export function installations(db: Db): SelectQueryBuilder<Database, 'installation' | 'listing', Installation> {
  return db
    .selectFrom('installation')
    .innerJoin('listing', 'listing.id', 'installation.listing_id')
    .select([
      'installation.id as id',
      'installation.organization_id as organizationId',
      'installation.listing_id as listingId',
      'listing.name as listingName',
      'listing.title as listingTitle',
      sql<string>`coalesce(nullif(installation.name, ''), listing.title)`.as('name'),
      'listing.organization_id as publisherId',
      'listing.variant as variant',
      'installation.tenant_id as tenantId',
      'installation.release_id as releaseId',
      'installation.target_release_id as targetReleaseId',
      'installation.target_configuration as targetConfiguration',
      'installation.considered_release_id as consideredReleaseId',
      'installation.wave_release_id as waveReleaseId',
      'installation.returned_release_id as returnedReleaseId',
      'installation.shadow_release_id as shadowReleaseId',
      'installation.state as state',
      'installation.reason as reason',
      'installation.route_id as routeId',
      'installation.revision as revision',
      'installation.told_revision as toldRevision',
      'installation.pinned as pinned',
      'installation.recording as recording',
      'installation.on_autofill_failure as onAutofillFailure',
      'installation.on_rater_failure as onRaterFailure',
      'installation.last_answer_seconds as lastAnswerSeconds',
      'installation.sample_until as sampleUntil',
      'installation.sample_full as sampleFull',
      'installation.test as test',
      'installation.install_sent_at as installSentAt',
      'installation.install_done_at as installDoneAt',
      'installation.uninstall_done as uninstallDone',
      'installation.started as started',
      'installation.registered as registered',
      'installation.register_due as registerDue',
      'installation.last_failure as lastFailure',
      'installation.step as step',
      'installation.step_since as stepSince',
      'installation.step_tries as stepTries',
      'installation.step_poll as stepPoll',
      'installation.wish as wish',
      'installation.stop_wanted as stopWanted',
      'installation.key_epoch as keyEpoch',
      'installation.generation as generation',
      'installation.created_at as createdAt',
      'installation.updated_at as updatedAt',
    ])
}

export function installationById(db: Db, id: string): Promise<Installation | undefined> {
  return installations(db).where('installation.id', '=', id).executeTakeFirst()
}

/** The installation, locked until the transaction ends. */
export function lockInstallation(trx: Db, id: string): Promise<Installation | undefined> {
  return installations(trx).where('installation.id', '=', id).forUpdate('installation').executeTakeFirst()
}

/** Every installation on a tenant, those that are uninstalled included: some of what was recorded of them is still there. */
export function installationsOfTenant(db: Db, tenantId: string): Promise<Installation[]> {
  return installations(db).where('installation.tenant_id', '=', tenantId).orderBy('installation.id').execute()
}

/** How many installations each listing has that are not uninstalled. */
export async function countInstallations(db: Db, listingIds: readonly string[]): Promise<Map<string, number>> {
  if (listingIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('installation')
    .select((eb) => ['listing_id', eb.fn.countAll<number>().as('count')])
    .where('listing_id', 'in', [...listingIds])
    .where('state', '!=', 'UNINSTALLED')
    .groupBy('listing_id')
    .execute()
  return new Map(rows.map((row) => [row.listing_id, row.count]))
}

/** How many other installations of the app are on the tenant. */
export async function countAlike(db: Db, listingId: string, tenantId: string, except: string): Promise<number> {
  const row = await db
    .selectFrom('installation')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('listing_id', '=', listingId)
    .where('tenant_id', '=', tenantId)
    .where('state', '!=', 'UNINSTALLED')
    .where('id', '!=', except)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export async function insertInstallation(
  trx: Db,
  row: {
    id: string
    organizationId: string
    listingId: string
    tenantId: string
    releaseId: string
    consideredReleaseId: string | null
    routeId: string
    name: string
    test: boolean
    createdBy: string
    now: Date
  },
): Promise<void> {
  await trx
    .insertInto('installation')
    .values({
      id: row.id,
      organization_id: row.organizationId,
      listing_id: row.listingId,
      tenant_id: row.tenantId,
      release_id: row.releaseId,
      considered_release_id: row.consideredReleaseId,
      state: 'PENDING',
      route_id: row.routeId,
      name: row.name,
      test: row.test,
      due_at: row.now,
      created_by: row.createdBy,
      created_at: row.now,
      updated_at: row.now,
    })
    .execute()
}

export interface InstallationChange {
  name?: string
  state?: InstallationState
  reason?: string | null
  releaseId?: string
  targetReleaseId?: string | null
  targetConfiguration?: Buffer | null
  consideredReleaseId?: string | null
  revision?: number
  toldRevision?: number
  pinned?: boolean
  recording?: boolean
  onAutofillFailure?: FailurePolicy['autofill']
  onRaterFailure?: FailurePolicy['rater']
  lastAnswerSeconds?: number
  sampleUntil?: Date | null
  sampleFull?: boolean
  shadowReleaseId?: string | null
  installSentAt?: Date
  installDoneAt?: Date
  uninstallDone?: boolean
  started?: boolean
  registered?: boolean
  registerDue?: boolean
  lastFailure?: LastFailure | null
  /** When the worker looks again; null for never. */
  dueAt?: Date | null
  keyEpoch?: number
}

const columnOf = {
  name: 'name',
  state: 'state',
  reason: 'reason',
  releaseId: 'release_id',
  targetReleaseId: 'target_release_id',
  targetConfiguration: 'target_configuration',
  consideredReleaseId: 'considered_release_id',
  revision: 'revision',
  toldRevision: 'told_revision',
  pinned: 'pinned',
  recording: 'recording',
  onAutofillFailure: 'on_autofill_failure',
  onRaterFailure: 'on_rater_failure',
  lastAnswerSeconds: 'last_answer_seconds',
  sampleUntil: 'sample_until',
  sampleFull: 'sample_full',
  shadowReleaseId: 'shadow_release_id',
  installSentAt: 'install_sent_at',
  installDoneAt: 'install_done_at',
  uninstallDone: 'uninstall_done',
  started: 'started',
  registered: 'registered',
  registerDue: 'register_due',
  dueAt: 'due_at',
  keyEpoch: 'key_epoch',
} as const

/** Writes changed facts; every change raises the generation, so that what is held in memory elsewhere is seen to be old. */
export async function updateInstallation(trx: Db, id: string, change: InstallationChange, now: Date): Promise<void> {
  const columns: Record<string, unknown> = {}
  for (const [name, column] of Object.entries(columnOf)) {
    const value = change[name as keyof typeof columnOf]
    if (value !== undefined) columns[column] = value
  }
  if (change.lastFailure !== undefined) {
    columns.last_failure = change.lastFailure === null ? null : JSON.stringify(change.lastFailure)
  }
  await trx
    .updateTable('installation')
    .set({ ...columns, updated_at: now, generation: sql<number>`generation + 1` })
    .where('id', '=', id)
    .execute()
}

/** Ends the step that a worker is at and makes the installation due at once, because somebody asked for something else. */
export async function interruptInstallation(trx: Db, id: string, now: Date): Promise<void> {
  await trx
    .updateTable('installation')
    .set({ wish: sql<number>`wish + 1`, due_at: now, step: null, step_since: null, step_tries: 0, step_poll: null })
    .where('id', '=', id)
    .execute()
}

/** Some installations after another one whose followed release (LIVE for tests, promoted for all others) was not decided on yet. */
export function unconsideredInstallations(db: Db, after: string, limit: number): Promise<{ id: string }[]> {
  return db
    .selectFrom('installation')
    .innerJoin('listing', 'listing.id', 'installation.listing_id')
    .select('installation.id as id')
    .where('installation.state', '!=', 'UNINSTALLED')
    .where(
      sql<boolean>`(case when installation.test then listing.current_release_id
        else coalesce(installation.wave_release_id, listing.promoted_release_id) end) is distinct from installation.considered_release_id`,
    )
    .where('installation.id', '>', after)
    .orderBy('installation.id')
    .limit(limit)
    .execute()
}

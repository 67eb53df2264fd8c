import type { AlertKind, MailTopic } from '@mkt/contract/api'
import type { QuietHours } from '../../domain/alert/alert-rule.ts'
import type { Db } from '../database/database.ts'

export type AlertTarget = 'mail' | 'webhook' | 'slack'

export interface AlertRuleRow {
  id: string
  organizationId: string
  listingId: string | null
  installationId: string | null
  name: string
  kind: AlertKind
  threshold: number
  /** Of the kind `notifications`. */
  topics: MailTopic[]
  target: AlertTarget
  /** What may be shown of the address. */
  shown: string
  /** Address and secret. */
  sealed: Buffer
  quietHours: QuietHours | null
  createdBy: string
  createdAt: Date
  /** Notifications from before are not told. */
  watchingSince: Date
  toldAt: Date | null
  tryAt: Date | null
  failures: number
  problem: string | null
}

function rules(db: Db) {
  return db
    .selectFrom('alert_rule')
    .select(['id', 'organization_id as organizationId', 'listing_id as listingId', 'installation_id as installationId'])
    .select([
      'name',
      'kind',
      'threshold',
      'topics',
      'watching_since as watchingSince',
      'target',
      'shown',
      'sealed',
      'quiet_from',
      'quiet_to',
      'time_zone',
    ])
    .select(['created_by as createdBy', 'created_at as createdAt', 'told_at as toldAt', 'try_at as tryAt'])
    .select(['failures', 'problem'])
}

type Read = Awaited<ReturnType<ReturnType<typeof rules>['execute']>>[number]

function rowOf({ quiet_from: from, quiet_to: to, time_zone: timeZone, watchingSince, ...row }: Read): AlertRuleRow {
  const since = watchingSince ?? row.createdAt
  return { ...row, watchingSince: since, quietHours: from === null || to === null ? null : { from, to, timeZone } }
}

export async function alertRuleById(db: Db, id: string): Promise<AlertRuleRow | undefined> {
  const row = await rules(db).where('id', '=', id).executeTakeFirst()
  return row && rowOf(row)
}

export async function alertRulesOf(db: Db, organizationId: string): Promise<AlertRuleRow[]> {
  return (await rules(db).where('organization_id', '=', organizationId).orderBy('id').execute()).map(rowOf)
}

/** Rules of organizations that are not disabled, in order of their ids, after one of them. */
export async function nextAlertRules(db: Db, after: string, limit: number): Promise<AlertRuleRow[]> {
  const query = rules(db)
    .where('id', '>', after)
    .where('organization_id', 'in', (organizations) =>
      organizations.selectFrom('organization').select('organization.id').where('disabled_at', 'is', null),
    )
  return (await query.orderBy('id').limit(limit).execute()).map(rowOf)
}

/** What is written of a rule when it is made, and again when it is changed. */
function written(row: AlertRuleRow) {
  return {
    listing_id: row.listingId,
    installation_id: row.installationId,
    name: row.name,
    kind: row.kind,
    threshold: row.threshold,
    topics: row.topics,
    target: row.target,
    shown: row.shown,
    sealed: row.sealed,
    quiet_from: row.quietHours?.from ?? null,
    quiet_to: row.quietHours?.to ?? null,
    time_zone: row.quietHours?.timeZone ?? 'UTC',
    watching_since: row.watchingSince,
  }
}

export async function insertAlertRule(db: Db, row: AlertRuleRow): Promise<void> {
  const { id, organizationId, createdBy, createdAt } = row
  const kept = { id, organization_id: organizationId, created_by: createdBy, created_at: createdAt }
  await db
    .insertInto('alert_rule')
    .values({ ...written(row), ...kept })
    .execute()
}

/** Writes a changed rule; what was not taken at its former address is tried at once. */
export async function updateAlertRule(db: Db, row: AlertRuleRow): Promise<boolean> {
  const result = await db
    .updateTable('alert_rule')
    .set({ ...written(row), try_at: null, failures: 0, problem: null })
    .where('id', '=', row.id)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function removeAlertRule(db: Db, id: string): Promise<boolean> {
  const result = await db.deleteFrom('alert_rule').where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Takes the right to send for a rule until a moment; false where another process has it or has sent meanwhile, or the rule is gone. */
export async function holdAlertRule(db: Db, rule: AlertRuleRow, until: Date): Promise<boolean> {
  const result = await db
    .updateTable('alert_rule')
    .set({ try_at: until })
    .where('id', '=', rule.id)
    .where('try_at', 'is not distinct from', rule.tryAt)
    .where('told_at', 'is not distinct from', rule.toldAt)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Keeps how a message went. */
export async function settleAlertRule(
  db: Db,
  id: string,
  result: { toldAt: Date } | { tryAt: Date; failures: number; problem: string },
): Promise<void> {
  const set =
    'toldAt' in result
      ? { told_at: result.toldAt, try_at: null, failures: 0, problem: null }
      : { try_at: result.tryAt, failures: result.failures, problem: result.problem }
  await db.updateTable('alert_rule').set(set).where('id', '=', id).execute()
}

/** Whether a mail address belongs to a member of the organization who may sign in. */
export async function isMemberAddress(db: Db, organizationId: string, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select('person.id')
    .where('member.organization_id', '=', organizationId)
    .where('person.email', '=', email.toLowerCase())
    .where('person.disabled_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

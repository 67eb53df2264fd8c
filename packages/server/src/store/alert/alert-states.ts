import type { AlertState } from '../../domain/alert/decide-alerts.ts'
import type { Db } from '../database/database.ts'

export function alertStatesOf(db: Db, ruleId: string): Promise<AlertState[]> {
  return db
    .selectFrom('alert_state')
    .select(['subject', 'title', 'text', 'link', 'since', 'told_at as toldAt', 'ended_at as endedAt'])
    .where('rule_id', '=', ruleId)
    .orderBy('subject')
    .execute()
}

/** How many things each rule of an organization tells of. A notification is over as soon as it was told. */
export async function countFiring(db: Db, organizationId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('alert_state')
    .innerJoin('alert_rule', 'alert_rule.id', 'alert_state.rule_id')
    .select(['rule_id as ruleId'])
    .select((state) => state.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('ended_at', 'is', null)
    .where((state) => state.or([state('kind', '<>', 'notifications'), state('alert_state.told_at', 'is', null)]))
    .groupBy('rule_id')
    .execute()
  return new Map(rows.map((row) => [row.ruleId, Number(row.count)]))
}

export async function writeAlertStates(db: Db, ruleId: string, states: readonly AlertState[]): Promise<void> {
  if (states.length === 0) return
  const rows = states.map(({ toldAt, endedAt, ...state }) => {
    return { rule_id: ruleId, ...state, told_at: toldAt, ended_at: endedAt }
  })
  await db
    .insertInto('alert_state')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['rule_id', 'subject']).doUpdateSet((excluded) => ({
        ended_at: excluded.ref('excluded.ended_at'),
      })),
    )
    .execute()
}

export async function forgetAlertStates(db: Db, ruleId: string, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return
  await db.deleteFrom('alert_state').where('rule_id', '=', ruleId).where('subject', 'in', subjects).execute()
}

export async function markAlertsTold(db: Db, ruleId: string, subjects: readonly string[], at: Date): Promise<void> {
  if (subjects.length === 0) return
  await db
    .updateTable('alert_state')
    .set({ told_at: at })
    .where('rule_id', '=', ruleId)
    .where('subject', 'in', subjects)
    .execute()
}

/** A rule that watches something else starts over. */
export async function forgetStatesOfRule(db: Db, ruleId: string): Promise<void> {
  await db.deleteFrom('alert_state').where('rule_id', '=', ruleId).execute()
}

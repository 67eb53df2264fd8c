import { findConditions } from '../../domain/alert/alert-rule.ts'
import { type AlertPlan, decideAlerts, retryAfterMs } from '../../domain/alert/decide-alerts.ts'
import { newId } from '../../lib/ids.ts'
import { type AlertRuleRow, holdAlertRule, nextAlertRules, settleAlertRule } from '../../store/alert/alert-rules.ts'
import { alertStatesOf, forgetAlertStates, markAlertsTold, writeAlertStates } from '../../store/alert/alert-states.ts'
import type { Platform } from '../platform/platform.ts'
import { readAlertFacts } from './read-alert-facts.ts'
import { sendAlert } from './send-alert.ts'

const BATCH = 100
/** How long a process may take to send a message before another one tries. */
const HELD_MS = 2 * 60_000

/** Looks at every rule once: remembers what began and ended, and tells what is due. A rule that fails keeps no other from being looked at. */
export async function evaluateAlerts(platform: Platform): Promise<void> {
  let after = ''
  for (;;) {
    const rules = await nextAlertRules(platform.db, after, BATCH)
    for (const rule of rules)
      await evaluateRule(platform, rule).catch((error: unknown) =>
        platform.log.error({ error, ruleId: rule.id }, 'An alert rule could not be looked at'),
      )
    const last = rules.at(-1)
    if (last === undefined || rules.length < BATCH) return
    after = last.id
  }
}

async function evaluateRule(platform: Platform, rule: AlertRuleRow): Promise<void> {
  const { db, clock } = platform
  const facts = await readAlertFacts(platform, rule)
  const now = clock.now()
  const plan = decideAlerts(rule, findConditions(rule, facts, now), await alertStatesOf(db, rule.id), now)
  await forgetAlertStates(db, rule.id, plan.forget)
  await writeAlertStates(db, rule.id, plan.write)
  if (plan.tell !== null) await tell(platform, rule, plan.tell, now)
}

/** Told at least once: a process that ends between sending and noting it sends again. */
async function tell(
  platform: Platform,
  rule: AlertRuleRow,
  { firing, resolved }: NonNullable<AlertPlan['tell']>,
  now: Date,
): Promise<void> {
  const { db, clock } = platform
  if (!(await holdAlertRule(db, rule, new Date(now.getTime() + HELD_MS)))) return
  const { id, name, kind } = rule
  const problem = await sendAlert(platform, rule, {
    id: newId('msg', now, platform.random),
    at: now,
    rule: { id, name, kind },
    test: false,
    firing,
    resolved,
    consoleUrl: platform.addresses.publicUrl,
  })
  if (problem !== undefined) {
    const failures = rule.failures + 1
    await settleAlertRule(db, id, {
      tryAt: new Date(clock.now().getTime() + retryAfterMs(failures)),
      failures,
      problem,
    })
    return
  }
  const subjects = firing.map((state) => state.subject)
  await markAlertsTold(db, id, subjects, now)
  const over = resolved.map((state) => state.subject)
  await forgetAlertStates(db, id, over)
  await settleAlertRule(db, id, { toldAt: now })
}

import { findConditions } from '../../domain/alert/alert-rule.ts'
import { decideAlerts } from '../../domain/alert/decide-alerts.ts'
import { type AlertRuleRow, nextAlertRules } from '../../store/alert/alert-rules.ts'
import { alertStatesOf, forgetAlertStates, writeAlertStates } from '../../store/alert/alert-states.ts'
import type { Platform } from '../platform/platform.ts'
import { type DueAlert, notifyAlerts } from './notify-alerts.ts'
import { readAlertFacts } from './read-alert-facts.ts'

const BATCH = 100

/**
 * Looks at every rule once: remembers what began and ended, and then tells what is due. A rule that fails keeps no other from being
 * looked at, and a receiver that hangs keeps no other organization waiting.
 */
export async function evaluateAlerts(
  platform: Pick<Platform, 'addresses' | 'clock' | 'db' | 'http' | 'log' | 'mailer' | 'vault'>,
  signal?: AbortSignal,
): Promise<void> {
  const due: DueAlert[] = []
  let after = ''
  for (;;) {
    const rules = await nextAlertRules(platform.db, after, BATCH)
    for (const rule of rules) {
      if (signal?.aborted) return
      const tell = await decideRule(platform, rule).catch((error: unknown) => {
        platform.log.error({ error, ruleId: rule.id }, 'An alert rule could not be looked at')
        return null
      })
      if (tell !== null) due.push({ rule, tell })
    }
    const last = rules.at(-1)
    if (last === undefined || rules.length < BATCH) break
    after = last.id
  }
  await notifyAlerts(platform, due, signal)
}

async function decideRule(
  platform: Pick<Platform, 'clock' | 'db'>,
  rule: AlertRuleRow,
): Promise<DueAlert['tell'] | null> {
  const { db, clock } = platform
  const facts = await readAlertFacts(platform, rule)
  const now = clock.now()
  const plan = decideAlerts(rule, findConditions(rule, facts, now), await alertStatesOf(db, rule.id), now)
  await forgetAlertStates(db, rule.id, plan.forget)
  await writeAlertStates(db, rule.id, plan.write)
  return plan.tell
}

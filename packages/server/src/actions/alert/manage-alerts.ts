import { actorOf } from '../../domain/accounts/caller.ts'
import { newId } from '../../lib/ids.ts'
import { type AlertRuleRow, insertAlertRule, removeAlertRule } from '../../store/alert/alert-rules.ts'
import { type Changing, change } from '../platform/change.ts'
import { enforceQuota } from '../platform/enforce-quota.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { checkedCondition, checkedTarget, type NewAlertRule } from './check-alert-rule.ts'
import { type AlertAddress, alertIdentity, sendAlert } from './send-alert.ts'

/** Makes a rule. Where its messages go and what they are signed with is sealed and never shown again. */
export async function createAlertRule(
  platform: Changing & Pick<Platform, 'policy' | 'vault'>,
  input: NewAlertRule,
  origin: Origin,
): Promise<AlertRuleRow> {
  const { organizationId, name, kind, target } = input
  const condition = await checkedCondition(platform, input)
  const shown = await checkedTarget(platform, input)
  const now = platform.clock.now()
  const id = newId('alr', now, platform.random)
  const kept: AlertAddress = { address: input.address, secret: input.secret ?? null }
  const row: AlertRuleRow = {
    ...{ ...condition, id, organizationId, target, shown },
    sealed: await platform.vault.seal(organizationId, alertIdentity(id), JSON.stringify(kept)),
    createdBy: actorOf(origin.caller).label,
    ...{ createdAt: now, watchingSince: now },
    ...{ toldAt: null, tryAt: null, failures: 0, problem: null },
  }
  const { threshold } = condition
  await change(platform, origin, async (unit) => {
    await enforceQuota(unit, 'alertRules', organizationId)
    await insertAlertRule(unit.trx, row)
    return unit.record('alert.create', { organizationId, id, details: { name, kind, threshold, target, to: shown } })
  })
  return row
}

export function deleteAlertRule(platform: Changing, rule: AlertRuleRow, origin: Origin): Promise<void> {
  return change(platform, origin, async (unit) => {
    if (!(await removeAlertRule(unit.trx, rule.id))) return unit.unchanged()
    const { organizationId, id, name } = rule
    return unit.record('alert.remove', { organizationId, id, details: { name } })
  })
}

/** Sends a test message at once, and says why it was not taken. Audited before anything is sent. */
export async function testAlertRule(
  platform: Changing & Pick<Platform, 'addresses' | 'http' | 'mailer' | 'vault'>,
  rule: AlertRuleRow,
  origin: Origin,
): Promise<string | null> {
  const { id, organizationId, name, kind, target, shown } = rule
  await change(platform, origin, async (unit) =>
    unit.record('alert.test', { organizationId, id, details: { name, target, to: shown } }),
  )
  const now = platform.clock.now()
  const message = { id: newId('msg', now, platform.random), at: now, rule: { id, name, kind }, test: true }
  const consoleUrl = platform.addresses.publicUrl
  return (await sendAlert(platform, rule, { ...message, firing: [], resolved: [], consoleUrl })) ?? null
}

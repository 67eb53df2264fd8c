import { Failure } from '@mkt/contract/errors'
import { type AlertRuleRow, updateAlertRule } from '../../store/alert/alert-rules.ts'
import { forgetStatesOfRule } from '../../store/alert/alert-states.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { checkedCondition, checkedTarget, type NewAlertRule } from './check-alert-rule.ts'
import { type AlertAddress, alertIdentity, openAddress } from './send-alert.ts'

/** Omitted members keep their values. */
export type AlertRuleChange = {
  [Field in keyof Omit<NewAlertRule, 'organizationId'>]?: NewAlertRule[Field] | undefined
}

type Condition = Awaited<ReturnType<typeof checkedCondition>>

const defined = (input: AlertRuleChange) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Partial<NewAlertRule>

/** Whether a rule watches other things than before, so that what it remembers says nothing of them. */
function watchesOther(former: AlertRuleRow, now: Condition): boolean {
  const watched = ({ kind, listingId, installationId, topics }: Condition) =>
    JSON.stringify([kind, listingId, installationId, [...topics].sort()])
  return watched(former) !== watched(now)
}

/** The changed members, for the audit: callers may also send unchanged ones. */
function changedFields(rule: AlertRuleRow, row: AlertRuleRow, given: Partial<NewAlertRule>): string[] {
  const fields = ['name', 'kind', 'threshold', 'topics', 'listingId', 'installationId', 'quietHours', 'target'] as const
  const differing = fields.filter((field) => JSON.stringify(rule[field]) !== JSON.stringify(row[field]))
  const sealed = (['address', 'secret'] as const).filter((field) => given[field] !== undefined)
  return [...differing, ...sealed]
}

/** Changes a rule. Its address and secret are kept where no others are given. */
export async function changeAlertRule(
  platform: Changing & Pick<Platform, 'policy' | 'vault'>,
  rule: AlertRuleRow,
  input: AlertRuleChange,
  origin: Origin,
): Promise<AlertRuleRow> {
  const { organizationId, id } = rule
  const former = await openAddress(platform, rule)
  const given = defined(input)
  const target = given.target ?? rule.target
  if (target !== rule.target && given.address === undefined)
    throw new Failure('alert_refused', 'Give the address, too: the present one is of another kind.')
  // A threshold counts something else for each kind.
  const { threshold, ...rest } = rule
  const secret = target === 'webhook' ? (given.secret ?? former.secret ?? undefined) : given.secret
  const asked: NewAlertRule = {
    ...{ ...rest, ...(given.kind === undefined || given.kind === rule.kind ? { threshold } : {}), ...given },
    ...{ organizationId, target, secret, address: given.address ?? former.address },
  }
  const condition = await checkedCondition(platform, asked)
  const kept: AlertAddress = { address: asked.address, secret: secret ?? null }
  const isNewTarget = given.address !== undefined || given.secret !== undefined
  const row: AlertRuleRow = {
    ...{ ...rule, ...condition, target },
    ...(isNewTarget
      ? {
          shown: await checkedTarget(platform, asked),
          sealed: await platform.vault.seal(organizationId, alertIdentity(id), JSON.stringify(kept)),
        }
      : {}),
  }
  const isOther = watchesOther(rule, condition)
  if (isOther) row.watchingSince = platform.clock.now()
  await change(platform, origin, async (unit) => {
    if (!(await updateAlertRule(unit.trx, row))) return unit.unchanged()
    // A notification that waits is told anyway: it is a thing of its own.
    const staysWithNotifications = rule.kind === 'notifications' && condition.kind === 'notifications'
    if (isOther && !staysWithNotifications) await forgetStatesOfRule(unit.trx, id)
    const details = { name: row.name, changed: changedFields(rule, row, given), target, to: row.shown }
    return unit.record('alert.change', { organizationId, id, details })
  })
  return { ...row, tryAt: null, failures: 0, problem: null }
}

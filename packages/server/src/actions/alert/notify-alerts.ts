import { messageId } from '../../domain/alert/alert-message.ts'
import { type AlertPlan, retryAfterMs } from '../../domain/alert/decide-alerts.ts'
import { type AlertRuleRow, holdAlertRule, settleAlertRule } from '../../store/alert/alert-rules.ts'
import { forgetAlertStates, markAlertsTold } from '../../store/alert/alert-states.ts'
import type { Platform } from '../platform/platform.ts'
import { sendAlert } from './send-alert.ts'

/** A rule with the message that is due. */
export interface DueAlert {
  rule: AlertRuleRow
  tell: NonNullable<AlertPlan['tell']>
}

/** Organizations that are told at the same time. */
const AT_ONCE = 8
/** After this time an organization's messages wait for the next round, so slow receivers delay nobody else. */
const TURN_MS = 30_000
/** How long a process may take to send a message before another one tries. */
const HELD_MS = 2 * 60_000

/** Sends the messages that are due: of several organizations at once, of each one after the other. Ends early, between messages. */
export async function notifyAlerts(
  platform: Pick<Platform, 'addresses' | 'clock' | 'db' | 'http' | 'log' | 'mailer' | 'vault'>,
  due: readonly DueAlert[],
  signal?: AbortSignal,
): Promise<void> {
  const turns = [...Map.groupBy(due, ({ rule }) => rule.organizationId).values()]
  const take = async () => {
    for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) await tellInTurn(platform, turn, signal)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, turns.length) }, take))
}

async function tellInTurn(
  platform: Pick<Platform, 'addresses' | 'clock' | 'db' | 'http' | 'log' | 'mailer' | 'vault'>,
  turn: readonly DueAlert[],
  signal?: AbortSignal,
): Promise<void> {
  const until = platform.clock.now().getTime() + TURN_MS
  for (const due of turn) {
    if (signal?.aborted || platform.clock.now().getTime() >= until) return
    await tell(platform, due).catch((error: unknown) =>
      platform.log.error({ error, ruleId: due.rule.id }, 'An alert could not be told'),
    )
  }
}

/** Told at least once: a process that ends between sending and noting it sends again, under the same id. */
async function tell(
  platform: Pick<Platform, 'addresses' | 'clock' | 'db' | 'http' | 'mailer' | 'vault'>,
  { rule, tell: { firing, resolved } }: DueAlert,
): Promise<void> {
  const { db, clock } = platform
  const now = clock.now()
  if (!(await holdAlertRule(db, rule, new Date(now.getTime() + HELD_MS)))) return
  const { id, name, kind } = rule
  const problem = await sendAlert(platform, rule, {
    id: messageId(id, { firing, resolved }),
    at: now,
    rule: { id, name, kind },
    test: false,
    firing,
    resolved,
    consoleUrl: platform.addresses.publicUrl,
  })
  if (problem !== undefined) {
    const failures = rule.failures + 1
    const tryAt = new Date(clock.now().getTime() + retryAfterMs(failures))
    await settleAlertRule(db, id, { tryAt, failures, problem })
    return
  }
  const subjects = firing.map((state) => state.subject)
  await markAlertsTold(db, id, subjects, now)
  const over = resolved.map((state) => state.subject)
  await forgetAlertStates(db, id, over)
  await settleAlertRule(db, id, { toldAt: now })
}

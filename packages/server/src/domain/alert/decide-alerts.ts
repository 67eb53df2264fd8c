import type { AlertCondition, AlertRule } from './alert-rule.ts'
import { isQuiet } from './quiet-hours.ts'

/** Stored state of a condition: start, notification, end. */
export interface AlertState extends AlertCondition {
  since: Date
  toldAt: Date | null
  endedAt: Date | null
}

export interface AlertPlan {
  /** States to write: new ones, and those that ended or came back. */
  write: AlertState[]
  /** Subjects that ended before anybody was told of them. */
  forget: string[]
  /** One message for everything that nobody was told of yet; null where there is nothing, or it has to wait. */
  tell: { firing: AlertState[]; resolved: AlertState[] } | null
}

/** A notification that nobody took for so long is told no more. */
const KEPT_MS = 7 * 86_400_000
/** Events within this time after a message are batched into the next one. */
const GROUP_MS = 5 * 60_000

/**
 * Decides what a rule remembers and tells. Quiet hours and the pause between messages hold back; what still holds afterwards is told then,
 * in one message. What began and ended meanwhile is told to nobody, except notifications: they do not end, so each is told once.
 */
export function decideAlerts(
  rule: AlertRule,
  conditions: readonly AlertCondition[],
  states: readonly AlertState[],
  now: Date,
): AlertPlan {
  const firing = new Map(conditions.map((condition) => [condition.subject, condition]))
  const known = new Map(states.map((state) => [state.subject, state]))
  const begun = conditions
    .filter(({ subject }) => !known.has(subject))
    .map((condition) => ({ ...condition, since: now, toldAt: null, endedAt: null }))
  const cameBack = states
    .filter((state) => state.endedAt !== null && firing.has(state.subject))
    .map((state) => ({ ...state, endedAt: null }))
  const over = states.filter((state) => state.endedAt === null && !firing.has(state.subject))
  const isMoment = rule.kind === 'notifications'
  const ended = isMoment
    ? []
    : over.filter((state) => state.toldAt !== null).map((state) => ({ ...state, endedAt: now }))
  const write = [...begun, ...cameBack, ...ended]
  const isStale = ({ toldAt, since }: AlertState) => toldAt !== null || now.getTime() - since.getTime() > KEPT_MS
  const forget = over
    .filter((state) => (isMoment ? isStale(state) : state.toldAt === null))
    .map(({ subject }) => subject)
  const present = new Map([...states, ...write].map((state) => [state.subject, state]))
  for (const subject of forget) present.delete(subject)
  const all = [...present.values()]
  const untold = {
    firing: all.filter((state) => state.endedAt === null && state.toldAt === null),
    resolved: all.filter((state) => state.endedAt !== null),
  }
  const nothing = untold.firing.length + untold.resolved.length === 0
  return { write, forget, tell: nothing || mustWait(rule, now) ? null : untold }
}

function mustWait({ quietHours, toldAt, tryAt }: AlertRule, now: Date): boolean {
  if (isQuiet(quietHours, now)) return true
  if (tryAt !== null && now < tryAt) return true
  return toldAt !== null && now.getTime() - toldAt.getTime() < GROUP_MS
}

const MAX_RETRY_MS = 60 * 60_000

/** How long to wait after a message that its receiver did not take: a minute, then twice as long each time, at most an hour. */
export function retryAfterMs(failures: number): number {
  return Math.min(MAX_RETRY_MS, 60_000 * 2 ** Math.min(failures - 1, 10))
}

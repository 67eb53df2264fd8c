import type { AlertKind } from '@mkt/contract/api'

/** No messages between these times of day, written `HH:MM`, in a time zone of the tz database. */
export interface QuietHours {
  from: string
  to: string
  timeZone: string
}

/** Condition of a rule. `threshold` is in minutes, dead letters, milliseconds or days, by its kind. */
export interface AlertRule {
  kind: AlertKind
  threshold: number
  quietHours: QuietHours | null
  /** When its last message went out. */
  toldAt: Date | null
  /** Not before: the last message was not taken. */
  tryAt: Date | null
}

/** What is known of one thing that a rule watches. `link` is a place of the console. */
export type AlertFact = { subject: string; name: string; link: string } & (
  | { kind: 'failing'; since: Date; cause: string }
  | { kind: 'dead_letters'; count: number }
  | { kind: 'slow'; p95Ms: number; requests: number }
  | { kind: 'credential'; refusedAt: Date | null; enteredAt: Date }
  | { kind: 'update'; version: string }
  | { kind: 'notifications'; text: string }
)

/** Something that a rule tells of. */
export interface AlertCondition {
  subject: string
  title: string
  text: string
  link: string
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Fewer requests than this say nothing about a percentile. */
const FEWEST_REQUESTS = 10

/**
 * What a rule finds in the facts. A subject is told once, so what deserves a message of its own has a subject of its own: a refused
 * credential beside an old one, and each version.
 */
export function findConditions(rule: AlertRule, facts: readonly AlertFact[], now: Date): AlertCondition[] {
  return facts.flatMap((fact) => (fact.kind === rule.kind ? conditionsOf(rule, fact, now) : []))
}

function conditionsOf({ threshold }: AlertRule, fact: AlertFact, now: Date): AlertCondition[] {
  const { subject, name, link } = fact
  switch (fact.kind) {
    case 'failing': {
      if (now.getTime() - fact.since.getTime() < threshold * MINUTE_MS) return []
      return [{ subject, link, title: `${name} is failing`, text: `Since ${fact.since.toISOString()}: ${fact.cause}` }]
    }
    case 'dead_letters': {
      if (fact.count < threshold) return []
      const text = `${fact.count} deliveries or more are not retried automatically.`
      return [{ subject, link, title: `${name} has dead letters`, text }]
    }
    case 'slow': {
      if (fact.requests < FEWEST_REQUESTS || fact.p95Ms <= threshold) return []
      const text = `p95 of the last 15 minutes is ${fact.p95Ms} ms, above ${threshold} ms.`
      return [{ subject, link, title: `${name} is slow`, text }]
    }
    case 'credential':
      return credentialConditions(fact, threshold, now)
    case 'notifications':
      return [{ subject, link, title: name, text: fact.text }]
    case 'update': {
      const title = `Version ${fact.version} is offered for ${name}`
      return [{ subject: `${subject}:${fact.version}`, link, title, text: 'Read its notes, then take it.' }]
    }
  }
}

function credentialConditions(
  { subject, name, link, refusedAt, enteredAt }: Extract<AlertFact, { kind: 'credential' }>,
  threshold: number,
  now: Date,
): AlertCondition[] {
  const found: AlertCondition[] = []
  if (refusedAt !== null) {
    const text = `Since ${refusedAt.toISOString()}. Replace it.`
    found.push({ subject: `${subject}:refused`, link, title: `A credential of ${name} is refused`, text })
  }
  const days = Math.floor((now.getTime() - enteredAt.getTime()) / DAY_MS)
  if (days >= threshold) {
    const title = `A credential of ${name} is ${days} days old`
    found.push({ subject: `${subject}:age`, link, title, text: 'Replace it before it expires.' })
  }
  return found
}

import type { AlertKind } from '@mkt/contract/api'

/** No messages between these times of day, written `HH:MM`, in a time zone of the tz database. */
export interface QuietHours {
  from: string
  to: string
  timeZone: string
}

/** What decides about a rule. `threshold` is in minutes, letters, milliseconds or days, by its kind. */
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

/** What a rule finds in the facts. */
export function findConditions(rule: AlertRule, facts: readonly AlertFact[], now: Date): AlertCondition[] {
  return facts.flatMap((fact) => {
    const words = fact.kind === rule.kind ? wordsOf(rule, fact, now) : undefined
    return words === undefined ? [] : [{ subject: fact.subject, link: fact.link, ...words }]
  })
}

function wordsOf({ threshold }: AlertRule, fact: AlertFact, now: Date): { title: string; text: string } | undefined {
  const { name } = fact
  switch (fact.kind) {
    case 'failing': {
      if (now.getTime() - fact.since.getTime() < threshold * MINUTE_MS) return undefined
      return { title: `${name} fails`, text: `Since ${fact.since.toISOString()}: ${fact.cause}` }
    }
    case 'dead_letters': {
      if (fact.count < threshold) return undefined
      return {
        title: `${name} has dead letters`,
        text: `${fact.count} deliveries or more are not tried again by themselves.`,
      }
    }
    case 'slow': {
      if (fact.requests < FEWEST_REQUESTS || fact.p95Ms <= threshold) return undefined
      return {
        title: `${name} is slow`,
        text: `p95 of the last 15 minutes is ${fact.p95Ms} ms, above ${threshold} ms.`,
      }
    }
    case 'credential': {
      if (fact.refusedAt !== null)
        return {
          title: `A credential of ${name} is refused`,
          text: `Since ${fact.refusedAt.toISOString()}. Replace it.`,
        }
      const days = Math.floor((now.getTime() - fact.enteredAt.getTime()) / DAY_MS)
      if (days < threshold) return undefined
      return { title: `A credential of ${name} is ${days} days old`, text: 'Replace it before it expires.' }
    }
    case 'update':
      return { title: `Version ${fact.version} is offered for ${name}`, text: 'Read its notes, then take it.' }
  }
}

import { createHash, createHmac } from 'node:crypto'
import type { AlertState } from './decide-alerts.ts'

export interface AlertMessage {
  id: string
  at: Date
  rule: { id: string; name: string; kind: string }
  test: boolean
  firing: readonly AlertState[]
  resolved: readonly AlertState[]
  /** The beginning of the console's addresses. */
  consoleUrl: string
}

/** More than this are counted, not named. */
const MAX_NAMED = 20

const shown = (consoleUrl: string) => (state: AlertState) => ({
  subject: state.subject,
  title: state.title,
  text: state.text,
  since: state.since.toISOString(),
  link: `${consoleUrl}${state.link}`,
})

/** The body of a webhook. */
export function webhookBody({ id, at, rule, test, firing, resolved, consoleUrl }: AlertMessage): string {
  return JSON.stringify({
    type: 'alert',
    id,
    at: at.toISOString(),
    test,
    rule,
    firing: firing.slice(0, MAX_NAMED).map(shown(consoleUrl)),
    resolved: resolved.slice(0, MAX_NAMED).map(shown(consoleUrl)),
    counts: { firing: firing.length, resolved: resolved.length },
  })
}

/** The id of what is told: the same for each attempt, so that a receiver knows a repetition. */
export function messageId(ruleId: string, { firing, resolved }: Pick<AlertMessage, 'firing' | 'resolved'>): string {
  const named = (states: readonly AlertState[]) =>
    states.map(({ subject, since }) => `${subject} ${since.toISOString()}`).sort()
  const told = JSON.stringify([ruleId, named(firing), named(resolved)])
  return `msg_${createHash('sha256').update(told).digest('hex').slice(0, 32)}`
}

const ENCODED = 'whsec_'

/** Whether a secret is what Standard Webhooks ask for: `whsec_` and the base64 of 24 to 64 bytes. Any other text is taken as it is. */
export function isSigningSecret(secret: string): boolean {
  if (!secret.startsWith(ENCODED)) return true
  const { length } = signingKey(secret)
  return /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret) && length >= 24 && length <= 64
}

function signingKey(secret: string): Buffer {
  return secret.startsWith(ENCODED) ? Buffer.from(secret.slice(ENCODED.length), 'base64') : Buffer.from(secret)
}

/** Signs a body as Standard Webhooks do: over id, time in seconds and body, with HMAC-SHA-256. */
export function signedHeaders(message: Pick<AlertMessage, 'id' | 'at'>, body: string, secret: string) {
  const timestamp = String(Math.floor(message.at.getTime() / 1000))
  const signature = createHmac('sha256', signingKey(secret))
    .update(`${message.id}.${timestamp}.${body}`)
    .digest('base64')
  return { 'webhook-id': message.id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

export function subjectLine({ rule, test, firing, resolved }: AlertMessage): string {
  if (test) return `Test of the alert "${rule.name}"`
  const [first] = firing.length > 0 ? firing : resolved
  const others = firing.length + resolved.length - 1
  const title = firing.length > 0 ? first?.title : `Over: ${first?.title}`
  return others > 0 ? `${title} and ${others} more` : `${title}`
}

/** The same in words, for mail and chat. */
export function messageText(message: AlertMessage): string {
  const lines = [
    ...message.firing.map((state) => `${state.title}. ${state.text} ${message.consoleUrl}${state.link}`),
    ...message.resolved.map((state) => `Over: ${state.title} (since ${state.since.toISOString()}).`),
  ]
  const named = lines.slice(0, MAX_NAMED)
  if (lines.length > MAX_NAMED) named.push(`And ${lines.length - MAX_NAMED} more.`)
  if (message.test) named.push('This is a test. Nothing is wrong.')
  return [...named, `Alert rule "${message.rule.name}".`].join('\n')
}

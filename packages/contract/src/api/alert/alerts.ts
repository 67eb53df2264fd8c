import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { id, idParams, line, orgParams, time } from '../operation/shapes.ts'
import { mailTopics } from '../platform/notification-kinds.ts'

export const alertKinds = ['failing', 'dead_letters', 'slow', 'credential', 'update', 'notifications'] as const
export type AlertKind = (typeof alertKinds)[number]

/** What the threshold of a rule counts, and its bounds. A kind without a unit counts nothing. */
export const alertThresholds = {
  failing: { unit: 'minutes', least: 1, most: 1_440 },
  dead_letters: { unit: 'letters', least: 1, most: 10_000 },
  slow: { unit: 'milliseconds', least: 1, most: 30_000 },
  credential: { unit: 'days', least: 1, most: 3_650 },
  update: { unit: '', least: 1, most: 1 },
  notifications: { unit: '', least: 1, most: 1 },
} as const satisfies Record<AlertKind, { unit: string; least: number; most: number }>

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write a time of day as HH:MM, from 00:00 to 23:59.')
const quietHours = z.strictObject({
  from: timeOfDay,
  to: timeOfDay,
  timeZone: z.string().min(1).max(60).describe('A name of the tz database, such as Europe/Berlin'),
})
const target = z.enum(['mail', 'webhook', 'slack'])

const fields = {
  name: line(120).min(1),
  kind: z
    .enum(alertKinds)
    .describe(
      'failing: for `threshold` minutes; dead_letters: as many or more; slow: p95 of 15 minutes above as many milliseconds; credential: refused, or as many days old; update: another release is offered; notifications: what members are notified of under the `topics`',
    ),
  threshold: z.number().int().min(1).max(30_000),
  topics: z
    .array(z.enum(mailTopics))
    .max(mailTopics.length)
    .describe('Topics of a rule of the kind `notifications`, at least one; empty for other kinds'),
  listingId: id.nullable().describe('Watch an app you publish, over all its customers'),
  installationId: id
    .nullable()
    .describe('Watch one installation; all of the organization where neither is named, as always for `notifications`'),
  quietHours: quietHours.nullable().describe('Messages wait until they are over; what ended by then is not told'),
}

const rule = z.object({
  id,
  ...fields,
  target,
  address: z.string().describe('The mail address, or the origin of the web address: the rest may be a secret'),
  createdAt: time,
  createdBy: z.string(),
  toldAt: time.nullable().describe('When the last message was taken'),
  problem: z.string().nullable().describe('Why the last message was not taken'),
  firing: z.number().int().describe('Number of current alerts of the rule'),
})

const newRule = z.strictObject({
  ...fields,
  threshold: fields.threshold.optional(),
  topics: fields.topics.optional(),
  listingId: fields.listingId.optional(),
  installationId: fields.installationId.optional(),
  quietHours: fields.quietHours.optional(),
  target,
  address: line(2_000)
    .min(1)
    .describe(
      'mail: the address of a member; webhook and slack: an https address, or an http address that the operator allowed. Never shown again in full',
    ),
  secret: line(200)
    .min(16, 'Use at least 16 characters.')
    .optional()
    .describe(
      'What a webhook is signed with; required there, and never shown. After `whsec_`: base64, as Standard Webhooks write it',
    ),
})

export const alertOperations = {
  getAlertRules: operation({
    method: 'GET',
    path: '/organizations/{org}/alerts',
    group: 'Alerts',
    summary: 'Alert rules of an organization',
    params: orgParams,
    answer: {
      status: 200,
      schema: z.object({ rules: z.array(rule) }),
      description: 'Rules, oldest first; at most 100',
    },
    errors: ['not_found'],
  }),
  createAlertRule: operation({
    method: 'POST',
    path: '/organizations/{org}/alerts',
    group: 'Alerts',
    summary: 'Create an alert rule: mail, signed webhook or a Slack-compatible address',
    description:
      'A webhook is a POST with `webhook-id`, `webhook-timestamp` and `webhook-signature` (`v1,` and the base64 of HMAC-SHA-256 over id, time and body, joined by dots); a repeated attempt has the same id. A message gathers everything that is new, at most one every five minutes for each rule, and also says what is over.',
    params: orgParams,
    body: newRule,
    answer: { status: 201, schema: rule, description: 'The rule' },
    errors: ['not_found', 'alert_refused', 'quota_exceeded'],
  }),
  changeAlertRule: operation({
    method: 'PATCH',
    path: '/alerts/{id}',
    group: 'Alerts',
    summary: 'Change a rule',
    description:
      'What is left out stays, address and secret too. Another kind needs its threshold, another target its address. A rule that watches something else starts over: what it was firing for is forgotten.',
    params: idParams,
    body: newRule.partial(),
    answer: { status: 200, schema: rule, description: 'The rule' },
    errors: ['not_found', 'alert_refused'],
  }),
  deleteAlertRule: operation({
    method: 'DELETE',
    path: '/alerts/{id}',
    group: 'Alerts',
    summary: 'Remove a rule',
    params: idParams,
    answer: { status: 204, description: 'It tells nothing any more' },
    errors: ['not_found'],
  }),
  testAlertRule: operation({
    method: 'POST',
    path: '/alerts/{id}/test',
    group: 'Alerts',
    summary: 'Send a test message now, also during quiet hours',
    params: idParams,
    answer: {
      status: 200,
      schema: z.object({
        taken: z.boolean(),
        problem: z.string().nullable().describe('Why the message was not taken'),
      }),
      description: 'Whether the receiver took it',
    },
    errors: ['not_found'],
  }),
}

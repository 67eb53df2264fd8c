import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { id, idParams, json, orgParams, page, time } from '../operation/shapes.ts'
import { searched, sortedQuery } from '../operation/sorting.ts'

const auditRow = z.object({
  id,
  at: time,
  actor: z.object({ kind: z.string(), id: z.string(), label: z.string() }),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  action: z.string(),
  subject: z.object({
    kind: z.string(),
    id: z.string(),
    name: z.string().optional().describe('What it is called now; absent when it has no name or is gone'),
  }),
  details: z.record(z.string(), json),
})

const auditFilter = {
  action: z.string().max(100).optional().describe('An action, or the beginning of one'),
  actor: z
    .string()
    .max(254)
    .optional()
    .describe('The id of who did it, or the beginning of the email address or client ID'),
  subject: z.string().max(64).optional().describe('The id of what it was done to'),
  from: time.optional(),
  to: time.optional(),
}

const notification = z.object({
  id,
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  link: z.string().nullable(),
  createdAt: time,
  readAt: time.nullable(),
})

export const recordOperations = {
  listAudit: operation({
    method: 'GET',
    path: '/organizations/{org}/audit',
    group: 'Audit',
    summary: 'Audit log of an organization, newest first',
    params: orgParams,
    query: sortedQuery('at', 'action', 'actor').extend(auditFilter),
    answer: { status: 200, schema: page(auditRow), description: 'Audit rows' },
    errors: ['not_found'],
  }),
  listAllAudit: operation({
    method: 'GET',
    path: '/audit',
    group: 'Audit',
    summary: 'Audit log of the platform, for operators',
    query: sortedQuery('at', 'action', 'actor').extend(auditFilter),
    answer: { status: 200, schema: page(auditRow), description: 'Audit rows' },
    errors: [],
  }),
  exportAudit: operation({
    method: 'GET',
    path: '/organizations/{org}/audit/export',
    group: 'Audit',
    summary: 'The audit rows of an organization as JSON lines',
    params: orgParams,
    query: z.strictObject(auditFilter),
    answer: {
      status: 200,
      description: 'One JSON object a line',
      contentType: 'application/x-ndjson',
      headers: ['content-disposition'],
    },
    errors: ['not_found'],
  }),
  exportAllAudit: operation({
    method: 'GET',
    path: '/audit/export',
    group: 'Audit',
    summary: 'The audit rows of the whole platform as JSON lines, for operators',
    query: z.strictObject(auditFilter),
    answer: {
      status: 200,
      description: 'One JSON object a line',
      contentType: 'application/x-ndjson',
      headers: ['content-disposition'],
    },
    errors: [],
  }),
  listNotifications: operation({
    method: 'GET',
    path: '/notifications',
    group: 'Notifications',
    summary: 'Notifications, newest first',
    query: sortedQuery('createdAt', 'title').extend({
      unread: z.enum(['true', 'false']).optional(),
      q: searched.describe('Words that the title or the text contains'),
    }),
    answer: {
      status: 200,
      schema: page(notification).extend({ unread: z.number().int() }),
      description: 'Notifications',
    },
    errors: [],
  }),
  readNotification: operation({
    method: 'POST',
    path: '/notifications/{id}/read',
    group: 'Notifications',
    summary: 'Mark a notification as read',
    params: idParams,
    answer: { status: 204, description: 'Marked' },
    errors: ['not_found'],
  }),
  readAllNotifications: operation({
    method: 'POST',
    path: '/notifications/read-all',
    group: 'Notifications',
    summary: 'Mark all notifications as read',
    answer: { status: 204, description: 'Marked' },
    errors: [],
  }),
  streamChanges: operation({
    method: 'GET',
    path: '/stream',
    group: 'Changes',
    summary: 'Changes of things you may see, as server-sent events',
    description:
      'Each event is `{ "topic": "listing", "id": "…" }`: read the thing again. A `reset` event means: read everything again. Operators also hear `health` events, which carry the answer of `getHealth`.',
    query: z.strictObject({
      topics: z.string().max(300).optional().describe('Topics, separated by commas; all without it'),
      since: z
        .string()
        .regex(/^\d{1,19}$/, 'Give the `position` of `GET /me`.')
        .optional()
        .describe('The `position` of `GET /me`: what changed since then is told first'),
    }),
    answer: { status: 200, description: 'An event stream', contentType: 'text/event-stream' },
    errors: [],
  }),
}

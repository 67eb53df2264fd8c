import { z } from 'zod'
import { deliveryStates, settledStates } from '../../states/delivery.ts'
import { operation } from '../operation/operation.ts'
import { id, idParams, page, time } from '../operation/shapes.ts'
import { sortedQuery } from '../operation/sorting.ts'

const deliveryState = z.enum(deliveryStates)

const attempt = z.object({
  at: time,
  status: z.number().int().nullable().describe('null when there was no answer'),
  durationMs: z.number().int(),
  error: z.string().nullable().describe('Why there was no answer: connect, timeout, broken or crash, and words'),
  answer: z
    .string()
    .nullable()
    .describe('The beginning of the answer, own secrets masked; null without the right to see payloads'),
  answerSize: z.number().int(),
  probe: z.boolean().describe('The hourly try of a paused route; it spends no attempt'),
})

const summary = {
  id,
  eventId: id,
  type: z.string().nullable(),
  path: z.string(),
  state: deliveryState,
  reason: z.string().nullable().describe('Why it is a dead letter'),
  attemptCount: z.number().int(),
  nextAttemptAt: time.nullable(),
  lastStatus: z.number().int().nullable(),
  lastAttemptAt: time.nullable(),
  receivedAt: time,
  size: z.number().int().describe('Bytes of the payload'),
}

const delivery = z.object({
  ...summary,
  installationId: id,
  contentType: z.string().nullable(),
  attempts: z.array(attempt),
})

/** What a publisher sees of customers' deliveries: how they fare, never what they carry. */
const publishersDelivery = z.object(summary)

const deliveryQuery = sortedQuery('receivedAt', 'type', 'state', 'attemptCount', 'lastStatus').extend({
  state: deliveryState.optional(),
  eventId: z.string().min(1).max(500).optional().describe("The event's id, ours or the policy system's"),
  type: z.string().min(1).max(120).optional().describe('The exact type of the event'),
  from: time.optional().describe('Received at this time or later'),
  to: time.optional().describe('Received before this time'),
})

const counted = z.object({ count: z.number().int() })

const replayFilter = z.strictObject({
  state: z.enum(settledStates).optional(),
  from: time.optional(),
  to: time.optional(),
  q: z.string().min(1).max(200).optional().describe('Words in the type or path of the event'),
  locator: z.string().min(1).max(64).optional().describe('Of a policy, quote, claim and the like'),
})

export const deliveryOperations = {
  listDeliveries: operation({
    method: 'GET',
    path: '/installations/{id}/deliveries',
    group: 'Deliveries',
    summary: 'The deliveries of an installation, newest first',
    params: idParams,
    query: deliveryQuery,
    answer: { status: 200, schema: page(delivery), description: 'Deliveries' },
    errors: ['not_found'],
  }),
  getDeliverySummary: operation({
    method: 'GET',
    path: '/installations/{id}/deliveries/summary',
    group: 'Deliveries',
    summary: 'Delivery figures of an installation',
    params: idParams,
    answer: {
      status: 200,
      schema: z.object({
        waiting: z.number().int().describe('Counted up to 100,000'),
        dead: z.number().int().describe('Counted up to 100,000'),
        failingSince: time.nullable(),
        paused: z
          .object({
            at: time,
            reason: z.enum(['failing', 'gone']),
            probeAt: time.nullable(),
            paths: z.array(z.string()).describe('Paths that answered 410; empty where the whole route is paused'),
          })
          .nullable(),
      }),
      description: 'Counts, and whether the route or some of its paths are paused',
    },
    errors: ['not_found'],
  }),
  getDelivery: operation({
    method: 'GET',
    path: '/deliveries/{id}',
    group: 'Deliveries',
    summary: 'One delivery with all its attempts',
    params: idParams,
    answer: { status: 200, schema: delivery, description: 'The delivery' },
    errors: ['not_found'],
  }),
  getDeliveryPayload: operation({
    method: 'GET',
    path: '/deliveries/{id}/payload',
    group: 'Deliveries',
    summary: 'The exact bytes of the event',
    params: idParams,
    answer: {
      status: 200,
      description: 'The bytes as they were received',
      contentType: 'application/octet-stream',
      headers: ['content-disposition'],
    },
    errors: ['not_found', 'payload_gone'],
  }),
  replayDelivery: operation({
    method: 'POST',
    path: '/deliveries/{id}/replay',
    group: 'Deliveries',
    summary: 'Replay a delivery under the same id, also a successful one',
    params: idParams,
    answer: { status: 202, schema: counted, description: 'Number of deliveries to be sent' },
    errors: ['not_found', 'payload_gone', 'illegal_move'],
  }),
  replayDeliveries: operation({
    method: 'POST',
    path: '/installations/{id}/deliveries/replay',
    group: 'Deliveries',
    summary: 'Replay many deliveries: all dead letters, or all settled ones that match a filter',
    params: idParams,
    body: replayFilter
      .optional()
      .describe('Without a state: dead letters; with `from` or `to`, everything settled in that range'),
    answer: { status: 202, schema: counted, description: 'Number of deliveries to be sent' },
    errors: ['not_found', 'illegal_move'],
  }),
  countReplay: operation({
    method: 'GET',
    path: '/installations/{id}/deliveries/replay',
    group: 'Deliveries',
    summary: 'Count the deliveries that a replay with this filter would send',
    params: idParams,
    query: replayFilter,
    answer: {
      status: 200,
      schema: counted.extend({ more: z.boolean().describe('There are more than were counted') }),
      description: 'Number of deliveries that a replay would send; nothing is sent',
    },
    errors: ['not_found'],
  }),
  sendTestEvent: operation({
    method: 'POST',
    path: '/installations/{id}/test-events',
    group: 'Deliveries',
    summary: 'Send a test event to a running installation, in the form of its policy system',
    params: idParams,
    body: z
      .strictObject({
        type: z.string().min(1).max(120).optional().describe('One of the types that its webhooks ask for'),
        policyLocator: z
          .string()
          .min(1)
          .max(64)
          .optional()
          .describe('Of a policy in the tenant; without it the event names a policy that does not exist'),
      })
      .optional()
      .describe('Without a type: the first one that its webhooks ask for'),
    answer: {
      status: 202,
      schema: z.object({ deliveryId: id, eventId: id, type: z.string(), path: z.string() }),
      description: 'The event is kept and will be sent',
    },
    errors: ['not_found', 'illegal_move'],
  }),
  resumeDeliveries: operation({
    method: 'POST',
    path: '/installations/{id}/deliveries/resume',
    group: 'Deliveries',
    summary: 'Resume a paused route; all waiting deliveries are sent now',
    params: idParams,
    answer: { status: 202, schema: counted, description: 'How many were waiting' },
    errors: ['not_found', 'illegal_move'],
  }),
  listListingDeliveries: operation({
    method: 'GET',
    path: '/listings/{id}/deliveries',
    group: 'Deliveries',
    summary: 'Deliveries to an app for all its customers: status, time and sizes, never payloads',
    params: idParams,
    query: deliveryQuery.omit({ eventId: true }),
    answer: { status: 200, schema: page(publishersDelivery), description: 'Deliveries' },
    errors: ['not_found'],
  }),
}

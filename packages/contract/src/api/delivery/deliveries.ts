import { z } from 'zod'
import { deliveryStates, settledStates } from '../../states/delivery.ts'
import { operation } from '../operation/operation.ts'
import { id, idParams, orgParams, page, time } from '../operation/shapes.ts'
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

const call = z.object({
  id,
  kind: z.enum(['autofill', 'rater', 'other', 'public']),
  method: z.string(),
  path: z.string(),
  at: time,
  status: z.number().int(),
  code: z.string().nullable().describe('The code of the problem, where the platform answered with one'),
  durationMs: z.number().int(),
  requestSize: z.number().int(),
  answerSize: z.number().int(),
  requestId: z.string(),
  traceId: z.string().nullable(),
  fallback: z
    .enum(['skipped', 'last'])
    .nullable()
    .describe(
      'What the policy system got instead of the answer of an app that failed: an empty update, or the last answer',
    ),
  appStatus: z
    .number()
    .int()
    .nullable()
    .describe("The application's own status where the platform answered with a problem instead"),
  appMessage: z
    .string()
    .nullable()
    .describe('What the application said in that answer, masked, at most 1 KB; null without the right to see payloads'),
})

/** What a publisher sees of customers' calls: how they went, never what was said in them. */
const publishersCall = call.omit({ appMessage: true })

const deliveryQuery = sortedQuery('receivedAt', 'type', 'state', 'attemptCount', 'lastStatus').extend({
  state: deliveryState.optional(),
  eventId: z.string().min(1).max(500).optional().describe("The event's id, ours or the policy system's"),
  type: z.string().min(1).max(120).optional().describe('The exact type of the event'),
  from: time.optional().describe('Received at this time or later'),
  to: time.optional().describe('Received before this time'),
})

const callQuery = sortedQuery('at', 'kind', 'status', 'durationMs').extend({
  kind: call.shape.kind.optional(),
  from: time.optional(),
  to: time.optional(),
})

const figures = z.object({
  from: time,
  kinds: z.array(
    z.object({
      kind: call.shape.kind,
      calls: z.number().int(),
      failed: z.number().int().describe('Answers with status 400 or above, the problems of the platform included'),
      p50Ms: z.number().int(),
      p99Ms: z.number().int(),
      requestBytes: z.number().int(),
      answerBytes: z.number().int(),
    }),
  ),
})
const figuresQuery = z.strictObject({
  hours: z.coerce.number().int().min(1).max(720).default(24).describe('How far back to look'),
})

const answered = z.object({
  requests: z.number().int(),
  failed: z.number().int(),
  p50Ms: z.number().int().nullable().describe('Half of the answers came within this time'),
  p95Ms: z.number().int().nullable().describe('Estimated, never above the slowest answer'),
  slowestMs: z.number().int().nullable(),
})
const traffic = z.object({
  marks: z
    .array(
      z.object({
        at: time,
        kind: z.enum(['release', 'configuration']),
        text: z.string().describe('What happened, in words'),
      }),
    )
    .describe('When another release ran or another configuration was saved, newest first; at most 50'),
  from: time,
  stepSeconds: z.number().int().describe('How much time each point stands for'),
  points: z.array(
    z.object({
      at: time.describe('The beginning of the point'),
      deliveries: answered.describe('Attempts to deliver an event'),
      calls: answered.describe('Synchronous calls, those that the platform refused included'),
    }),
  ),
})

const counted = z.object({ count: z.number().int() })

export const deliveryOperations = {
  listDeliveries: operation({
    method: 'GET',
    path: '/installations/{id}/deliveries',
    group: 'Deliveries',
    summary: 'The events of an installation and how their delivery fares, newest first',
    params: idParams,
    query: deliveryQuery,
    answer: { status: 200, schema: page(delivery), description: 'Deliveries' },
    errors: ['not_found'],
  }),
  getDeliverySummary: operation({
    method: 'GET',
    path: '/installations/{id}/deliveries/summary',
    group: 'Deliveries',
    summary: 'How the deliveries of an installation fare as a whole',
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
    summary: 'Send a delivery again under the same id, also one that succeeded',
    params: idParams,
    answer: { status: 202, schema: counted, description: 'How many will be sent' },
    errors: ['not_found', 'payload_gone', 'illegal_move'],
  }),
  replayDeliveries: operation({
    method: 'POST',
    path: '/installations/{id}/deliveries/replay',
    group: 'Deliveries',
    summary: 'Send many again: all dead letters, or everything settled that a filter names',
    params: idParams,
    body: z
      .strictObject({
        state: z.enum(settledStates).optional(),
        from: time.optional(),
        to: time.optional(),
        q: z.string().min(1).max(200).optional().describe('Words in the type or path of the event'),
        locator: z.string().min(1).max(64).optional().describe('Of a policy, quote, claim and the like'),
      })
      .optional()
      .describe('Without a state: dead letters; with `from` or `to`, everything settled in that range'),
    answer: { status: 202, schema: counted, description: 'How many will be sent' },
    errors: ['not_found', 'illegal_move'],
  }),
  resumeDeliveries: operation({
    method: 'POST',
    path: '/installations/{id}/deliveries/resume',
    group: 'Deliveries',
    summary: 'End the pause of a route; everything that waits is sent now',
    params: idParams,
    answer: { status: 202, schema: counted, description: 'How many were waiting' },
    errors: ['not_found', 'illegal_move'],
  }),
  listListingDeliveries: operation({
    method: 'GET',
    path: '/listings/{id}/deliveries',
    group: 'Deliveries',
    summary: 'How deliveries to an app fare for all its customers: status, time and sizes, never payloads',
    params: idParams,
    query: deliveryQuery.omit({ eventId: true }),
    answer: { status: 200, schema: page(publishersDelivery), description: 'Deliveries' },
    errors: ['not_found'],
  }),
  listCalls: operation({
    method: 'GET',
    path: '/installations/{id}/calls',
    group: 'Calls',
    summary: 'The synchronous calls of an installation, newest first',
    params: idParams,
    query: callQuery,
    answer: { status: 200, schema: page(call), description: 'Calls' },
    errors: ['not_found'],
  }),
  getCall: operation({
    method: 'GET',
    path: '/calls/{id}',
    group: 'Calls',
    summary: 'One call, without what it carried',
    params: idParams,
    answer: { status: 200, schema: call, description: 'The call' },
    errors: ['not_found'],
  }),
  getCallPayload: operation({
    method: 'GET',
    path: '/calls/{id}/payload',
    group: 'Calls',
    summary: 'What a call carried, where recording was on; of long bodies the beginning',
    params: idParams,
    answer: {
      status: 200,
      schema: z.object({
        request: z.string(),
        answer: z.string().describe("The application's answer, the installation's own secrets hidden"),
        cut: z.boolean().describe('Whether more than 256 KB were there'),
      }),
      description: 'The payloads',
    },
    errors: ['not_found', 'payload_gone'],
  }),
  getCallFigures: operation({
    method: 'GET',
    path: '/installations/{id}/calls/figures',
    group: 'Calls',
    summary: 'How many calls an installation had, how many failed and how long they took, by kind',
    params: idParams,
    query: figuresQuery,
    answer: { status: 200, schema: figures, description: 'Figures by kind of call' },
    errors: ['not_found'],
  }),
  getTraffic: operation({
    method: 'GET',
    path: '/installations/{id}/traffic',
    group: 'Calls',
    summary: 'Deliveries and calls of an installation over time: how many, how many failed, how long they took',
    params: idParams,
    query: z.strictObject({
      hours: z.coerce.number().int().min(1).max(168).default(24).describe('How far back to look'),
    }),
    answer: { status: 200, schema: traffic, description: 'At most a hundred points, the latest last' },
    errors: ['not_found'],
  }),
  getInstallationsTraffic: operation({
    method: 'GET',
    path: '/organizations/{org}/traffic',
    group: 'Calls',
    summary: 'Deliveries and calls of some installations in the last 24 hours, for a list of them',
    params: orgParams,
    query: z.strictObject({
      ids: z
        .string()
        .min(1)
        .max(6_000)
        .refine((value) => value.split(',').length <= 100, 'Ask for at most 100 installations at once.')
        .describe('Ids of installations of the organization, separated by commas'),
    }),
    answer: {
      status: 200,
      schema: z.object({
        from: time,
        installations: z.array(
          z.object({
            installationId: id,
            requests: z.number().int(),
            failed: z.number().int(),
            p95Ms: z.number().int().nullable(),
            lastAt: time.describe('The beginning of the last five minutes in which something happened'),
            hours: z
              .array(z.object({ requests: z.number().int(), failed: z.number().int() }))
              .describe('24 hours, the oldest first'),
          }),
        ),
      }),
      description: 'Those of them that were asked anything',
    },
    errors: ['not_found'],
  }),
  getListingCallFigures: operation({
    method: 'GET',
    path: '/listings/{id}/calls/figures',
    group: 'Calls',
    summary: 'The same for all calls to an app, over all its customers',
    params: idParams,
    query: figuresQuery,
    answer: { status: 200, schema: figures, description: 'Figures by kind of call' },
    errors: ['not_found'],
  }),
  listListingCalls: operation({
    method: 'GET',
    path: '/listings/{id}/calls',
    group: 'Calls',
    summary: 'The synchronous calls to an app for all its customers, newest first',
    params: idParams,
    query: callQuery,
    answer: { status: 200, schema: page(publishersCall), description: 'Calls' },
    errors: ['not_found'],
  }),
}

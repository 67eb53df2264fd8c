import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { id, idParams, time } from '../operation/shapes.ts'

const step = z.object({
  kind: z
    .enum(['event', 'attempt', 'hook', 'call', 'tenantCall', 'stateRead', 'span', 'log'])
    .describe(
      'An event that was accepted, an attempt to deliver it, a lifecycle hook, a call, a request to the policy system, a read of state that named the trace, a span that the app reported at `MKT_OTLP`, or a line that it wrote',
    ),
  id: id.describe('The record; of an attempt its delivery'),
  at: time.describe('When it began'),
  offsetMs: z.number().int().describe('From the beginning of the trace'),
  durationMs: z.number().int().nullable(),
  failed: z.boolean(),
  title: z.string().describe('The event in one line; for a log line the line itself'),
  status: z.number().int().nullable(),
  code: z.string().nullable().describe('What went wrong'),
  requestId: z.string().nullable().describe('`x-request-id` as the app got it'),
  installationId: id.nullable().describe('null where the customer is not shown'),
  listingId: id.nullable(),
})

export const traceOperations = {
  getTrace: operation({
    method: 'GET',
    path: '/traces/{id}',
    group: 'Traces',
    summary: 'Timeline of one request',
    description:
      'Named by its trace id, or by the id of an event, delivery, call, tenant call or request in it. Customers see the steps of their installations; publishers see the steps of their apps without customer, payload and paths of the policy system, and the lines that their containers wrote with the request id or the trace id. Reads of state are steps where the app sends `traceparent` with them. What an app calls its own spans is shown to its publisher; customers see when they began and how long they took.',
    params: idParams,
    answer: {
      status: 200,
      schema: z.object({
        traceId: z.string(),
        startedAt: time,
        durationMs: z.number().int(),
        cut: z.boolean().describe('More records belong to the trace than are shown'),
        steps: z.array(step),
      }),
      description: 'The trace',
    },
    errors: ['not_found'],
  }),
}

import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { id, idParams, page, time } from '../operation/shapes.ts'
import { sortedQuery } from '../operation/sorting.ts'

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
    .describe(
      'Message of the application in that answer, masked, at most 1 KB; null without the right to see payloads',
    ),
  test: z.boolean().describe('Whether somebody tried the installation with it; a policy system did not call'),
})

/** What a publisher sees of customers' calls: how they went, never what was said in them. */
const publishersCall = call.omit({ appMessage: true })

const callQuery = sortedQuery('at', 'kind', 'status', 'durationMs').extend({
  kind: call.shape.kind.optional(),
  test: z.enum(['true', 'false']).optional().describe('`false` leaves out what somebody tried'),
  from: time.optional(),
  to: time.optional(),
})

const figures = z.object({
  from: time,
  p95Ms: z.number().int().nullable().describe('Of all kinds together; null without calls'),
  kinds: z.array(
    z.object({
      kind: call.shape.kind,
      calls: z.number().int(),
      failed: z.number().int().describe('Answers with status 400 or above, the problems of the platform included'),
      p50Ms: z.number().int(),
      p95Ms: z.number().int(),
      requestBytes: z.number().int(),
      answerBytes: z.number().int(),
    }),
  ),
})

const figuresQuery = z.strictObject({
  hours: z.coerce.number().int().min(1).max(720).default(24).describe('How far back to look'),
})

export const callOperations = {
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
    summary: 'One call, without its payload',
    params: idParams,
    answer: { status: 200, schema: call, description: 'The call' },
    errors: ['not_found'],
  }),
  getCallPayload: operation({
    method: 'GET',
    path: '/calls/{id}/payload',
    group: 'Calls',
    summary: 'Recorded payload of a call; long bodies are truncated',
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
    summary: 'Calls of an installation by kind: count, failures, latency',
    params: idParams,
    query: figuresQuery,
    answer: { status: 200, schema: figures, description: 'Figures by kind of call' },
    errors: ['not_found'],
  }),
  getListingCallFigures: operation({
    method: 'GET',
    path: '/listings/{id}/calls/figures',
    group: 'Calls',
    summary: 'Call figures of an app, over all its customers',
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

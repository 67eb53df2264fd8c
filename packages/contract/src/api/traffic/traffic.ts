import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { id, idParams, orgParams, time } from '../operation/shapes.ts'

const answered = z.object({
  requests: z.number().int(),
  failed: z.number().int(),
  p50Ms: z.number().int().nullable().describe('Half of the answers came within this time'),
  p95Ms: z.number().int().nullable().describe('To a few percent, and never above the slowest answer'),
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
  stepSeconds: z.number().int().describe('Length of the interval of a point'),
  points: z.array(
    z.object({
      at: time.describe('The beginning of the point'),
      deliveries: answered.describe('Attempts to deliver an event'),
      calls: answered.describe('Synchronous calls, those that the platform refused included'),
    }),
  ),
})

export const trafficOperations = {
  getTraffic: operation({
    method: 'GET',
    path: '/installations/{id}/traffic',
    group: 'Calls',
    summary: 'Deliveries and calls of an installation over time: count, failures, latency',
    params: idParams,
    query: z.strictObject({
      hours: z.coerce.number().int().min(1).max(168).default(24).describe('How far back to look'),
      minutes: z.coerce
        .number()
        .int()
        .min(5)
        .max(60)
        .optional()
        .describe('The same in minutes, instead of `hours`: a point for each minute'),
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
            lastAt: time.describe(
              'The beginning of the last minute in which something happened; of the last five minutes where that was hours ago',
            ),
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
}

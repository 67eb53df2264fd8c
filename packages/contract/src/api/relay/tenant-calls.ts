import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { id, idParams, page, time } from '../operation/shapes.ts'
import { searched, sortedQuery } from '../operation/sorting.ts'

const tenantCall = z.object({
  id,
  installationId: id,
  releaseId: id,
  method: z.string(),
  path: z.string(),
  at: time,
  status: z.number().int(),
  code: z.string().nullable().describe('The code of the problem, where the relay answered with one'),
  durationMs: z.number().int(),
  requestSize: z.number().int(),
  answerSize: z.number().int(),
  requestId: z.string(),
  traceId: z.string(),
})

/** Requests of applications to the policy systems of their customers. */
export const tenantCallOperations = {
  listTenantCalls: operation({
    method: 'GET',
    path: '/installations/{id}/tenant-calls',
    group: 'Calls',
    summary: 'The requests of an app to the policy system through the relay, newest first',
    description:
      'Kept for 30 days unless the operator set another time: method, path without its query, status, time, sizes and trace; never what they carried.',
    params: idParams,
    query: sortedQuery('at', 'method', 'status', 'durationMs').extend({
      method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']).optional(),
      status: z
        .string()
        .regex(/^[1-5](\d\d|xx)$/, 'Give a status such as 404, or 4xx for all that begin with 4.')
        .optional()
        .describe('A status such as 404, or 4xx for all that begin with 4'),
      q: searched.describe('Words that the path contains'),
      traceId: z
        .string()
        .max(32)
        .optional()
        .describe('Of the event or call that the app was answering, where it passes `traceparent` on'),
      from: time.optional(),
      to: time.optional(),
    }),
    answer: { status: 200, schema: page(tenantCall), description: 'Requests' },
    errors: ['not_found'],
  }),
}

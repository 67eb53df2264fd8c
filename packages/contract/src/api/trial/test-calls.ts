import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { idParams } from '../operation/shapes.ts'

const testCall = z.object({
  kind: z.enum(['autofill', 'rater']),
  path: z.string(),
  requestId: z.string().nullable().describe('Finds the call in the activity of the installation'),
  status: z.number().int().describe('Answer that the policy system would have got'),
  durationMs: z.number().int(),
  problem: z
    .object({ code: z.string(), detail: z.string() })
    .nullable()
    .describe('Why there is no result, with what the application said about it'),
  filled: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .describe('The first fields that an autofill answer sets'),
  premiums: z
    .array(
      z.object({
        exposure: z.string().nullable(),
        peril: z.string().nullable(),
        basis: z.enum(['premium', 'yearlyPremium', 'exactPremium']),
        amount: z.number().nullable().describe('null where the application gave no number'),
      }),
    )
    .describe('The first premiums that a rater answers'),
  total: z.number().nullable(),
  currency: z.string().nullable(),
  request: z.string().describe('The beginning of what was sent'),
  answer: z.string().describe('The beginning of what was answered, own secrets masked'),
})

export const testCallOperations = {
  sendTestCall: operation({
    method: 'POST',
    path: '/installations/{id}/test-calls',
    group: 'Calls',
    summary:
      'Try a running installation with one autofill or rater call, through its gateway as the policy system would',
    params: idParams,
    body: z
      .strictObject({
        path: z.string().min(1).max(500).optional().describe('Of one of its autofills or raters'),
        request: z
          .record(z.string(), z.unknown())
          .optional()
          .describe('Payload; default: a sample about a policy that does not exist'),
      })
      .optional()
      .describe('Without a path: the first autofill, or the first rater of an application without one'),
    answer: { status: 200, schema: testCall, description: 'Answer of the application, or the reason for its failure' },
    errors: ['not_found', 'illegal_move', 'gateway_unreachable'],
  }),
}

import { z } from 'zod'
import { deliveryStates } from '../../states/delivery.ts'
import { operation } from '../operation/operation.ts'
import { id, idParams, orgParams, page, pageQuery, time } from '../operation/shapes.ts'
import { searched, sortedQuery } from '../operation/sorting.ts'

/** What an installation is asked, asks or is told. Autofill to `public` are calls through the gateway. */
export const activityKinds = ['delivery', 'autofill', 'rater', 'other', 'public', 'tenant-call', 'hook'] as const
export const activityOutcomes = ['ok', 'failed', 'retrying', 'waiting'] as const

/** Things of a policy system that activity can be found by. Accounts and policyholders are people and are not indexed. */
export const locatorKinds = [
  'policy',
  'quote',
  'endorsement',
  'renewal',
  'cancellation',
  'reinstatement',
  'transaction',
  'claim',
  'invoice',
  'payment',
] as const

const locator = z.string().min(1).max(64)
const locators = z
  .array(z.object({ kind: z.enum(locatorKinds), locator }))
  .describe(
    'Policies, quotes, claims and the like that it concerns; at most 8. Empty for callers who may not list policies',
  )

const activity = z.object({
  id: id.describe('Of the delivery, the call or the entry'),
  kind: z.enum(activityKinds),
  installationId: id,
  at: time,
  name: z.string().describe('The type of an event, the method and path of a call, the name of a hook'),
  path: z.string().nullable(),
  state: z.enum(deliveryStates).nullable().describe('Of a delivery'),
  outcome: z
    .enum(activityOutcomes)
    .describe('`retrying`: a delivery that is sent again, after a failure or by a replay'),
  status: z.number().int().nullable().describe('The status answered last; null without an answer'),
  code: z.string().nullable().describe('The code of the problem, or why a delivery is a dead letter'),
  fallback: z.enum(['skipped', 'last']).nullable().describe('Fallback sent to the policy system'),
  test: z
    .boolean()
    .describe('Whether it is a call that somebody sent from the console or the API to try the installation'),
  durationMs: z.number().int().nullable().describe('Of the last attempt, where there were several'),
  attempts: z.number().int(),
  requestId: z.string().nullable(),
  traceId: z.string().nullable(),
  locators,
})

const kindFilter = z
  .enum([...activityKinds, 'call'])
  .optional()
  .describe('One kind; `call` stands for all calls through the gateway')

const filter = {
  kind: kindFilter,
  locator: locator
    .optional()
    .describe('The locator of a policy, quote, claim and the like. Only for callers who may list policies'),
  requestId: z.string().min(1).max(128).optional().describe('A request id: of an attempt, a call, a hook or an event'),
  traceId: z.string().min(1).max(32).optional(),
  q: searched.describe('Words in the name of the event, the path or the hook'),
  outcome: z.enum(activityOutcomes).optional(),
  status: z
    .string()
    .regex(/^[1-5](\d\d|xx)$/, 'Give a status such as 404, or 4xx for all that begin with 4.')
    .optional()
    .describe('A status such as 404, or 4xx for all that begin with 4'),
  minDurationMs: z.coerce.number().int().min(0).max(3_600_000).optional().describe('Took at least this long'),
  from: time.optional(),
  to: time.optional(),
}

const ofPolicy = activity.extend({ installationName: z.string().describe('Current name of the installation') })

const storyFilter = {
  order: z.enum(['oldest', 'newest']).default('oldest').describe('Which entry comes first'),
  kind: kindFilter,
  outcome: filter.outcome,
}

const policy = z.object({
  locator,
  firstAt: time,
  lastAt: time,
  entries: z.number().int().describe('Deliveries, calls and tenant calls about it'),
  installations: z.number().int(),
})

/** Deliveries, calls, tenant calls and hooks in one list, and what they say about a policy. */
export const activityOperations = {
  listActivity: operation({
    method: 'GET',
    path: '/installations/{id}/activity',
    group: 'Activity',
    summary: 'Deliveries, calls, tenant calls and hooks of an installation in one list, newest first',
    description:
      'Kept for 30 days unless the operator set another time, hooks as long as the log. Locators are indexed a moment after an entry is accepted, so the newest may lack theirs for about a second.',
    params: idParams,
    query: sortedQuery('at').extend(filter),
    answer: { status: 200, schema: page(activity), description: 'Entries' },
    errors: ['not_found'],
  }),
  exportActivity: operation({
    method: 'GET',
    path: '/installations/{id}/activity/export',
    group: 'Activity',
    summary: 'Activity as CSV, at most 50,000 entries',
    params: idParams,
    query: z.strictObject(filter),
    answer: {
      status: 200,
      description: 'CSV with a heading',
      contentType: 'text/csv; charset=utf-8',
      headers: ['content-disposition'],
    },
    errors: ['not_found'],
  }),
  getActivity: operation({
    method: 'GET',
    path: '/installations/{id}/activity/{entry}',
    group: 'Activity',
    summary: 'One entry with the headers that the platform sent; keys and tokens are masked',
    description: 'For those who may not see the tenant its name is masked as well.',
    params: z.strictObject({ id, entry: id }),
    answer: {
      status: 200,
      schema: activity.extend({
        request: z
          .object({
            method: z.string(),
            url: z.string().describe('Of a tenant call only the path, for those who may not see the tenant'),
            headers: z.array(z.object({ name: z.string(), value: z.string() })),
          })
          .nullable()
          .describe('null for a hook'),
      }),
      description: 'The entry',
    },
    errors: ['not_found'],
  }),
  listPolicies: operation({
    method: 'GET',
    path: '/organizations/{org}/policies',
    group: 'Activity',
    summary: 'Policies with activity of the organization, as long as activity is kept',
    description: 'By locator, or by the latest activity: then those among the latest 5,000 entries.',
    params: orgParams,
    query: sortedQuery('locator', 'lastAt').extend({
      q: z.string().max(64).optional().describe('A locator, or the beginning of one'),
    }),
    answer: { status: 200, schema: page(policy), description: 'Policies' },
    errors: ['not_found'],
  }),
  getPolicyActivity: operation({
    method: 'GET',
    path: '/organizations/{org}/policies/{locator}/activity',
    group: 'Activity',
    summary: 'Activity of all applications on one policy, over all installations of an organization, in order',
    params: orgParams.extend({ locator }),
    query: pageQuery.extend(storyFilter),
    answer: { status: 200, schema: page(ofPolicy), description: 'Entries' },
    errors: ['not_found'],
  }),
  exportPolicyActivity: operation({
    method: 'GET',
    path: '/organizations/{org}/policies/{locator}/activity/export',
    group: 'Activity',
    summary: 'Activity on a policy as CSV, at most 50,000 entries',
    params: orgParams.extend({ locator }),
    query: z.strictObject(storyFilter),
    answer: {
      status: 200,
      description: 'CSV with a heading',
      contentType: 'text/csv; charset=utf-8',
      headers: ['content-disposition'],
    },
    errors: ['not_found'],
  }),
}

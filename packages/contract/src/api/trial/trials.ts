import { z } from 'zod'
import { limits } from '../../limits.ts'
import { operation } from '../operation/operation.ts'
import { id, idParams, line, page, time } from '../operation/shapes.ts'
import { sortedQuery } from '../operation/sorting.ts'
import { gates } from '../release/wave-plan.ts'

const percent = z.number().nullable().describe('Change in per cent; null where there was nothing before')
const currency = z.string().nullable().describe('As policies name it; null where they do not')
const latency = z.object({ p50Ms: z.number(), p95Ms: z.number() })
const band = z.object({ name: z.string(), calls: z.number().int() })
const group = {
  product: z.string().nullable(),
  operation: z.string().nullable(),
  peril: z.string().nullable().describe('Null for all perils of the product and operation'),
  currency,
  calls: z.number().int(),
  percent,
  bands: z.array(z.number().int()).describe('Calls in each band, in the order of the `bands` of the report'),
}
const errors = z.object({
  before: z.number().int(),
  after: z.number().int(),
  onlyAfter: z.number().int().describe('Calls that the current release answers and the candidate does not'),
  reasons: z.array(z.object({ reason: z.string(), calls: z.number().int() })),
})
const common = {
  calls: z.number().int(),
  compared: z.number().int().describe('Calls with a premium in both answers'),
  bands: z.array(band),
  notPriced: z.number().int().describe('Perils that had a premium and have none now'),
  newlyPriced: z.number().int(),
  errors,
  latency: z.object({ before: latency, after: latency }),
  fields: z.array(z.object({ place: z.string(), calls: z.number().int() })).describe('Other places that differ'),
  noise: z.array(z.string()).describe('Places left out: two answers of the current release differ there'),
}
const example = z.object({
  callId: id,
  policyLocator: z.string().nullable(),
  product: z.string().nullable(),
  operation: z.string().nullable(),
  currency,
  before: z.number(),
  after: z.number(),
  percent: z.number().describe('From −100,000 to 100,000; the latter also where there was nothing before'),
  inputs: z
    .array(z.object({ name: z.string(), value: z.string(), unusual: z.number() }))
    .describe('Inputs that differ most from those of the other calls'),
})

const currencyTotal = { currency, calls: z.number().int(), percent }

/** What the customer sees: premiums, policies, inputs. */
export const rateImpact = z.object({
  ...common,
  total: z.object({
    before: z.number().nullable().describe('Null where premiums are in several currencies: they have no sum'),
    after: z.number().nullable(),
    percent: percent.describe(
      'Of several currencies, that of the one that changed most; null where one had nothing before',
    ),
  }),
  totals: z
    .array(z.object({ ...currencyTotal, before: z.number(), after: z.number() }))
    .describe('The same for each currency, most calls first'),
  lines: z.array(z.object({ ...group, before: z.number(), after: z.number() })),
  increases: z.array(example),
  decreases: z.array(example),
})

/** What the publisher sees: counts and percentages. */
export const publisherRateImpact = z.object({
  ...common,
  percent,
  totals: z.array(z.object(currencyTotal)),
  lines: z.array(z.object(group)),
  increases: z.array(z.number()).describe('The largest increases in per cent'),
  decreases: z.array(z.number()),
})

/** Which calls of the sample are taken. */
const onlyCalls = z.strictObject({
  from: time.optional().describe('Calls at this time or later'),
  to: time.optional().describe('Calls before this time'),
  maxCalls: z
    .number()
    .int()
    .min(1)
    .max(limits.sampleCalls.value)
    .optional()
    .describe('The oldest of them, at most this many'),
  policies: z
    .array(line(200).min(4))
    .min(1)
    .max(50)
    .optional()
    .describe('Calls that name one of these policies, by locator'),
})

const trialState = z.enum(['WAITING', 'RUNNING', 'DONE', 'FAILED'])

export const trial = z.object({
  id,
  installationId: id,
  release: z.object({ id, version: z.string() }),
  baseline: z.object({ id, version: z.string() }).describe('Release of the installation when the trial was created'),
  state: trialState,
  sample: z.enum(['pinned', 'recordings']),
  only: onlyCalls.describe('Which calls of it; empty for all. Policies are told to the customer alone'),
  calls: z.number().int(),
  done: z.number().int().describe('Calls compared so far'),
  gates,
  failedGates: z
    .array(z.object({ gate: z.string(), limit: z.number(), actual: z.number(), currency: currency.optional() }))
    .nullable()
    .describe(
      'Null until it is DONE; empty when every gate holds. `currency`: of the sum that changed too much, where there are several',
    ),
  isolation: z
    .object({ egress: z.enum(['closed', 'open']), tenant: z.enum(['none', 'read']) })
    .nullable()
    .describe('Isolation of its containers'),
  failure: z.string().nullable(),
  report: rateImpact.nullable().describe('For the customer alone'),
  publisherReport: publisherRateImpact.nullable(),
  createdAt: time,
  startedAt: time.nullable(),
  endedAt: time.nullable(),
})

const sample = z.object({
  until: time.nullable().describe('Null: no sample is pinned'),
  calls: z.number().int(),
  limit: z.number().int(),
  full: z.boolean(),
  from: time.nullable(),
  to: time.nullable(),
})

const side = z.object({ answer: z.string().nullable(), failure: z.string().nullable(), durationMs: z.number() })

export const trialOperations = {
  createTrial: operation({
    method: 'POST',
    path: '/releases/{id}/trials',
    group: 'Trials',
    summary: 'Try a release with calls that a customer keeps, before anybody runs it',
    description:
      'Each call is sent twice to the release that the installation runs and once to this one, in containers of their own. What differs between two answers of the same release is noise. Follow it with getTrial.',
    params: idParams,
    body: z.strictObject({
      installationId: id,
      sample: z
        .enum(['pinned', 'recordings'])
        .optional()
        .describe('Default: the pinned sample, else what was recorded'),
      only: onlyCalls.optional().describe('Take these calls of it only; by policy the customer alone'),
      gates: gates.optional(),
      openEgress: z
        .boolean()
        .optional()
        .describe('Let its containers reach what the release may reach; for the customer to say'),
    }),
    answer: { status: 201, schema: trial, description: 'The trial, WAITING' },
    errors: ['not_found', 'sample_empty', 'illegal_move', 'release_not_ready', 'forbidden', 'quota_exceeded'],
  }),
  getTrial: operation({
    method: 'GET',
    path: '/trials/{id}',
    group: 'Trials',
    summary: 'A trial with its report: premiums for the customer, counts and percentages for the publisher',
    params: idParams,
    answer: { status: 200, schema: trial, description: 'The trial' },
    errors: ['not_found'],
  }),
  exportTrial: operation({
    method: 'GET',
    path: '/trials/{id}/export',
    group: 'Trials',
    summary: 'The lines of the report as CSV',
    params: idParams,
    answer: { status: 200, description: 'One line for each product, operation and peril', contentType: 'text/csv' },
    errors: ['not_found', 'illegal_move'],
  }),
  getTrialCall: operation({
    method: 'GET',
    path: '/trials/{id}/calls/{call}',
    group: 'Trials',
    summary: 'One call of a trial before and after; kept for the calls that changed most and for failures',
    params: idParams.extend({ call: id }),
    answer: {
      status: 200,
      schema: z.object({ request: z.string(), before: side, after: side }),
      description: 'The call',
    },
    errors: ['not_found', 'payload_gone'],
  }),
  listTrials: operation({
    method: 'GET',
    path: '/installations/{id}/trials',
    group: 'Trials',
    summary: 'Trials with the calls of an installation, newest first',
    params: idParams,
    query: sortedQuery('createdAt').extend({ state: trialState.optional() }),
    answer: { status: 200, schema: page(trial), description: 'Trials' },
    errors: ['not_found'],
  }),
  listReleaseTrials: operation({
    method: 'GET',
    path: '/releases/{id}/trials',
    group: 'Trials',
    summary: 'Trials of a release, newest first: counts and percentages',
    params: idParams,
    query: sortedQuery('createdAt').extend({ state: trialState.optional() }),
    answer: { status: 200, schema: page(trial), description: 'Trials' },
    errors: ['not_found'],
  }),
  getShadow: operation({
    method: 'GET',
    path: '/installations/{id}/shadow',
    group: 'Trials',
    summary: 'Comparison of a shadow release with the live calls of an installation',
    params: idParams,
    answer: {
      status: 200,
      schema: z.object({
        release: z.object({ id, version: z.string() }).nullable().describe('Null: it has no shadow'),
        running: z.boolean().describe('Whether its container takes copies'),
        failure: z.string().nullable(),
        calls: z.number().int().describe('Compared calls: the latest ones, at most 5,000'),
        dropped: z.number().int().describe('Copies that were left out, so that answering is not slowed down'),
        since: time.nullable(),
        report: rateImpact.nullable(),
      }),
      description: 'The shadow and its report',
    },
    errors: ['not_found'],
  }),
  getSample: operation({
    method: 'GET',
    path: '/installations/{id}/sample',
    group: 'Trials',
    summary: 'The pinned sample of an installation',
    params: idParams,
    answer: { status: 200, schema: sample, description: 'The sample' },
    errors: ['not_found'],
  }),
  putSample: operation({
    method: 'PUT',
    path: '/installations/{id}/sample',
    group: 'Trials',
    summary: 'Pin a sample: keep the next calls, encrypted, up to 5,000, until a date',
    params: idParams,
    body: z.strictObject({ until: time }),
    answer: { status: 200, schema: sample, description: 'The sample' },
    errors: ['not_found', 'illegal_move'],
  }),
  deleteSample: operation({
    method: 'DELETE',
    path: '/installations/{id}/sample',
    group: 'Trials',
    summary: 'Remove the pinned sample',
    params: idParams,
    answer: { status: 204, description: 'Removed' },
    errors: ['not_found'],
  }),
}

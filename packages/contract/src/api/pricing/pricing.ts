import { z } from 'zod'
import { nextHeader } from '../operation/next-header.ts'
import { operation } from '../operation/operation.ts'
import { id, idParams, page, time } from '../operation/shapes.ts'
import { sortedQuery } from '../operation/sorting.ts'

const filter = {
  policyLocator: z.string().max(200).optional(),
  product: z.string().max(200).optional(),
  from: time.optional(),
  to: time.optional(),
}

const pricing = z.object({
  id: id.describe('Of the call'),
  at: time,
  installationId: id,
  releaseId: id,
  version: z.string(),
  releaseDigest: z.string().describe('Digest of the image that was asked'),
  revision: z.number().int().describe('Of the configuration in force'),
  path: z.string(),
  status: z.number().int(),
  code: z.string().nullable(),
  fallback: z
    .enum(['skipped', 'last'])
    .nullable()
    .describe('`last`: the application failed and this is its last answer'),
  policyLocator: z.string().nullable(),
  product: z.string().nullable(),
  operation: z.string().nullable(),
  currency: z.string().nullable().describe('Currency of the premiums, as the policy names it'),
  total: z.number().nullable(),
  perils: z.array(
    z.object({
      locator: z.string(),
      peril: z.string().nullable(),
      exposure: z.string().nullable(),
      basis: z.enum(['premium', 'yearlyPremium', 'exactPremium']),
      amount: z.number().nullable(),
    }),
  ),
})

export const pricingOperations = {
  listPricing: operation({
    method: 'GET',
    path: '/installations/{id}/pricing',
    group: 'Pricing',
    summary: 'Pricing record: one row for each rater call, with release, configuration and premiums per peril',
    params: idParams,
    query: sortedQuery('at', 'product').extend(filter),
    answer: { status: 200, schema: page(pricing), description: 'Rows, newest first' },
    errors: ['not_found'],
  }),
  exportPricing: operation({
    method: 'GET',
    path: '/installations/{id}/pricing/export',
    group: 'Pricing',
    summary: 'The pricing record as JSON lines, or as CSV with one line for each peril',
    params: idParams,
    description:
      'Without `limit` one stream of all rows, newest first. With `limit` one page; the header `x-mkt-next` holds the `cursor` of the next one and is absent on the last. A stream that broke off is continued with pages. Only the first page of CSV has column names.',
    query: z.strictObject({
      ...filter,
      format: z.enum(['jsonl', 'csv']).default('jsonl'),
      limit: z.coerce.number().int().min(1).max(1_000).optional().describe('Calls on a page'),
      cursor: z.string().max(1000).optional().describe('`x-mkt-next` of the page before'),
    }),
    answer: {
      status: 200,
      description: 'One JSON object a line, or CSV',
      contentType: 'application/x-ndjson',
      headers: ['content-disposition', nextHeader],
    },
    errors: ['not_found'],
  }),
}

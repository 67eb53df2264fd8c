import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { id, idParams, line, time } from '../operation/shapes.ts'

/** What was erased, when, and how many rows. Locators are told by their digest: a certificate must not name whom it forgot. */
const erasure = z.object({
  installationId: id,
  at: time,
  subjects: z.array(z.string()).describe('SHA-256 of each locator; empty when everything was erased'),
  rows: z.object({
    callPayloads: z.number().int(),
    appMessages: z.number().int().describe('Messages of applications about failed calls'),
    sampleCalls: z.number().int(),
    eventBodies: z.number().int(),
    lastAnswers: z.number().int(),
    trialCalls: z.number().int(),
    shadowCalls: z.number().int(),
    trialReports: z.number().int().describe('Reports of trials that lost examples'),
    tenantCallPaths: z.number().int().describe('Paths of requests to the policy system that named one of the locators'),
    unreadable: z
      .number()
      .int()
      .describe('Rows among these that no key opens: they may have named anybody, so they were purged'),
  }),
  app: z.enum(['told', 'failed', 'no-hook', 'unavailable']).describe('Result of the hook `erase`'),
})

export const erasureOperations = {
  eraseData: operation({
    method: 'POST',
    path: '/installations/{id}/erasures',
    group: 'Installations',
    summary: 'Erase records of accounts or policyholders, or all records, and notify the app',
    description:
      'Purges recorded payloads, what the app said about failed calls, samples, bodies of events and last answers that name one of the locators, and takes it out of the paths of requests to the policy system; without locators, all of them. The app gets the hook `erase`. The certificate stays in the audit.',
    params: idParams,
    body: z.strictObject({
      locators: z.array(line(200).min(4)).min(1).max(50).optional().describe('Of accounts, policyholders or policies'),
    }),
    answer: { status: 200, schema: erasure, description: 'The certificate' },
    errors: ['not_found'],
  }),
}

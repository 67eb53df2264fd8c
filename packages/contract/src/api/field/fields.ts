import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { id, idParams, page } from '../operation/shapes.ts'
import { searched, sortedQuery } from '../operation/sorting.ts'

const field = z.object({
  name: z
    .string()
    .describe('Path of the field in what was sent or answered, such as `exposures[].vin`; `*` stands for a locator'),
  day: z.iso.date(),
  release: z.object({ id, version: z.string() }),
  sent: z.number().int().describe('Calls that sent the field to the app'),
  changed: z.number().int().describe('Answers of the app that set it'),
})

/** Names of policy fields that an app was sent and changed, never their values. */
export const fieldOperations = {
  listFields: operation({
    method: 'GET',
    path: '/installations/{id}/fields',
    group: 'Trust',
    summary: 'Names of the policy fields an app received and changed, by release and day; never values',
    description:
      'Read from autofill and rater calls after they were answered, and kept for 90 days. At most 500 names are kept for an installation and day; further ones are counted in `overflow`.',
    params: idParams,
    query: sortedQuery('day', 'name', 'sent', 'changed').extend({
      q: searched.describe('Words that the name contains'),
      from: z.iso.date().optional().describe('First day'),
      to: z.iso.date().optional().describe('Last day'),
      changed: z.enum(['true', 'false']).optional().describe('Only fields that the app changed, or only the others'),
    }),
    answer: {
      status: 200,
      schema: page(field).extend({
        overflow: z
          .object({
            sent: z.number().int(),
            changed: z.number().int(),
          })
          .describe('Fields beyond the bounds, whose names were not kept'),
        unread: z.number().int().describe('Calls whose bodies were too large or too many to be read'),
      }),
      description: 'Fields, latest day first',
    },
    errors: ['not_found'],
  }),
}

import { z } from 'zod'
import { installationStates } from '../../states/installation.ts'
import { operation } from '../operation/operation.ts'
import { id, organizationRef, page, time } from '../operation/shapes.ts'
import { searched, sortedQuery } from '../operation/sorting.ts'

/** What an operator looks for behind a count of the whole platform. */
export const installationTroubles = ['waiting', 'dead', 'refused', 'failing'] as const
export type InstallationTrouble = (typeof installationTroubles)[number]

const row = z.object({
  id,
  name: z.string(),
  state: z.enum(installationStates),
  test: z.boolean(),
  listing: z.object({ id, name: z.string(), title: z.string() }),
  organization: organizationRef,
  waiting: z.number().int().describe('Deliveries that wait, counted up to 100,000'),
  dead: z.number().int().describe('Dead letters, counted up to 100,000'),
  createdAt: time,
})

export const allInstallationOperations = {
  listAllInstallations: operation({
    method: 'GET',
    path: '/platform/installations',
    group: 'Operating',
    summary: 'The installations of all organizations, newest first, for operators',
    query: sortedQuery('name', 'listing', 'organization', 'state', 'waiting', 'dead', 'createdAt').extend({
      q: searched,
      listingId: id.optional(),
      state: z.enum(installationStates).optional(),
      trouble: z
        .enum(installationTroubles)
        .optional()
        .describe(
          '`waiting`: events wait; `dead`: it has dead letters; `refused`, `failing`: tokens cannot be renewed with its credentials',
        ),
      uninstalled: z.enum(['true', 'false']).optional().describe('`false` leaves out what is gone'),
    }),
    answer: { status: 200, schema: page(row), description: 'Installations' },
    errors: [],
  }),
}

import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { id, idParams, page, time } from '../operation/shapes.ts'
import { sortedQuery, versioned } from '../operation/sorting.ts'

const ledgerFilter = {
  version: versioned,
  from: time.optional().describe('Hours that begin at this time or later'),
  to: time.optional().describe('Hours that begin before this time'),
}

/** What the address of an installation is worth: who may call it, and who read its state. */
export const routeOperations = {
  rotateCallerSecret: operation({
    method: 'POST',
    path: '/installations/{id}/caller-secrets',
    group: 'Installations',
    summary: 'Rotate the caller secret; the old one ends when the new one is registered in the tenant',
    params: idParams,
    answer: {
      status: 201,
      schema: z.object({ callerSecret: z.string().describe('Shown once') }),
      description: 'The secret',
    },
    errors: ['not_found', 'rotation_running', 'illegal_move'],
    showsSecret: true,
    stepUp: 'if-factor',
  }),
  revokeKeys: operation({
    method: 'POST',
    path: '/installations/{id}/keys/revoke',
    group: 'Installations',
    summary: 'Revoke every key given to the app so far; new calls carry a new one',
    params: idParams,
    answer: { status: 204, description: 'Keys given so far answer 410' },
    errors: ['not_found', 'illegal_move'],
  }),
  openTunnel: operation({
    method: 'POST',
    path: '/installations/{id}/tunnel',
    group: 'Installations',
    summary:
      'Ask for a tunnel: the traffic of a test installation of an own app comes to the machine that connects with it',
    params: idParams,
    body: z.strictObject({
      replaces: id.optional().describe('A tunnel of this machine that was lost and ends with this one'),
    }),
    answer: {
      status: 201,
      schema: z.object({
        id,
        url: z.string().describe('Where to connect to'),
        ticket: z
          .string()
          .describe('Proves the right to connect, once, and to read the state of the installation meanwhile'),
      }),
      description: 'A tunnel that waits to be connected',
    },
    errors: ['not_found', 'tunnel_taken', 'tunnel_refused'],
    showsSecret: true,
  }),
  closeTunnel: operation({
    method: 'DELETE',
    path: '/installations/{id}/tunnel',
    group: 'Installations',
    summary: 'End the tunnel; traffic goes to the deployed release again',
    params: idParams,
    answer: { status: 204, description: 'There is no tunnel any more' },
    errors: ['not_found'],
  }),
  listLedger: operation({
    method: 'GET',
    path: '/installations/{id}/ledger',
    group: 'Installations',
    summary: 'State reads by the app, per release and hour',
    params: idParams,
    query: sortedQuery('hour', 'version', 'reads').extend(ledgerFilter),
    answer: {
      status: 200,
      schema: page(
        z.object({
          hour: time,
          releaseId: id,
          version: z.string().nullable(),
          reads: z.number().int(),
          firstAt: time,
          lastAt: time,
        }),
      ),
      description: 'Rows, newest hour first',
    },
    errors: ['not_found'],
  }),
  getLedgerSummary: operation({
    method: 'GET',
    path: '/installations/{id}/ledger/summary',
    group: 'Installations',
    summary: 'Total number of state reads by the app',
    params: idParams,
    query: z.strictObject(ledgerFilter),
    answer: {
      status: 200,
      schema: z.object({ reads: z.number().int(), firstAt: time.nullable(), lastAt: time.nullable() }),
      description: 'The sum over all releases and hours asked for',
    },
    errors: ['not_found'],
  }),
}

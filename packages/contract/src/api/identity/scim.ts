import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { orgParams, time } from '../operation/shapes.ts'

const GROUP = 'Single sign-on'

const shown = z.object({
  url: z.string().describe('The address to enter in the directory'),
  directory: z
    .object({ createdAt: time, lastUsedAt: time.nullable() })
    .nullable()
    .describe('When its token was made and last used; null without a token'),
  users: z.number().int(),
  groups: z.number().int(),
})

export const scimOperations = {
  getScim: operation({
    method: 'GET',
    path: '/organizations/{org}/scim',
    group: GROUP,
    summary: 'The directory that provisions members by SCIM 2.0',
    params: orgParams,
    answer: { status: 200, schema: shown, description: 'Address, token and counts' },
    errors: ['not_found'],
  }),
  createScimToken: operation({
    method: 'POST',
    path: '/organizations/{org}/scim/token',
    group: GROUP,
    summary: 'Create the token of the directory; the previous one becomes invalid immediately',
    params: orgParams,
    answer: {
      status: 201,
      schema: shown.extend({ token: z.string().describe('The token, shown only now') }),
      description: 'Address and token',
    },
    errors: ['not_found'],
    showsSecret: true,
    stepUp: 'if-factor',
  }),
  deleteScim: operation({
    method: 'DELETE',
    path: '/organizations/{org}/scim',
    group: GROUP,
    summary: 'Disconnect the directory; members stay',
    params: orgParams,
    answer: { status: 204, description: 'Members are managed by hand' },
    errors: ['not_found'],
    stepUp: 'if-factor',
  }),
}

import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { id, idParams, line, page, time } from '../operation/shapes.ts'
import { searched, sortedQuery } from '../operation/sorting.ts'
import { email, password, person, platformRole } from './session.ts'

const personRow = person.extend({
  createdAt: time,
  disabledAt: time.nullable(),
  organizations: z.number().int(),
})

export const peopleOperations = {
  signUp: operation({
    method: 'POST',
    path: '/people',
    group: 'People',
    summary: 'Create an account: with an invitation, or freely if the operator allows it',
    body: z.strictObject({
      email,
      name: line(120).min(1),
      password,
      invitation: z.string().max(200).optional().describe('The token of an invitation link'),
    }),
    answer: { status: 201, schema: person, description: 'The account' },
    errors: ['sign_up_closed', 'email_taken', 'link_invalid', 'invitation_other_address', 'overloaded'],
  }),
  requestPasswordReset: operation({
    method: 'POST',
    path: '/password-resets',
    group: 'People',
    summary: 'Ask for a link to set a new password; the answer is the same for unknown addresses',
    body: z.strictObject({ email: z.string().max(254) }),
    answer: {
      status: 202,
      schema: z.object({ mailed: z.boolean() }),
      description: 'Whether this platform sends mail at all',
    },
    errors: [],
  }),
  completePasswordReset: operation({
    method: 'POST',
    path: '/password-resets/complete',
    group: 'People',
    summary: 'Set a new password with the token of a link; all sessions end',
    body: z.strictObject({ token: z.string().max(200), password }),
    answer: { status: 204, description: 'The password is set' },
    errors: ['link_invalid', 'overloaded'],
  }),
  listPeople: operation({
    method: 'GET',
    path: '/people',
    group: 'People',
    summary: 'All people, for operators',
    query: sortedQuery('name', 'email', 'platformRole', 'organizations', 'createdAt').extend({
      q: searched,
      platformRole: z.enum([...platformRole.options, 'none']).optional(),
    }),
    answer: { status: 200, schema: page(personRow), description: 'People' },
    errors: [],
  }),
  changePerson: operation({
    method: 'PATCH',
    path: '/people/{id}',
    group: 'People',
    summary: 'Grant or revoke a platform role',
    params: idParams,
    body: z.strictObject({ platformRole: platformRole.nullable() }),
    answer: { status: 200, schema: person, description: 'The person' },
    errors: ['not_found', 'last_owner'],
    stepUp: 'if-factor',
  }),
  disablePerson: operation({
    method: 'POST',
    path: '/people/{id}/disable',
    group: 'People',
    summary: 'Disable an account: its sessions end and it cannot sign in',
    params: idParams,
    answer: { status: 200, schema: person, description: 'The person' },
    errors: ['not_found', 'illegal_move', 'last_owner'],
  }),
  enablePerson: operation({
    method: 'POST',
    path: '/people/{id}/enable',
    group: 'People',
    summary: 'Enable an account again',
    params: idParams,
    answer: { status: 200, schema: person, description: 'The person' },
    errors: ['not_found'],
  }),
  createResetLink: operation({
    method: 'POST',
    path: '/people/{id}/reset-link',
    group: 'People',
    summary: 'A one-time link to set a new password, for the operator to hand over',
    params: idParams,
    answer: {
      status: 201,
      schema: z.object({ id, link: z.string(), expiresAt: time }),
      description: 'The link, shown once',
    },
    errors: ['not_found'],
    showsSecret: true,
    stepUp: 'if-factor',
  }),
}

import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { id, idParams, line, organizationRef, page, time } from '../operation/shapes.ts'
import { searched, sortedQuery } from '../operation/sorting.ts'
import { listChoice, listName } from './list-choices.ts'
import { preferences } from './preferences.ts'

export const role = z.enum(['owner', 'admin', 'operations', 'developer', 'viewer'])
export const platformRole = z.enum(['moderator', 'operator'])
export const scope = z.enum(['publish', 'manage'])
export const email = z.email('Give an email address such as you@example.com.').max(254)
export const password = z.string().min(12, 'Use at least 12 characters.').max(128, 'Use at most 128 characters.')

export const person = z.object({
  id,
  email: z.string(),
  name: z.string(),
  platformRole: platformRole.nullable(),
})
export const membership = organizationRef.extend({ title: z.string(), role })

export const factorKind = z.enum(['totp', 'passkey', 'recovery-code'])

export const session = z.object({
  token: z.string().describe('For the Authorization header; while `secondFactor` is set, only for the second step'),
  expiresAt: time,
  person,
  organizations: z.array(membership),
  secondFactor: z
    .array(factorKind)
    .nullable()
    .describe('Set when the password was right and a second factor is asked for: the kinds this person has'),
})

const sessionRow = z.object({
  id,
  current: z.boolean(),
  createdAt: time,
  expiresAt: time,
  seenAt: time.describe('When it was last used, to ten minutes'),
  address: z.string().nullable().describe('Where it began'),
  lastAddress: z.string().nullable().describe('Where it was last used'),
  method: z.enum(['password', 'passkey', 'sso', 'tool']),
  secondFactor: z.boolean().describe('A second factor was proved in it'),
  userAgent: z.string().nullable(),
  browser: z.string().nullable().describe('Browser and system in words; other programs by the name they give'),
})

export const sessionOperations = {
  signIn: operation({
    method: 'POST',
    path: '/session',
    group: 'Sessions',
    summary: 'Sign in with email and password',
    body: z.strictObject({ email: z.string().max(254), password: z.string().max(1000) }),
    answer: {
      status: 200,
      schema: session,
      description: 'A session; also set as a cookie for the console',
      headers: ['set-cookie'],
    },
    errors: ['credentials_wrong', 'account_locked', 'account_disabled', 'overloaded'],
    description:
      'A person with a second factor gets `secondFactor` and a token that is good for `POST /session/second-factor` alone, for five minutes.',
    showsSecret: true,
  }),
  signOut: operation({
    method: 'DELETE',
    path: '/session',
    group: 'Sessions',
    summary: 'Sign out: ends the session that asks',
    answer: { status: 204, description: 'The session is over', headers: ['set-cookie'] },
    errors: [],
  }),
  createToken: operation({
    method: 'POST',
    path: '/token',
    group: 'Sessions',
    summary: 'Exchange client ID and API key for a token that lives one hour',
    body: z.strictObject({ clientId: z.string().max(200), apiKey: z.string().max(500) }),
    answer: {
      status: 200,
      schema: z.object({ token: z.string(), expiresAt: time, organization: organizationRef }),
      description: 'A token for the Authorization header; it dies with its key',
    },
    errors: ['credentials_wrong', 'organization_disabled'],
    showsSecret: true,
  }),
  getMe: operation({
    method: 'GET',
    path: '/me',
    group: 'Sessions',
    summary: 'Who am I',
    answer: {
      status: 200,
      schema: z.object({
        person: person.nullable(),
        organization: organizationRef
          .nullable()
          .describe('The organization of an API key, or the one that the session of a tool reaches'),
        clientId: z.string().nullable(),
        scopes: z.array(scope),
        organizations: z.array(membership),
        preferences: preferences.nullable().describe('Of a person; null for an API key'),
        lists: z
          .record(listName, listChoice)
          .describe('How the person wants to see lists of the console; empty for an API key'),
        secondFactor: z
          .object({
            set: z.boolean().describe('The person has one'),
            proved: z.boolean().describe('It was proved in this session'),
          })
          .nullable(),
        withheld: z
          .object({
            organizations: z.array(membership.extend({ needs: z.enum(['second-factor', 'sso']) })),
            platformRole: platformRole.nullable(),
            platformNeeds: z.enum(['second-factor', 'sso']).nullable(),
          })
          .describe('Rights that this session has only after a second factor or single sign-on'),
        position: z
          .string()
          .describe(
            'Where the stream of changes stood before this was read: `GET /stream?since=…` tells what changed since then',
          ),
      }),
      description: 'The person or the API key behind the credentials',
    },
    errors: [],
  }),
  listSessions: operation({
    method: 'GET',
    path: '/sessions',
    group: 'Sessions',
    summary: 'The sessions of the person who asks',
    query: sortedQuery('createdAt', 'expiresAt', 'browser', 'address').extend({
      q: searched.describe('Words that the browser or the address contains'),
    }),
    answer: { status: 200, schema: page(sessionRow), description: 'Sessions, newest first' },
    errors: [],
  }),
  endSession: operation({
    method: 'DELETE',
    path: '/sessions/{id}',
    group: 'Sessions',
    summary: 'End one of your sessions',
    params: idParams,
    answer: { status: 204, description: 'The session is over' },
    errors: ['not_found'],
  }),
  changePassword: operation({
    method: 'POST',
    path: '/me/password',
    group: 'Sessions',
    summary: 'Change your password; other sessions end',
    body: z.strictObject({ currentPassword: z.string().max(1000), newPassword: password }),
    answer: { status: 204, description: 'The password is changed' },
    errors: ['credentials_wrong', 'account_locked', 'overloaded'],
  }),
  changeProfile: operation({
    method: 'PATCH',
    path: '/me',
    group: 'Sessions',
    summary: 'Change your name, time zone, locale, or what you get mail about',
    body: z.strictObject({ name: line(120).min(1).optional(), ...preferences.partial().shape }),
    answer: { status: 200, schema: person, description: 'The person' },
    errors: [],
  }),
}

import { z } from 'zod'
import { membership, session } from '../accounts/session.ts'
import { operation } from '../operation/operation.ts'
import { hostName, id, idParams, line, orgParams, time, webAddress } from '../operation/shapes.ts'

const GROUP = 'Single sign-on'

/** Addresses by which Entra ID signs in people of every tenant: the admin of any of them can write any mail address into a token. */
const everyTenant = /^https:\/\/login\.microsoftonline\.com\/+(common|organizations|consumers)(\/|$)/i

const issuer = webAddress(500)
  .refine((value) => !everyTenant.test(value), 'Give the issuer of your own tenant, with the tenant id in it.')
  .describe('The issuer, as the provider states it; its metadata is read from there')
const group = line(256).min(1)
const settings = {
  issuer,
  clientId: line(256).min(1),
  clientSecret: line(1000).min(1).optional().describe('Write-only; left out, the stored one is kept'),
  groupsClaim: line(100).min(1).default('groups').describe('The claim that lists the groups of a person'),
  trustMfa: z
    .boolean()
    .default(false)
    .describe('The provider asks for a second factor although its tokens do not say so'),
}
const grantable = z.enum(['admin', 'operations', 'developer', 'viewer'])
const staffRole = z.enum(['moderator', 'operator'])

const connection = z.object({
  issuer: z.string(),
  clientId: z.string(),
  clientSecret: z.object({ set: z.boolean() }),
  groupsClaim: z.string(),
  defaultRole: z.string(),
  groupRoles: z.array(z.object({ group: z.string(), role: z.string() })),
  trustMfa: z.boolean(),
  workedAt: time.nullable().describe('The last sign-in or test that went through'),
})
const domain = z.object({
  id,
  domain: z.string(),
  verifiedAt: time.nullable(),
  checkedAt: time.nullable(),
  failingSince: time.nullable().describe('Set while the weekly check does not find the record'),
  record: z.object({ name: z.string(), value: z.string() }).describe('The TXT record to add'),
})
const shown = z.object({
  connection: connection.nullable(),
  redirectUri: z.string().describe('To be entered at the provider'),
  domains: z.array(domain),
})
const shownPlatform = shown.extend({
  enforceSso: z.boolean().describe('Moderators and operators have to sign in with the provider'),
  people: z.array(
    z.object({
      id,
      email: z.string(),
      name: z.string(),
      platformRole: staffRole,
      secondFactor: z.boolean(),
      linked: z.boolean().describe('Linked to an account of the provider'),
      lastUsedAt: time.nullable().describe('The last sign-in with the provider'),
      breakGlass: z.boolean().describe('Comes in without the provider too, with a second factor'),
    }),
  ),
})
const link = z.object({
  id,
  organization: membership.omit({ role: true }).nullable().describe('Null for the provider of the platform'),
  issuer: z.string(),
  email: z.string().describe('The address that the provider gave last'),
  linkedAt: time,
  lastUsedAt: time.nullable(),
})
const step = z.object({
  step: z.enum(['discovery', 'issuer', 'endpoints', 'keys', 'client', 'claims', 'role']),
  outcome: z.enum(['ok', 'failed', 'waiting']),
  detail: z.string(),
})
const tested = z.object({
  steps: z.array(step),
  url: z.string().nullable().describe('Open it to try a sign-in; null when a step before failed'),
})
const begun = {
  status: 200,
  schema: z.object({ url: z.string() }),
  description: 'Open this address in the browser that asked',
  headers: ['set-cookie'],
} as const

export const ssoOperations = {
  startSso: operation({
    method: 'POST',
    path: '/session/sso',
    group: 'Sessions',
    summary: 'Begin to sign in with the provider of your organization',
    body: z
      .strictObject({
        email: z.string().max(254).optional().describe('The domain of the address says which provider'),
        organization: line(64).optional().describe('By id or name, instead of an address'),
        staff: z.literal(true).optional().describe('The provider for people of the platform'),
        returnTo: z.string().max(500).optional().describe('A path of the console to go to afterwards'),
      })
      .refine(({ email, organization, staff }) => [email, organization, staff].filter(Boolean).length === 1, {
        message: 'Give one of email, organization and staff.',
      }),
    answer: begun,
    errors: ['sso_unknown', 'sso_failed'],
  }),
  completeSso: operation({
    method: 'POST',
    path: '/session/sso/callback',
    group: 'Sessions',
    summary: 'Finish a sign-in with the response of the provider',
    body: z.strictObject({
      query: z.string().max(8000).describe('The query of the address, without the question mark'),
    }),
    answer: {
      status: 200,
      schema: z.object({
        outcome: z.enum(['signed-in', 'linked', 'tested']),
        session: session.nullable(),
        returnTo: z.string(),
        steps: z.array(step),
      }),
      description: 'A session, a linked account, or the outcome of a test',
      headers: ['set-cookie'],
    },
    errors: [
      'sso_failed',
      'sso_link_required',
      'sign_in_expired',
      'account_disabled',
      'domain_unverified',
      'quarantined',
    ],
    showsSecret: true,
  }),
  linkSso: operation({
    method: 'POST',
    path: '/me/sso',
    group: GROUP,
    summary: 'Link your account to the provider of your organization or of the platform',
    body: z
      .strictObject({
        organization: line(64).min(1).optional(),
        staff: z.literal(true).optional().describe('The provider for people of the platform'),
      })
      .refine(({ organization, staff }) => (organization === undefined) !== (staff === undefined), {
        message: 'Give one of organization and staff.',
      }),
    answer: begun,
    errors: ['sso_unknown', 'sso_failed'],
    stepUp: 'always',
  }),
  getSsoLinks: operation({
    method: 'GET',
    path: '/me/sso',
    group: GROUP,
    summary: 'The providers that your account is linked to',
    answer: { status: 200, schema: z.object({ links: z.array(link) }), description: 'Links, by organization' },
    errors: [],
  }),
  unlinkSso: operation({
    method: 'DELETE',
    path: '/me/sso/{id}',
    group: GROUP,
    summary: 'Unlink your account from a provider; your sessions that it began end',
    params: idParams,
    answer: { status: 204, description: 'The provider no longer signs you in' },
    errors: ['not_found', 'sign_in_needed'],
    stepUp: 'always',
  }),
  getSso: operation({
    method: 'GET',
    path: '/organizations/{org}/sso',
    group: GROUP,
    summary: 'The provider of an organization and its domains',
    params: orgParams,
    answer: { status: 200, schema: shown, description: 'Connection and domains' },
    errors: ['not_found'],
  }),
  putSso: operation({
    method: 'PUT',
    path: '/organizations/{org}/sso',
    group: GROUP,
    summary: 'Connect the OpenID Connect provider of the organization',
    params: orgParams,
    body: z.strictObject({
      ...settings,
      defaultRole: grantable.default('viewer'),
      groupRoles: z
        .array(z.strictObject({ group, role: grantable }))
        .max(100)
        .default([]),
    }),
    answer: { status: 200, schema: shown, description: 'Connection and domains' },
    errors: ['not_found'],
    stepUp: 'if-factor',
  }),
  deleteSso: operation({
    method: 'DELETE',
    path: '/organizations/{org}/sso',
    group: GROUP,
    summary: 'Remove the provider; sessions that it began end',
    params: orgParams,
    answer: { status: 204, description: 'Members sign in by themselves' },
    errors: ['not_found'],
    stepUp: 'if-factor',
  }),
  testSso: operation({
    method: 'POST',
    path: '/organizations/{org}/sso/test',
    group: GROUP,
    summary: 'Test the connection and show the outcome of each step',
    params: orgParams,
    answer: {
      status: 200,
      schema: tested,
      description: 'Steps done, and the address for the rest',
      headers: ['set-cookie'],
    },
    errors: ['not_found', 'sso_failed'],
  }),
  addSsoDomain: operation({
    method: 'POST',
    path: '/organizations/{org}/sso/domains',
    group: GROUP,
    summary: 'Claim a domain of mail addresses; a TXT record proves it',
    params: orgParams,
    body: z.strictObject({ domain: hostName }),
    answer: { status: 201, schema: domain, description: 'The domain and the record to add' },
    errors: ['not_found', 'name_taken', 'quota_exceeded'],
  }),
  verifySsoDomain: operation({
    method: 'POST',
    path: '/sso-domains/{id}/verify',
    group: GROUP,
    summary: 'Look for the TXT record of a domain',
    params: idParams,
    answer: { status: 200, schema: domain, description: 'The domain is verified' },
    errors: ['not_found', 'domain_unverified', 'domain_taken'],
  }),
  removeSsoDomain: operation({
    method: 'DELETE',
    path: '/sso-domains/{id}',
    group: GROUP,
    summary: 'Release a domain',
    params: idParams,
    answer: { status: 204, description: 'Addresses of it no longer lead to the provider' },
    errors: ['not_found'],
    stepUp: 'if-factor',
  }),
  getPlatformSso: operation({
    method: 'GET',
    path: '/platform/sso',
    group: GROUP,
    summary: 'The provider for platform staff, and its users',
    answer: { status: 200, schema: shownPlatform, description: 'Connection, domains and people' },
    errors: [],
  }),
  putPlatformSso: operation({
    method: 'PUT',
    path: '/platform/sso',
    group: GROUP,
    summary: 'Connect the provider for moderators and operators',
    body: z.strictObject({
      ...settings,
      groupRoles: z
        .array(z.strictObject({ group, role: staffRole }))
        .max(100)
        .default([]),
      domains: z
        .array(hostName)
        .max(20)
        .describe('Domains whose addresses sign in there; the operator vouches for them'),
    }),
    answer: { status: 200, schema: shownPlatform, description: 'Connection, domains and people' },
    errors: ['domain_taken'],
    stepUp: 'if-factor',
  }),
  deletePlatformSso: operation({
    method: 'DELETE',
    path: '/platform/sso',
    group: GROUP,
    summary: 'Remove the provider for people of the platform; sessions that it began end',
    answer: { status: 204, description: 'They sign in by themselves' },
    errors: ['not_found'],
    stepUp: 'if-factor',
  }),
  testPlatformSso: operation({
    method: 'POST',
    path: '/platform/sso/test',
    group: GROUP,
    summary: 'Test the connection of the platform and show the outcome of each step',
    answer: {
      status: 200,
      schema: tested,
      description: 'Steps done, and the address for the rest',
      headers: ['set-cookie'],
    },
    errors: ['not_found', 'sso_failed'],
  }),
  changeStaffPolicy: operation({
    method: 'PATCH',
    path: '/platform/sign-in-policy',
    group: GROUP,
    summary: 'Require the provider for moderators and operators, except for named break-glass operators',
    body: z.strictObject({
      enforceSso: z.boolean().optional(),
      breakGlass: z
        .array(id)
        .max(20)
        .optional()
        .describe('Operators who come in with a second factor alone; every operator while none is named'),
    }),
    answer: { status: 200, schema: shownPlatform, description: 'It counts for open sessions too' },
    errors: ['not_found', 'factor_missing', 'sso_untested'],
    stepUp: 'if-factor',
  }),
}

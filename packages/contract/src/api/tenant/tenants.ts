import { z } from 'zod'
import { registrationStates } from '../../states/registration.ts'
import { operation } from '../operation/operation.ts'
import { hostName, id, idParams, json, line, orgParams, page, time, variant, webAddress } from '../operation/shapes.ts'
import { searched, sortedQuery } from '../operation/sorting.ts'
import { accessToken, credentialMark, credentialSet, someCredentials } from './credentials.ts'

const apiUrl = webAddress(500)
  .refine((value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    return url !== undefined && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  }, 'Give the address without user name, query or fragment.')
  .describe('The address of the policy system’s API')

/** Whether applications reach the tenant through the relay, and what they may do there at most. */
export const relayModes = ['off', 'read', 'write'] as const
const relay = z
  .enum(relayModes)
  .describe(
    '`off`: applications get the token of the data credentials. `read`, `write`: they get the address of the relay and a short-lived token of the platform, may only read or also change, and each of their requests is recorded',
  )

const connectedTenant = z.strictObject({
  name: line(120).min(1),
  variant: z.literal('connected'),
  apiUrl,
  hostName: hostName.describe('The host name of the tenant'),
  credentials: z.strictObject({ integration: credentialSet, data: credentialSet }),
  relay: relay.optional(),
})
const enterpriseTenant = z.strictObject({
  name: line(120).min(1),
  variant: z.literal('enterprise'),
  apiUrl,
  hostName: hostName
    .or(z.literal(''))
    .optional()
    .describe('Shown to applications; default: the host of the API address'),
  tenantLocator: z
    .string()
    .regex(/^[0-9A-Za-z-]{1,64}$/, 'Give the locator of the tenant, for example 8e1bcca9-fcb9-470f-a3a2-76298372e7c4.'),
  credentials: z.strictObject({ token: accessToken }),
  relay: relay.optional(),
})

export const tenant = z.object({
  id,
  organizationId: id,
  name: z.string(),
  variant,
  apiUrl: z.string(),
  hostName: z.string(),
  tenantLocator: z.string().nullable(),
  relay,
  credentials: z.object({
    integration: credentialMark.optional(),
    data: credentialMark.optional(),
    token: credentialMark.optional(),
  }),
  connection: z
    .object({
      state: z.enum(['reachable', 'unreachable', 'refused', 'unknown']),
      checkedAt: time.nullable().describe('When the policy system was asked last'),
      latencyMs: z.number().int().nullable().describe('Response time'),
      since: time.nullable().describe('Since when it is out of reach or refuses the credentials'),
      reason: z.string().nullable(),
      nextCheckAt: time.nullable().describe('When the platform asks it next by itself'),
    })
    .describe('Result of the last request to the policy system'),
  createdAt: time,
})

const testedSet = z.object({
  kind: z.enum(['integration', 'data', 'token']),
  passed: z.boolean(),
  rule: z.enum(['credentials_refused', 'unreachable', 'no_product_deployed']).nullable(),
  message: z.string().nullable().describe('Why it did not pass, and what to do'),
  latencyMs: z.number().int().nullable().describe('Null where it was not tried'),
})

const registrationState = z.enum(registrationStates)

const registration = z.object({
  installationId: id,
  installationName: z.string(),
  listing: z.object({ id, name: z.string(), title: z.string() }),
  state: registrationState,
  webhooks: z.array(z.object({ name: z.string(), url: z.string(), events: z.array(z.string()) })),
  autofill: z.array(z.object({ name: z.string(), url: z.string(), operations: z.array(z.string()) })),
  externalRaters: z
    .array(z.object({ name: z.string(), url: z.string() }))
    .describe('Registered, never attached: an administrator gives the name to a product in the policy system'),
  difference: z
    .array(z.object({ at: time, what: z.string() }))
    .describe('Differences that comparisons found, and repaired'),
  missingPaths: z
    .array(z.object({ productName: z.string(), field: z.string(), path: z.string() }))
    .describe('Mapped paths that the schema no longer has'),
  failure: z.string().nullable(),
  checkedAt: time.nullable(),
})

export const tenantOperations = {
  createTenant: operation({
    method: 'POST',
    path: '/organizations/{org}/tenants',
    group: 'Tenants',
    summary: 'Connect a tenant of the policy system',
    description:
      'Every set of credentials is tried against the policy system first; nothing is kept when one fails. The problems of `tenant_check_failed` name the set in `pointer` and the reason in `rule`: `credentials_refused`, `unreachable` or `no_product_deployed`.',
    params: orgParams,
    body: z.discriminatedUnion('variant', [connectedTenant, enterpriseTenant]),
    answer: { status: 201, schema: tenant, description: 'The tenant' },
    errors: ['not_found', 'tenant_check_failed', 'quota_exceeded'],
  }),
  getSandbox: operation({
    method: 'GET',
    path: '/organizations/{org}/sandbox',
    group: 'Tenants',
    summary: 'Which simulated policy systems the platform offers',
    params: orgParams,
    answer: {
      status: 200,
      schema: z.object({ variants: z.array(variant).describe('Empty where the platform has none') }),
      description: 'What can be connected without an account',
    },
    errors: ['not_found'],
  }),
  createSandboxTenant: operation({
    method: 'POST',
    path: '/organizations/{org}/sandbox',
    group: 'Tenants',
    summary: "Connect the platform's simulated policy system; again, it is the same tenant",
    params: orgParams,
    body: z.strictObject({ variant }),
    answer: { status: 201, schema: tenant, description: 'The tenant' },
    errors: ['not_found', 'tenant_check_failed', 'quota_exceeded'],
  }),
  listTenants: operation({
    method: 'GET',
    path: '/organizations/{org}/tenants',
    group: 'Tenants',
    summary: 'The tenants of an organization',
    params: orgParams,
    query: sortedQuery('name', 'variant', 'createdAt').extend({ q: searched, variant: variant.optional() }),
    answer: { status: 200, schema: page(tenant), description: 'Tenants, without their credentials' },
    errors: ['not_found'],
  }),
  getTenant: operation({
    method: 'GET',
    path: '/tenants/{id}',
    group: 'Tenants',
    summary: 'A tenant',
    params: idParams,
    answer: { status: 200, schema: tenant, description: 'The tenant' },
    errors: ['not_found'],
  }),
  changeTenant: operation({
    method: 'PATCH',
    path: '/tenants/{id}',
    group: 'Tenants',
    summary: 'Change the name, relay mode or address of a tenant',
    description:
      'A new address or host name is tried with the stored credentials first, as at connecting; what is registered follows. A new `relay` counts at once: applications see it in their state record.',
    params: idParams,
    body: z
      .strictObject({
        name: line(120).min(1).optional(),
        apiUrl: apiUrl.optional(),
        hostName: hostName.optional().describe('The host name of the tenant'),
        relay: relay.optional(),
      })
      .refine((body) => Object.keys(body).length > 0, 'Give what to change: name, apiUrl, hostName or relay.'),
    answer: { status: 200, schema: tenant, description: 'The tenant' },
    errors: ['not_found', 'tenant_check_failed'],
  }),
  replaceTenantCredentials: operation({
    method: 'PUT',
    path: '/tenants/{id}/credentials',
    group: 'Tenants',
    summary: 'Replace credentials; an omitted set stays',
    params: idParams,
    body: z.strictObject({ credentials: someCredentials }),
    answer: { status: 200, schema: tenant, description: 'The tenant' },
    errors: ['not_found', 'tenant_check_failed'],
  }),
  deleteTenant: operation({
    method: 'DELETE',
    path: '/tenants/{id}',
    group: 'Tenants',
    summary: 'Disconnect a tenant that no installation uses; its credentials are erased',
    params: idParams,
    answer: { status: 204, description: 'The tenant is gone' },
    errors: ['not_found', 'tenant_in_use'],
  }),
  testTenant: operation({
    method: 'POST',
    path: '/tenants/{id}/test',
    group: 'Tenants',
    summary: 'Try the stored credentials of a tenant now',
    description:
      'Signs in with each set, checks what it may do and looks for a product. A set that was refused is not tried again for 15 minutes, so that the account is not locked.',
    params: idParams,
    answer: {
      status: 200,
      schema: z.object({ tenant, sets: z.array(testedSet) }),
      description: 'Result for each set, and the tenant',
    },
    errors: ['not_found'],
  }),
  getTenantSchema: operation({
    method: 'GET',
    path: '/tenants/{id}/schema',
    group: 'Tenants',
    summary: 'The product schema of a tenant, which mapping paths point into',
    params: idParams,
    query: z.strictObject({ refresh: z.enum(['true', 'false']).optional().describe('true: read it again') }),
    answer: {
      status: 200,
      schema: z.object({
        variant,
        readAt: time,
        stale: z.boolean().describe('The policy system could not be asked; this is what it said last'),
        products: json.describe('A list for the connected variant, a map for the enterprise one'),
        policyholder: json.optional(),
        exposures: json.optional(),
        accounts: json.optional(),
        paths: z.array(z.string()).describe('Every mapping path, in its exact form'),
      }),
      description: 'The schema',
    },
    errors: ['not_found', 'tenant_unavailable', 'tenant_credentials_refused'],
  }),
  listRegistrations: operation({
    method: 'GET',
    path: '/tenants/{id}/registrations',
    group: 'Tenants',
    summary: 'Registrations in a tenant, and the drift found by the last sweep',
    params: idParams,
    query: sortedQuery('listing', 'state', 'checkedAt').extend({
      q: searched.describe('Words that the name or title of the app contains'),
      state: registrationState.optional(),
    }),
    answer: { status: 200, schema: page(registration), description: 'One entry for each installation, oldest first' },
    errors: ['not_found'],
  }),
}

import { z } from 'zod'
import { enforcement } from '../deployment/enforcement.ts'
import { installationState } from '../installation/installations.ts'
import { knowledge, severityCounts } from '../material/materials.ts'
import { operation } from '../operation/operation.ts'
import { id, idParams, organizationRef, orgParams, time } from '../operation/shapes.ts'
import { signature } from '../release/signatures.ts'
import { declared } from '../traffic/egress.ts'
import { sheetLine } from './data-sheets.ts'

const tenantAccess = z.enum(['none', 'read', 'write'])

const egress = z.object({
  enforcement,
  declared,
  observed: z
    .array(
      z.object({
        host: z.string().describe('`(other customers)`: hosts that only other customers entered'),
        port: z.number().int().nullable(),
        declared: z.boolean(),
        policySystem: z.boolean().describe('Your own, which is always open'),
        connections: z.number().int(),
        sentBytes: z.number().int(),
        refused: z.number().int(),
        lastAt: time.describe('The beginning of the last hour with traffic'),
      }),
    )
    .describe('Of the last 30 days, most connections first; at most 100 hosts'),
  shared: z.boolean().describe('One container serves several customers: what was observed is of all of them'),
})

const policySystem = z.object({
  asked: tenantAccess.describe('Permissions in the manifest'),
  way: z
    .enum(['direct', 'read', 'write', 'none'])
    .nullable()
    .describe('direct: with the token of the customer; read, write: through the relay; null: not yet installed'),
  calls: z
    .object({ total: z.number().int(), writing: z.number().int(), refused: z.number().int(), lastAt: time.nullable() })
    .nullable()
    .describe('Requests through the relay in the last 30 days; null where the relay does not see them'),
})

const materials = z.object({
  packages: z.number().int().nullable().describe('null: the contents of the image are not known'),
  unread: z.number().int().describe('Files of the image that could not be read'),
  reason: z.string().nullable().describe('Why the contents are not known'),
  knowledge,
  open: severityCounts.describe('Open findings by severity; without knowledge zero means nothing'),
  excepted: z.number().int().describe('Findings that the publisher or a moderator excepted'),
  dataAt: time
    .nullable()
    .describe('When the advisories for its packages were imported, the oldest of them; null: there are none'),
})

const review = z.object({
  kind: z.enum(['release', 'words']),
  version: z.string(),
  words: z.array(z.string()).describe('Which words of the listing were reviewed'),
  openedAt: time,
  approvedAt: time,
})

/** Everything a customer needs to explain an app to a security officer: what is declared, checked and observed. */
export const trust = z.object({
  listing: z.object({ id, name: z.string(), title: z.string() }),
  publisher: organizationRef.extend({ title: z.string() }),
  release: z.object({
    id,
    version: z.string(),
    imageDigest: z.string(),
    createdAt: time,
    approvedAt: time.nullable().describe('When a moderator approved it; null: not approved'),
  }),
  egress,
  policySystem,
  fields: z
    .object({ sent: z.number().int(), changed: z.number().int(), overflow: z.boolean() })
    .nullable()
    .describe('How many fields the app was sent and changed in the last 30 days; null: not yet installed'),
  materials,
  signatures: z.array(signature),
  signedReleasesOnly: z.boolean(),
  dataSheet: z.array(sheetLine),
  reviews: z.array(review).describe('Approved reviews, newest first; at most 50'),
})

const registered = z.object({
  installation: z.object({
    id,
    name: z.string(),
    state: installationState,
    test: z.boolean(),
    tenant: z.object({ id, name: z.string() }),
    createdAt: time,
  }),
  trust,
})

export const trustOperations = {
  getReleaseTrust: operation({
    method: 'GET',
    path: '/releases/{id}/trust',
    group: 'Trust',
    summary: 'Declared, checked and observed facts about a release',
    params: idParams,
    answer: {
      status: 200,
      schema: trust,
      description: 'Egress, policy system, materials, signatures, data sheet, reviews',
    },
    errors: ['not_found', 'storage_unavailable'],
  }),
  getInstallationTrust: operation({
    method: 'GET',
    path: '/installations/{id}/trust',
    group: 'Trust',
    summary: 'Declared, checked and observed facts about the release of an installation',
    params: idParams,
    answer: {
      status: 200,
      schema: trust,
      description: 'Egress, policy system, materials, signatures, data sheet, reviews',
    },
    errors: ['not_found', 'storage_unavailable'],
  }),
  getRegister: operation({
    method: 'GET',
    path: '/organizations/{org}/register',
    group: 'Trust',
    summary: 'The register of an organization: every installed app with its trust facts',
    description:
      'JSON, or CSV with one line for each installation (`format=csv`, or `accept: text/csv`). Uninstalled installations are left out.',
    params: orgParams,
    query: z.strictObject({ format: z.enum(['json', 'csv']).optional() }),
    answer: {
      status: 200,
      schema: z.object({ organization: organizationRef, at: time, installations: z.array(registered) }),
      description: 'The register',
      headers: ['content-disposition'],
    },
    errors: ['not_found'],
  }),
}

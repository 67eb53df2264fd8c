import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { id, idParams, line, page, pageQuery, reason, time } from '../operation/shapes.ts'

const severity = z.enum(['critical', 'high', 'medium', 'low', 'none', 'unknown'])
const exceptionState = z.enum(['not_affected', 'affected', 'fixed', 'under_investigation'])

const exception = z.object({
  id,
  advisory: z.string(),
  package: z.string().nullable().describe('null: every package that the advisory is about'),
  status: exceptionState.describe('A state of OpenVEX; `not_affected` and `fixed` close the finding'),
  reason: z.string(),
  author: z.string(),
  until: time,
})

const finding = z.object({
  advisory: z.string().describe('The CVE where there is one, else the name its database gave it'),
  aliases: z.array(z.string()),
  summary: z.string(),
  severity,
  score: z.number().nullable().describe('CVSS base score'),
  package: z.string().describe('The name the advisory uses: that of the source package for distributions'),
  ecosystem: z.string(),
  installed: z.string(),
  fixed: z.array(z.string()).describe('Versions that fix it; empty when none is known'),
  state: z.enum(['open', ...exceptionState.options]),
  exception: exception.nullable(),
  firstSeenAt: time,
})

export const knowledge = z
  .enum(['unknown', 'partly', 'known'])
  .describe(
    '`unknown`: there are no advisories for any package, or the contents are not known; that is never the same as clean',
  )

export const severityCounts = z.object({
  critical: z.number().int(),
  high: z.number().int(),
  medium: z.number().int(),
  low: z.number().int(),
  none: z.number().int(),
  unknown: z.number().int(),
})

const findings = page(finding).extend({
  knowledge,
  open: severityCounts.describe('Open findings by severity, whatever the filter'),
  data: z
    .array(
      z.object({
        ecosystem: z.string(),
        advisories: z.number().int(),
        newestAt: time.nullable().describe('When the newest of them was modified'),
        importedAt: time,
      }),
    )
    .describe('The advisories of each ecosystem and their age'),
  packages: z
    .array(z.object({ ecosystem: z.string().nullable(), count: z.number().int(), covered: z.boolean() }))
    .nullable()
    .describe('Packages by ecosystem, and whether there are advisories for it; null when the contents are not known'),
})

const use = z.object({
  release: z.object({ id, version: z.string(), state: z.string() }),
  listing: z.object({ id, name: z.string() }),
  packages: z.array(z.object({ name: z.string(), version: z.string(), purl: z.string() })),
  installations: z.array(
    z.object({ id, organization: z.string(), tenant: z.string(), state: z.string(), test: z.boolean() }),
  ),
})

export const materialOperations = {
  getSbom: operation({
    method: 'GET',
    path: '/releases/{id}/sbom',
    group: 'Releases',
    summary: 'Bill of materials of a release: CycloneDX 1.6 JSON',
    description:
      'Made from the layers of the image when it is released. What could not be read is named in `metadata.properties`. The same document is a referrer of the image in the registry.',
    params: idParams,
    answer: {
      status: 200,
      description: 'The bill of materials',
      contentType: 'application/vnd.cyclonedx+json',
    },
    errors: ['not_found', 'sbom_unavailable'],
  }),
  getFindings: operation({
    method: 'GET',
    path: '/releases/{id}/findings',
    group: 'Releases',
    summary: 'Advisories for the packages of a release, with the age of the data',
    params: idParams,
    query: pageQuery.extend({
      severity: severity.optional(),
      state: z.enum(['open', ...exceptionState.options]).optional(),
    }),
    answer: { status: 200, schema: findings, description: 'Findings, worst first' },
    errors: ['not_found'],
  }),
  getExceptions: operation({
    method: 'GET',
    path: '/listings/{id}/exceptions',
    group: 'Releases',
    summary: 'Exceptions to findings of an app',
    params: idParams,
    query: pageQuery,
    answer: { status: 200, schema: page(exception), description: 'Exceptions, oldest first' },
    errors: ['not_found'],
  }),
  createException: operation({
    method: 'POST',
    path: '/listings/{id}/exceptions',
    group: 'Releases',
    summary: 'Add an exception for an advisory in an app, until a date',
    params: idParams,
    body: z.strictObject({
      advisory: line(200).min(1).describe('An advisory or one of its aliases'),
      package: line(300).min(1).optional().describe('Default: every package that the advisory is about'),
      status: exceptionState,
      reason: reason(2000),
      until: time.describe('At most a year ahead'),
    }),
    answer: { status: 201, schema: exception, description: 'The exception' },
    errors: ['not_found'],
  }),
  deleteException: operation({
    method: 'DELETE',
    path: '/exceptions/{id}',
    group: 'Releases',
    summary: 'Withdraw an exception',
    params: idParams,
    answer: { status: 204, description: 'The finding is open again' },
    errors: ['not_found'],
  }),
  findPackages: operation({
    method: 'GET',
    path: '/packages',
    group: 'Releases',
    summary: 'Which releases and installations have a package',
    description:
      'Publishers see their own releases, customers the releases that they have installed and these installations, moderators and operators everything.',
    query: pageQuery.extend({
      name: line(300).min(1).describe('The name of a package, or of the source it is built from'),
      version: line(200).min(1).optional(),
    }),
    answer: {
      status: 200,
      schema: page(use),
      description: 'Releases, newest first; at most 500',
    },
    errors: [],
  }),
}

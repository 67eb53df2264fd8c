import { z } from 'zod'
import { releaseStates } from '../../states/release.ts'
import { operation } from '../operation/operation.ts'
import { id, idParams, json, manifestProblem, page, text, time } from '../operation/shapes.ts'
import { sortedQuery, versioned } from '../operation/sorting.ts'
import { wavePlan } from './wave-plan.ts'

export const releaseState = z.enum(releaseStates)

const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/, 'Give the digest as sha256: and 64 hexadecimal digits.')
const finding = z.object({
  pointer: z.string(),
  rule: z.string(),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  fix: z.string().optional(),
})
const ask = z.object({ kind: z.string(), what: z.string() })

/** The manifest as a value, or the text of the file. */
const manifestInput = z.union([z.record(z.string(), json), z.string().max(262_144)])

export const release = z.object({
  id,
  listing: z.object({ id, name: z.string() }),
  version: z.string(),
  state: releaseState,
  imageDigest: z.string(),
  approved: z.boolean().describe('Whether it may be promoted'),
  promotedAt: time.nullable().describe('When customers began to be offered it'),
  current: z.boolean().describe('Whether it is the LIVE release of its listing'),
  followed: z.boolean().describe('Whether it is the promoted release that customers launch and follow'),
  problems: z.array(finding).describe('Why it was rejected'),
  warnings: z.array(finding),
  failure: z.string().nullable().describe('Reason why it never became healthy'),
  rollback: z
    .object({
      state: z.enum(['PENDING', 'FAILED']),
      askedAt: time,
      reason: z.string().nullable().describe('Why it failed, with the last lines of the output'),
    })
    .nullable()
    .describe(
      'A return to this release that has not taken effect: it waits for its deployment to be healthy, or failed',
    ),
  conformance: z
    .object({
      conforms: z.boolean(),
      passed: z.number().int(),
      failed: z.number().int(),
      notApplicable: z.number().int(),
      tool: z.string().describe('Version of the tool that drove it'),
      at: time,
    })
    .nullable()
    .describe('What `mkt conformance` found of this very image, recorded by its publisher; null: not recorded'),
  asksMore: z.array(ask).describe('Permissions beyond the last approved release; such a release waits for a moderator'),
  manifest: json,
  notes: z.string().describe('Description by the publisher, in Markdown'),
  notesHtml: z.string().describe('The same, sanitised'),
  createdAt: time,
  createdBy: z.string().nullable(),
  liveAt: time.nullable(),
})

export const change = z.object({
  kind: z.string().describe('setting, mapping, webhook, autofill, rater, hook, public path, egress, plan, …'),
  name: z.string(),
  change: z.enum(['added', 'removed', 'changed']),
  details: z.array(z.string()),
})

const planned = z.object({
  version: z.string(),
  problems: z.array(manifestProblem).describe('Problems of the manifest itself'),
  asksMore: z.array(ask),
  needsReview: z.boolean().describe('Whether a moderator must approve it before it can be promoted'),
  installations: z.object({
    total: z.number().int(),
    fine: z.number().int().describe('Those that would simply take it'),
    needConfiguration: z.number().int(),
  }),
  own: z
    .array(
      z.object({
        installationId: id,
        tenant: z.string(),
        problems: z.array(z.object({ pointer: z.string(), rule: z.string(), message: z.string() })),
      }),
    )
    .describe('Installations of your own organization that would need configuration'),
  others: z
    .array(z.object({ rule: z.string(), count: z.number().int() }))
    .describe('Installations of other organizations: counts by rule, nothing else'),
})

export const releaseOperations = {
  createRelease: operation({
    method: 'POST',
    path: '/listings/{id}/releases',
    group: 'Releases',
    summary: 'Release a version: a manifest and an image that was pushed',
    description:
      'Checks image and manifest at once. A release that passes is then deployed; follow it with getRelease.',
    params: idParams,
    body: z.strictObject({
      manifest: manifestInput,
      imageDigest: digest,
      notes: text(20_000).optional().describe('Release notes in Markdown, shown with the offer of the release'),
    }),
    answer: { status: 201, schema: release, description: 'The release; `problems` says why it was rejected' },
    errors: [
      'not_found',
      'listing_not_published',
      'listing_suspended',
      'illegal_move',
      'manifest_invalid',
      'version_taken',
      'version_not_newer',
      'image_unknown',
      'release_unsigned',
      'engine_not_isolated',
      'storage_unavailable',
      'storage_full',
    ],
  }),
  listReleases: operation({
    method: 'GET',
    path: '/listings/{id}/releases',
    group: 'Releases',
    summary: 'The releases of a listing, newest first; others than its publisher see the promoted ones',
    params: idParams,
    query: sortedQuery('version', 'state', 'createdAt').extend({
      state: releaseState.optional(),
      version: versioned,
    }),
    answer: { status: 200, schema: page(release), description: 'Releases' },
    errors: ['not_found'],
  }),
  getRelease: operation({
    method: 'GET',
    path: '/releases/{id}',
    group: 'Releases',
    summary: 'One release with its manifest',
    params: idParams,
    answer: { status: 200, schema: release, description: 'The release' },
    errors: ['not_found'],
  }),
  promoteRelease: operation({
    method: 'POST',
    path: '/releases/{id}/promote',
    group: 'Releases',
    summary: 'Promote an approved release to customers, to all or in waves',
    params: idParams,
    body: wavePlan.optional(),
    answer: { status: 200, schema: release, description: 'The release' },
    errors: [
      'not_found',
      'release_not_approved',
      'release_not_ready',
      'listing_suspended',
      'illegal_move',
      'promotion_running',
    ],
  }),
  rollbackRelease: operation({
    method: 'POST',
    path: '/releases/{id}/rollback',
    group: 'Releases',
    summary: 'Roll back to this release: it becomes LIVE again, and followed again if it was promoted',
    description:
      'LIVE at once when its deployment is healthy. Otherwise the deployment is started, `rollback` is PENDING and the current release stays current; follow it with getRelease. When the deployment does not become healthy, `rollback` is FAILED, nothing has changed, and it can be asked for again.',
    params: idParams,
    answer: { status: 200, schema: release, description: 'The release: LIVE, or with a `rollback` that is PENDING' },
    errors: ['not_found', 'illegal_move', 'listing_suspended'],
  }),
  withdrawRelease: operation({
    method: 'POST',
    path: '/releases/{id}/withdraw',
    group: 'Releases',
    summary: 'Withdraw a release that nobody runs; its version can be used again',
    description:
      'While an installation runs it, or is about to take it, the answer is 409 `illegal_move`. Where it was LIVE or followed, the one before it is so again.',
    params: idParams,
    answer: { status: 200, schema: release, description: 'The release, WITHDRAWN' },
    errors: ['not_found', 'illegal_move'],
  }),
  recordConformance: operation({
    method: 'PUT',
    path: '/releases/{id}/conformance',
    group: 'Releases',
    summary: 'Record the conformance result of the image of a release',
    description: 'A later record replaces an earlier one. Customers see whether it conforms, when and by which tool.',
    params: idParams,
    body: z.strictObject({
      imageDigest: digest.describe('The image that was driven; it must be that of the release'),
      tool: text(40),
      checks: z
        .array(
          z.strictObject({
            check: text(200),
            result: z.enum(['passed', 'failed', 'not applicable']),
            detail: text(500),
          }),
        )
        .min(1)
        .max(50),
    }),
    answer: { status: 200, schema: release, description: 'The release' },
    errors: ['not_found', 'image_unknown'],
  }),
  compareReleases: operation({
    method: 'GET',
    path: '/releases/{id}/compare',
    group: 'Releases',
    summary: 'Changes between another release and this one',
    params: idParams,
    query: z.strictObject({ with: id.optional().describe('The other release; default the one before') }),
    answer: {
      status: 200,
      schema: z.object({
        from: z.object({ id, version: z.string() }).nullable(),
        to: z.object({ id, version: z.string() }),
        asksMore: z.array(ask),
        changes: z.array(change),
      }),
      description: 'Changes',
    },
    errors: ['not_found'],
  }),
  planRelease: operation({
    method: 'POST',
    path: '/listings/{id}/plan',
    group: 'Releases',
    summary: 'Which installations a manifest would break, and why, before anything is deployed',
    params: idParams,
    body: z.strictObject({ manifest: manifestInput }),
    answer: { status: 200, schema: planned, description: 'Effect of the release' },
    errors: ['not_found', 'manifest_invalid'],
  }),
}

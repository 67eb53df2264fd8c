import { z } from 'zod'
import { installationStates, installationOperations as operationNames } from '../../states/installation.ts'
import { operation } from '../operation/operation.ts'
import { fieldProblem, id, idParams, line, orgParams, page, time } from '../operation/shapes.ts'
import { searched, sortedQuery } from '../operation/sorting.ts'
import { ownCredentials, ownMarks, someCredentials } from '../tenant/credentials.ts'
import {
  configurationBodyBytes,
  configurationCheck,
  writtenMappings as mappings,
  writtenSettings as settings,
} from './configurations.ts'

export const installationState = z.enum(installationStates)
const entryLevel = z.enum(['info', 'warning', 'error'])

const installationName = line(100)
  .min(1)
  .refine((value) => value.trim() !== '', 'Fill this in.')

/** What the policy system gets when the app fails to answer. */
const onFailure = z.object({
  autofill: z.enum(['block', 'skip']).describe('`block`: the error; `skip`: an empty update with status 200'),
  rater: z
    .enum(['refuse', 'last'])
    .describe('`refuse`: the error; `last`: the last answer to a byte-identical request, with `x-MKT-fallback: last`'),
  maxAgeSeconds: z.number().int().min(60).max(2_592_000).describe('Maximum age of the last answer'),
})

const offer = z.object({
  releaseId: id,
  version: z.string(),
  reason: z.enum(['major', 'asks_more', 'needs_configuration']),
  problems: z.array(fieldProblem),
  asks: z.array(z.string()).describe('Permissions beyond the current release'),
  notes: z.string().describe('Release notes in Markdown'),
  notesHtml: z.string().describe('The same, sanitised'),
})

export const installation = z.object({
  id,
  organizationId: id,
  name: z.string().describe("The customer's own name of it; unique among the installations of this app on the tenant"),
  listing: z.object({ id, name: z.string(), title: z.string() }),
  tenant: z.object({ id, name: z.string() }).nullable(),
  tenantId: id,
  routeId: z.string(),
  endpoint: z.string().describe('The address the policy system calls'),
  state: installationState,
  reason: z.string().nullable().describe('Why it is in ERROR, in words'),
  health: z
    .object({
      state: z.enum(['healthy', 'degraded', 'failing', 'unknown']),
      code: z
        .enum([
          'not_running',
          'starting',
          'error',
          'credentials_refused',
          'tenant_unreachable',
          'containers_down',
          'deliveries_paused',
          'deliveries_failing',
          'calls_failing',
          'operation_failed',
        ])
        .nullable(),
      cause: z.string().nullable().describe('What is wrong, in words'),
      since: time.nullable(),
      remedy: z.string().nullable().describe('Remedy, in words'),
    })
    .describe(
      'How it fares, judged by its instances, its tenant and its traffic together; unknown while it does not run',
    ),
  waiting: z
    .object({ reason: z.string(), nextTryAt: time.nullable() })
    .nullable()
    .describe(
      'What keeps it from being registered in the tenant, and when that is tried again; without a time the first try goes on',
    ),
  release: z.object({ id, version: z.string() }),
  target: z.object({ id, version: z.string() }).nullable().describe('The release being taken'),
  revision: z.number().int(),
  test: z.boolean(),
  pinned: z.boolean(),
  recording: z.boolean().describe('Whether payloads of calls are kept'),
  answers: z.array(z.enum(['autofill', 'rater'])).describe('The calls that its release answers'),
  onFailure,
  shadowReleaseId: id.nullable(),
  tunnel: z
    .object({ by: z.string().describe('Who opened it'), since: time })
    .nullable()
    .describe("Set while its traffic goes to a developer's machine instead of the deployed release"),
  credentials: ownMarks,
  lastFailure: z.object({ operation: z.string(), reason: z.string(), at: time }).nullable(),
  offer: offer.nullable(),
  operations: z.array(z.enum(operationNames)),
  externalRaters: z.array(z.string()).describe('Names a person attaches to products in the policy system'),
  warnings: z.array(z.string()),
  createdAt: time,
  updatedAt: time,
})

const settled = { status: 202, schema: installation, description: 'The installation; the work goes on' } as const

export const installationOperations = {
  launchApp: operation({
    method: 'POST',
    path: '/organizations/{org}/installations',
    group: 'Installations',
    summary: 'Launch an app on a tenant',
    bodyBytes: configurationBodyBytes,
    params: orgParams,
    body: z.strictObject({
      listingId: id,
      tenantId: id,
      name: installationName.optional().describe("Tells it apart from others of this app; default: the app's title"),
      test: z
        .boolean()
        .optional()
        .describe("An app of one's own is launched as a test, which follows what is live, unless this is false"),
      settings: settings.optional(),
      mappings: mappings.optional(),
      releaseId: id.optional(),
      copyFrom: id
        .optional()
        .describe('An installation of this app to begin with: its settings and mappings, secrets excepted'),
      credentials: someCredentials.optional().describe('For this installation alone: a separate token per integration'),
    }),
    answer: { status: 201, schema: installation, description: 'The installation, PENDING' },
    errors: [
      'not_found',
      'configuration_invalid',
      'listing_not_launchable',
      'tenant_check_failed',
      'forbidden',
      'name_taken',
      'quota_exceeded',
    ],
  }),
  checkLaunch: operation({
    method: 'POST',
    path: '/organizations/{org}/installations/check',
    group: 'Installations',
    summary: 'Ask an app about a configuration before it is launched; nothing is stored',
    params: orgParams,
    body: z.strictObject({
      listingId: id,
      settings: settings.optional(),
      mappings: mappings.optional(),
      releaseId: id.optional(),
    }),
    answer: { status: 200, schema: configurationCheck, description: 'What the app says' },
    errors: ['not_found', 'configuration_invalid', 'listing_not_launchable'],
  }),
  listInstallations: operation({
    method: 'GET',
    path: '/organizations/{org}/installations',
    group: 'Installations',
    summary: 'The installations of an organization',
    params: orgParams,
    query: sortedQuery(
      'name',
      'listing',
      'tenant',
      'state',
      'health',
      'failed',
      'lastActivity',
      'version',
      'createdAt',
      'updatedAt',
    ).extend({
      q: searched,
      listingId: id.optional(),
      tenantId: id.optional(),
      state: installationState.optional(),
      test: z.enum(['true', 'false']).optional(),
      uninstalled: z.enum(['true', 'false']).optional().describe('`false` leaves out what is gone'),
      health: z
        .enum(['incident', 'failing', 'degraded'])
        .optional()
        .describe(
          'Those that do not fare well, `incident` for both kinds; of the newest 500 where something may be wrong',
        ),
    }),
    answer: { status: 200, schema: page(installation), description: 'Installations, newest first' },
    errors: ['not_found'],
  }),
  getInstallation: operation({
    method: 'GET',
    path: '/installations/{id}',
    group: 'Installations',
    summary: 'One installation',
    params: idParams,
    answer: { status: 200, schema: installation, description: 'The installation' },
    errors: ['not_found'],
  }),
  changeInstallation: operation({
    method: 'PATCH',
    path: '/installations/{id}',
    group: 'Installations',
    summary:
      'Rename it; pin it to its release or let it follow; keep the payloads of its calls; choose what happens when it fails',
    params: idParams,
    body: z.strictObject({
      name: installationName.optional(),
      pinned: z.boolean().optional(),
      recording: z
        .boolean()
        .optional()
        .describe('Keep what calls carry, sealed, for seven days unless the operator set another time'),
      onFailure: z.strictObject(onFailure.partial().shape).optional(),
      shadowReleaseId: id
        .nullable()
        .optional()
        .describe(
          'A release that gets copies of its live autofill and rater calls; its answers are compared, not used',
        ),
    }),
    answer: { status: 200, schema: installation, description: 'The installation' },
    errors: ['not_found', 'illegal_move', 'name_taken', 'release_not_ready'],
  }),
  replaceInstallationCredentials: operation({
    method: 'PUT',
    path: '/installations/{id}/credentials',
    group: 'Installations',
    summary: 'Set or replace own credentials of the installation, or go back to those of its tenant',
    description:
      'A set that is left out stays; `null` erases it, and the credentials of the tenant are used from then on. New ones are tried against the policy system first, as at connecting a tenant: the problems of `tenant_check_failed` name the set in `pointer` and the reason in `rule`.',
    params: idParams,
    body: z.strictObject({ credentials: ownCredentials }),
    answer: { status: 200, schema: installation, description: 'The installation' },
    errors: ['not_found', 'tenant_check_failed', 'illegal_move'],
  }),
  stopInstallation: operation({
    method: 'POST',
    path: '/installations/{id}/stop',
    group: 'Installations',
    summary: 'Stop: unregister in the tenant, then notify the app',
    params: idParams,
    answer: settled,
    errors: ['not_found', 'illegal_move'],
  }),
  startInstallation: operation({
    method: 'POST',
    path: '/installations/{id}/start',
    group: 'Installations',
    summary: 'Start a stopped installation, or retry after an error',
    params: idParams,
    answer: settled,
    errors: ['not_found', 'illegal_move', 'listing_suspended', 'listing_not_launchable'],
  }),
  uninstallInstallation: operation({
    method: 'POST',
    path: '/installations/{id}/uninstall',
    group: 'Installations',
    summary: 'Uninstall: stop, tell the app, erase secrets',
    params: idParams,
    answer: settled,
    errors: ['not_found', 'illegal_move'],
    stepUp: 'if-factor',
  }),
  upgradeInstallation: operation({
    method: 'POST',
    path: '/installations/{id}/upgrade',
    group: 'Installations',
    summary: 'Upgrade to another release, newer or older',
    description:
      'Settings and mappings that are given are written whole, as with the configuration: a readable setting left out is unset. Left out altogether, the present ones stay. `if-match` with the revision read guards against overwriting.',
    params: idParams,
    ifMatch: true,
    bodyBytes: configurationBodyBytes,
    body: z
      .strictObject({ releaseId: id.optional(), settings: settings.optional(), mappings: mappings.optional() })
      .optional(),
    answer: settled,
    errors: ['not_found', 'illegal_move', 'configuration_invalid', 'revision_conflict'],
  }),
  listInstallationLog: operation({
    method: 'GET',
    path: '/installations/{id}/logs',
    group: 'Installations',
    summary: "The platform's own entries: moves, hooks, registration, deliveries",
    params: idParams,
    query: sortedQuery('at').extend({
      level: entryLevel.optional(),
      q: searched.describe('Words that the message or its details contain'),
    }),
    answer: {
      status: 200,
      schema: page(
        z.object({
          id,
          at: time,
          kind: z.string(),
          level: entryLevel,
          message: z.string(),
          details: z.record(z.string(), z.json()),
        }),
      ),
      description: 'Entries, newest first',
    },
    errors: ['not_found'],
  }),
}

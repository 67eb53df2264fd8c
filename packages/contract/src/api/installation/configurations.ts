import { z } from 'zod'
import { limits } from '../../limits.ts'
import { operation } from '../operation/operation.ts'
import { fieldProblem, id, idParams, page, time } from '../operation/shapes.ts'
import { searched, sortedQuery } from '../operation/sorting.ts'

const cell = z.union([z.string(), z.number(), z.boolean()])
const readable = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.record(z.string(), cell)),
  z.object({ set: z.literal(true), updatedAt: time }),
])
const mapping = z.object({ productName: z.string(), fields: z.record(z.string(), z.string()) })
const mark = z.enum(['entered', 'kept', 'cleared'])

/**
 * Settings as they are written: a value of their type, null to clear, `{ set: true }` to keep. The manifest decides what is right, so
 * everything passes here; a schema of names would drop `__proto__` silently instead of letting it be refused.
 */
export const writtenSettings = z
  .custom<Record<string, unknown>>()
  .meta({ type: 'object', additionalProperties: true })
  .describe('Setting name → value. A write-only one left out keeps its value; null clears it')

/** A configuration holds tables of 1 MB each. */
export const configurationBodyBytes = limits.configurationBody.value

export const writtenMappings = z
  .array(z.unknown())
  .max(1000)
  .describe('`{ productName, fields }` for each product; fields: mapping field name → schema path')

export const configuration = z.object({
  revision: z.number().int(),
  settings: z.record(z.string(), readable).describe('A write-only setting only says that and when it was set'),
  mappings: z.array(mapping),
  updatedAt: time,
  updatedBy: z.string(),
})

export const configurationCheck = z.object({
  checked: z.boolean(),
  problems: z.array(fieldProblem),
  blocking: z.boolean(),
})

const revisionParams = idParams.extend({ revision: z.coerce.number().int().min(1) })

const revision = z.object({
  revision: z.number().int(),
  current: z.boolean(),
  release: z.object({ id, version: z.string() }).nullable(),
  settings: z.record(z.string(), z.string()).describe('Readable values as they are stored: as texts'),
  mappings: z.array(mapping),
  marks: z.record(z.string(), mark).describe('Changes of write-only settings'),
  restoredFrom: z.number().int().nullable(),
  createdAt: time,
  createdBy: z.string(),
})

const difference = z.object({
  pointer: z.string(),
  before: z.string().nullable().describe('Null where it was not set; never the value of a write-only setting'),
  after: z.string().nullable(),
  mark: mark.nullable().describe('For a write-only setting'),
})

export const configurationOperations = {
  getConfiguration: operation({
    method: 'GET',
    path: '/installations/{id}/configuration',
    group: 'Configuration',
    summary: 'The current configuration, without write-only values',
    params: idParams,
    answer: {
      status: 200,
      schema: configuration,
      description: 'The configuration; `etag` is its revision',
      headers: ['etag'],
    },
    errors: ['not_found'],
  }),
  putConfiguration: operation({
    method: 'PUT',
    path: '/installations/{id}/configuration',
    group: 'Configuration',
    summary: 'Write the configuration whole; `if-match` with the revision read guards against overwriting',
    params: idParams,
    body: z.strictObject({
      settings: writtenSettings.optional(),
      mappings: writtenMappings.optional(),
    }),
    answer: { status: 200, schema: configuration, description: 'The new configuration', headers: ['etag'] },
    errors: ['not_found', 'configuration_invalid', 'revision_conflict', 'illegal_move'],
    ifMatch: true,
    bodyBytes: configurationBodyBytes,
  }),
  checkConfiguration: operation({
    method: 'POST',
    path: '/installations/{id}/configuration/check',
    group: 'Configuration',
    summary: 'Ask the app about a configuration before it is saved; nothing is stored',
    description:
      'Sent to the `check` hook of the release. `blocking` problems make saving fail with `configuration_invalid`; with others it may be saved anyway. `checked` is false where the app has no such hook or cannot be asked now.',
    params: idParams,
    body: z.strictObject({
      settings: writtenSettings.optional(),
      mappings: writtenMappings.optional(),
      releaseId: id.optional().describe('The release it would be saved for; default the one it runs'),
    }),
    answer: { status: 200, schema: configurationCheck, description: 'What the app says' },
    errors: ['not_found', 'configuration_invalid'],
  }),
  listConfigurations: operation({
    method: 'GET',
    path: '/installations/{id}/configurations',
    group: 'Configuration',
    summary: 'Every revision: who, when, what happened to write-only settings',
    params: idParams,
    query: sortedQuery('revision').extend({
      q: searched.describe('Words that the name of who wrote it, or the version it was written for, contains'),
    }),
    answer: { status: 200, schema: page(revision), description: 'Revisions, newest first' },
    errors: ['not_found'],
  }),
  getConfigurationRevision: operation({
    method: 'GET',
    path: '/installations/{id}/configurations/{revision}',
    group: 'Configuration',
    summary: 'One revision',
    params: revisionParams,
    answer: { status: 200, schema: revision, description: 'The revision' },
    errors: ['not_found'],
  }),
  compareConfigurations: operation({
    method: 'GET',
    path: '/installations/{id}/configurations/{revision}/compare',
    group: 'Configuration',
    summary: 'Changes between two revisions; secrets only as entered, kept or cleared',
    params: revisionParams,
    query: z.strictObject({ with: z.coerce.number().int().min(1).optional().describe('The one before, unless told') }),
    answer: {
      status: 200,
      schema: z.object({ from: z.number().int(), to: z.number().int(), differences: z.array(difference) }),
      description: 'The differences',
    },
    errors: ['not_found'],
  }),
  restoreConfiguration: operation({
    method: 'POST',
    path: '/installations/{id}/configurations/{revision}/restore',
    group: 'Configuration',
    summary: 'Write a former revision as a new one; secrets keep their present values',
    params: revisionParams,
    answer: { status: 200, schema: configuration, description: 'The new configuration', headers: ['etag'] },
    errors: ['not_found', 'configuration_invalid', 'illegal_move', 'revision_conflict'],
  }),
}

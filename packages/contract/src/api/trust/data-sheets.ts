import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { contact, id, idParams, line, text, time, webAddress } from '../operation/shapes.ts'

/** What a publisher declares about an app, line by line, in the order it is shown. */
export const dataSheetLines = {
  legalName: 'Legal name',
  securityContact: 'Security contact',
  dpa: 'Data processing agreement',
  personalData: 'Personal data',
  purpose: 'Purpose of the personal data',
  storedWhere: 'Stored where',
  keptFor: 'Kept for',
  subprocessors: 'Subprocessors',
  supportHours: 'Support hours',
} as const

export type DataSheetLine = keyof typeof dataSheetLines
export const dataSheetLineNames = Object.keys(dataSheetLines) as [DataSheetLine, ...DataSheetLine[]]

/** What the platform saw by itself, shown below the lines of the publisher. */
export const observedLines = {
  egress: 'Hosts data was sent to',
  tenantCalls: 'Requests to the policy system',
  fields: 'Policy fields sent and changed',
} as const

const httpsAddress = webAddress(500).refine((value) => value.startsWith('https://'), 'Give an https address.')

const subprocessor = z.strictObject({
  name: line(200).min(1),
  purpose: line(300).min(1),
  location: line(200).optional().describe('Country or region'),
})

/** A line that is absent is not stated; an empty list of subprocessors says that there are none. */
export const dataSheet = z.strictObject({
  legalName: line(200).optional(),
  securityContact: contact(500).optional().describe('An email address or an https address'),
  dpa: z
    .union([z.literal(''), httpsAddress])
    .optional()
    .describe('https address of the data processing agreement'),
  personalData: text(2_000).optional().describe('Which personal data the app processes'),
  purpose: text(2_000).optional().describe('Purpose of processing the personal data'),
  storedWhere: text(500).optional().describe('Countries or regions'),
  keptFor: text(500).optional(),
  subprocessors: z.array(subprocessor).max(50).optional(),
  supportHours: line(200).optional(),
})

export type DataSheet = z.output<typeof dataSheet>

export const sheetLine = z.object({
  line: z.enum([...dataSheetLineNames, ...(Object.keys(observedLines) as (keyof typeof observedLines)[])]),
  title: z.string(),
  mark: z
    .enum(['declared', 'checked', 'observed'])
    .nullable()
    .describe('declared: by the publisher; checked: by a moderator; observed: by the platform; null: not stated'),
  text: z.string().nullable().describe('null: not stated, or nothing was observed'),
  at: time.nullable().describe('When it was checked'),
  by: z.string().nullable().describe('Who checked it'),
})

const sheetAnswer = z.object({
  lines: z
    .array(sheetLine)
    .describe('Lines of the publisher, stated or not, then what was observed in the last 30 days'),
  sheet: dataSheet.describe('The lines of the publisher as they are written'),
  waiting: z
    .object({ reviewId: id, sheet: dataSheet })
    .nullable()
    .describe('A change that waits for a moderator; only for those who can see the review'),
  revision: z.number().int().describe('Of the listing, for if-match'),
})

/** What a publisher declares about the data an app processes, and who checked it. */
export const dataSheetOperations = {
  getDataSheet: operation({
    method: 'GET',
    path: '/listings/{id}/data-sheet',
    group: 'Trust',
    summary: 'The data sheet of an app, each line marked as declared, checked or observed',
    params: idParams,
    answer: { status: 200, schema: sheetAnswer, description: 'The data sheet', headers: ['etag'] },
    errors: ['not_found'],
  }),
  putDataSheet: operation({
    method: 'PUT',
    path: '/listings/{id}/data-sheet',
    group: 'Trust',
    summary: 'Write the data sheet of an app; a line that changes loses its check',
    description:
      'Replaces the whole sheet. On a PUBLIC listing the change waits for a moderator: the answer and the catalogue show the old sheet until the review is approved.',
    params: idParams,
    body: dataSheet,
    answer: { status: 200, schema: sheetAnswer, description: 'The data sheet', headers: ['etag'] },
    errors: ['not_found', 'revision_conflict', 'illegal_move', 'listing_incomplete'],
    ifMatch: true,
  }),
  checkDataSheet: operation({
    method: 'POST',
    path: '/listings/{id}/data-sheet/checks',
    group: 'Trust',
    summary: 'Mark lines of a data sheet as checked by a moderator, or remove the mark',
    params: idParams,
    body: z.strictObject({
      lines: z.array(z.enum(dataSheetLineNames)).min(1).max(dataSheetLineNames.length),
      checked: z.boolean().default(true),
    }),
    answer: { status: 200, schema: sheetAnswer, description: 'The data sheet', headers: ['etag'] },
    errors: ['not_found', 'revision_conflict'],
    ifMatch: true,
  }),
}

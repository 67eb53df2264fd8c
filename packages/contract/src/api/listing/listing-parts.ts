import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { id, idParams, json, manifestProblem, page, pageQuery, time } from '../operation/shapes.ts'
import { searched, sortedQuery } from '../operation/sorting.ts'
import { listing } from './listings.ts'

const draftManifest = z.object({
  manifest: json.nullable(),
  problems: z.array(manifestProblem),
  warnings: z.array(manifestProblem),
  revision: z.string().describe('Changes with the draft; `if-match` of the next one holds it against what was read'),
})

const variable = z.object({ name: z.string(), set: z.literal(true), updatedAt: time })

const variableParams = idParams.extend({
  name: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, 'Use letters, digits and underscores, not beginning with a digit.'),
})

const pictures = { contentTypes: ['image/png', 'image/jpeg', 'image/webp'], limit: 5_000_000 } as const

const shownPictures = listing.pick({ logo: true, screenshots: true })
const pictureSet = shownPictures.extend({
  waiting: shownPictures
    .extend({ reviewId: id })
    .nullable()
    .describe('The pictures as they would be after the open review; only for the publisher and moderators'),
})

const pictureParams = idParams.extend({ picture: id })

/** What belongs to a listing besides its texts: draft manifest, pictures, application variables. */
export const listingPartOperations = {
  getDraftManifest: operation({
    method: 'GET',
    path: '/listings/{id}/manifest',
    group: 'Listings',
    summary: 'The draft manifest, to edit and download',
    params: idParams,
    answer: {
      status: 200,
      schema: draftManifest,
      description: 'The draft and what is wrong with it',
      headers: ['etag'],
    },
    errors: ['not_found'],
  }),
  putDraftManifest: operation({
    method: 'PUT',
    path: '/listings/{id}/manifest',
    group: 'Listings',
    summary: 'Store the draft manifest; only the manifest of a release is ever run',
    description:
      'The body is the manifest itself, or `{ "manifest": … }`. A draft with problems is stored anyway. With `if-match` only if nobody stored another one.',
    params: idParams,
    body: z.record(z.string(), json),
    answer: {
      status: 200,
      schema: draftManifest,
      description: 'The draft and what is wrong with it',
      headers: ['etag'],
    },
    errors: ['not_found', 'body_too_large', 'revision_conflict'],
    ifMatch: true,
  }),
  putLogo: operation({
    method: 'PUT',
    path: '/listings/{id}/logo',
    group: 'Listings',
    summary: 'Set the logo: PNG, JPEG or WebP',
    params: idParams,
    bytes: pictures,
    answer: { status: 200, schema: listing, description: 'The listing' },
    errors: ['not_found', 'image_invalid', 'body_too_large'],
  }),
  addScreenshot: operation({
    method: 'POST',
    path: '/listings/{id}/screenshots',
    group: 'Listings',
    summary: 'Add a screenshot: PNG, JPEG or WebP, at most 8',
    params: idParams,
    bytes: pictures,
    answer: { status: 201, schema: listing, description: 'The listing' },
    errors: ['not_found', 'image_invalid', 'body_too_large'],
  }),
  deletePicture: operation({
    method: 'DELETE',
    path: '/listings/{id}/pictures/{picture}',
    group: 'Listings',
    summary: 'Remove the logo or a screenshot',
    params: pictureParams,
    answer: { status: 204, description: 'The picture is gone' },
    errors: ['not_found'],
  }),
  getPictures: operation({
    method: 'GET',
    path: '/listings/{id}/pictures',
    group: 'Listings',
    summary: 'Logo and screenshots: those that are shown, and those that wait for a moderator',
    params: idParams,
    answer: { status: 200, schema: pictureSet, description: 'The pictures' },
    errors: ['not_found'],
  }),
  getPicture: operation({
    method: 'GET',
    path: '/listings/{id}/pictures/{picture}',
    group: 'Listings',
    summary: 'The logo or a screenshot',
    params: pictureParams,
    answer: { status: 200, description: 'The picture', contentType: 'image/webp' },
    errors: ['not_found'],
  }),
  listVariables: operation({
    method: 'GET',
    path: '/listings/{id}/variables',
    group: 'Listings',
    summary: 'The application variables of a listing, without their values',
    params: idParams,
    query: sortedQuery('name', 'updatedAt').extend({
      q: searched.describe('Words that the name contains'),
      limit: pageQuery.shape.limit.unwrap().default(200).describe('Maximum number of items'),
    }),
    answer: { status: 200, schema: page(variable), description: 'Variables' },
    errors: ['not_found'],
  }),
  putVariable: operation({
    method: 'PUT',
    path: '/listings/{id}/variables/{name}',
    group: 'Listings',
    summary: 'Set an application variable: write-only, applied at the next start of containers',
    params: variableParams,
    body: z.strictObject({ value: z.string().max(8192, 'Use at most 8 KB.') }),
    answer: { status: 200, schema: variable, description: 'The variable, without its value' },
    errors: ['not_found', 'name_reserved', 'request_invalid'],
  }),
  deleteVariable: operation({
    method: 'DELETE',
    path: '/listings/{id}/variables/{name}',
    group: 'Listings',
    summary: 'Remove an application variable',
    params: variableParams,
    answer: { status: 204, description: 'The variable is gone' },
    errors: ['not_found'],
  }),
}

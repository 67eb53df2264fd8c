import { z } from 'zod'
import { reviewStates } from '../../states/review.ts'
import { installationState } from '../installation/installations.ts'
import { operation } from '../operation/operation.ts'
import {
  id,
  idParams,
  manifestProblem,
  organizationRef,
  page,
  reason,
  text,
  time,
  variant,
} from '../operation/shapes.ts'
import { searched, sortedQuery } from '../operation/sorting.ts'
import { change } from '../release/releases.ts'

const reviewState = z.enum(reviewStates)

const ask = z.object({ kind: z.string(), what: z.string() })

const review = z.object({
  id,
  state: reviewState,
  listing: z.object({ id, name: z.string(), title: z.string(), variant, organization: organizationRef }),
  release: z.object({ id, version: z.string() }),
  words: z
    .array(z.string())
    .nullable()
    .describe('Which words of a public listing would change; null for the review of a release'),
  revision: z.string().describe('Changes with the words; `if-match` of an approval holds it against what was read'),
  reason: z.string().nullable(),
  openedBy: z.string(),
  decidedBy: z.string().nullable(),
  createdAt: time,
  decidedAt: time.nullable(),
})

const message = z.object({ id, author: z.string(), moderator: z.boolean(), text: z.string(), at: time })

const evidence = z.object({
  installationId: id,
  state: installationState,
  reason: z.string().nullable(),
  version: z.string(),
  createdAt: time,
  hooks: z
    .array(
      z.object({
        hook: z.string(),
        at: time,
        succeeded: z.boolean(),
        status: z.number().int().nullable(),
        durationMs: z.number().int().nullable(),
        answer: z.string().describe('Answer of the app, with the secrets of the installation masked'),
      }),
    )
    .describe('Answers to lifecycle hooks, newest first'),
  figures: z.object({
    delivered: z.number().int(),
    waiting: z.number().int(),
    dead: z.number().int(),
    calls: z.number().int(),
    failedCalls: z.number().int(),
    averageCallMs: z.number().int().nullable(),
    stateReads: z.number().int(),
    memoryBytes: z.number().nullable().describe('Of the deployment, when last measured'),
    restarts: z.number().int().nullable(),
  }),
})

const dossier = review.extend({
  findings: z.array(manifestProblem).describe('Findings of the platform'),
  checklist: z.array(
    z.object({
      ...{ id: z.string(), title: z.string(), passed: z.boolean(), detail: z.string() },
      at: time.nullable().describe('The moment that `detail` is about, where it is about one'),
    }),
  ),
  asksMore: z.array(ask).describe('Permissions beyond the last approved release'),
  comparedWith: z.object({ id, version: z.string() }).nullable().describe('The last approved release before this one'),
  changes: z.array(change).describe('The difference to that release; everything when there is none'),
  evidence: z
    .array(evidence)
    .describe("The publisher's test installations: states, hook answers and figures, never settings"),
  messages: z.array(message),
})

export const reviewOperations = {
  openReview: operation({
    method: 'POST',
    path: '/listings/{id}/reviews',
    group: 'Moderation',
    summary: 'Ask for a review of a release, by default the LIVE one',
    params: idParams,
    body: z.strictObject({ releaseId: id.optional(), message: text(4000).optional() }).optional(),
    answer: { status: 201, schema: review, description: 'The review' },
    errors: ['not_found', 'no_release', 'review_open', 'listing_not_published', 'illegal_move'],
  }),
  listReviews: operation({
    method: 'GET',
    path: '/reviews',
    group: 'Moderation',
    summary: "The queue: all reviews for moderators, one's own for publishers",
    query: sortedQuery('createdAt', 'decidedAt', 'listing', 'organization', 'state').extend({
      q: searched.describe('Words that the app or its organization contains'),
      state: reviewState.optional(),
      listingId: id.optional(),
    }),
    answer: { status: 200, schema: page(review), description: 'Reviews, oldest first' },
    errors: [],
  }),
  getReview: operation({
    method: 'GET',
    path: '/reviews/{id}',
    group: 'Moderation',
    summary: 'A review with its findings, checklist, evidence and conversation',
    params: idParams,
    answer: { status: 200, schema: dossier, description: 'The review', headers: ['etag'] },
    errors: ['not_found'],
  }),
  approveReview: operation({
    method: 'POST',
    path: '/reviews/{id}/approve',
    group: 'Moderation',
    summary: 'Approve the release; a DRAFT listing becomes VERIFIED',
    description:
      'Refused with `findings_open` while the release has open findings that `MKT_ADVISORY_GATE` does not let through. What runs is never stopped by it.',
    params: idParams,
    body: z.strictObject({ reason: reason(4000).describe('The publisher reads it') }),
    answer: { status: 200, schema: review, description: 'The review', headers: ['etag'] },
    errors: ['not_found', 'illegal_move', 'findings_open', 'revision_conflict'],
    ifMatch: true,
  }),
  requestChanges: operation({
    method: 'POST',
    path: '/reviews/{id}/request-changes',
    group: 'Moderation',
    summary: 'Ask the publisher for changes; the listing stays as it is',
    params: idParams,
    body: z.strictObject({ reason: reason(4000).describe('The publisher reads it') }),
    answer: { status: 200, schema: review, description: 'The review' },
    errors: ['not_found', 'illegal_move'],
  }),
  withdrawReview: operation({
    method: 'POST',
    path: '/reviews/{id}/withdraw',
    group: 'Moderation',
    summary: 'Withdraw the request for a review',
    params: idParams,
    answer: { status: 200, schema: review, description: 'The review' },
    errors: ['not_found', 'illegal_move'],
  }),
  listReviewMessages: operation({
    method: 'GET',
    path: '/reviews/{id}/messages',
    group: 'Moderation',
    summary: 'The conversation of a review',
    params: idParams,
    query: sortedQuery('at', 'author').extend({
      q: searched.describe('Words that the message or the name of its author contains'),
      moderator: z.enum(['true', 'false']).optional().describe('Only what moderators said, or only the others'),
    }),
    answer: { status: 200, schema: page(message), description: 'Messages, oldest first' },
    errors: ['not_found'],
  }),
  addReviewMessage: operation({
    method: 'POST',
    path: '/reviews/{id}/messages',
    group: 'Moderation',
    summary: 'Post a message in the conversation of a review',
    params: idParams,
    body: z.strictObject({ text: text(4000).min(1) }),
    answer: { status: 201, schema: message, description: 'The message' },
    errors: ['not_found'],
  }),
}

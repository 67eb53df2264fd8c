import { access } from '@mkt/contract/api'
import { Failure } from '@mkt/contract/errors'
import { decideReview } from '../../actions/moderation/decide-review.ts'
import { openReview } from '../../actions/moderation/open-review.ts'
import { postReviewMessage } from '../../actions/moderation/post-review-message.ts'
import { readDossier } from '../../actions/moderation/read-dossier.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { organizationsSeen, type Subject, unowned } from '../../domain/accounts/access.ts'
import { reviewRevision } from '../../domain/moderation/review-revision.ts'
import { reviewedWords } from '../../domain/moderation/words.ts'
import { pageOf, toPage } from '../../domain/platform/page.ts'
import { listReviewMessages, listReviews, type Review, reviewById } from '../../store/moderation/reviews.ts'
import { notFound } from '../http/find.ts'
import { type Route, route } from '../http/route.ts'
import { listingSubject } from '../listing/listings.ts'

function answer(review: Review) {
  return {
    id: review.id,
    state: review.state,
    listing: {
      id: review.listingId,
      name: review.listingName,
      title: review.listingTitle,
      variant: review.variant,
      organization: { id: review.organizationId, name: review.organizationName },
    },
    release: { id: review.releaseId, version: review.version },
    words: review.words && reviewedWords.filter((word) => review.words?.[word] !== undefined),
    revision: reviewRevision(review),
    reason: review.reason,
    openedBy: review.openedBy,
    decidedBy: review.decidedBy,
    createdAt: review.createdAt.toISOString(),
    decidedAt: review.decidedAt?.toISOString() ?? null,
  }
}

/**
 * The publisher may change the words while a moderator reads them: what nobody read is not approved. A change after this look is
 * found when the decision is written.
 */
function refuseOther(review: Review, ifMatch: string | null): void {
  if (ifMatch === null || ifMatch === '*' || ifMatch === tagOf(review)) return
  throw new Failure(
    'revision_conflict',
    `The words of ${review.listingName} changed in the meantime. Read them again, then decide.`,
  )
}

const tagOf = (review: Review) => `"${reviewRevision(review)}"`

export function reviewRoutes(platform: Platform): Route[] {
  const subject = async ({ params }: { params: { id: string } }): Promise<Subject & { review: Review }> => {
    const review = await reviewById(platform.db, params.id)
    if (review === undefined) throw notFound()
    return { organizationId: review.organizationId, review }
  }
  return [
    route('openReview', {
      subject: ({ params }) => listingSubject(platform, params.id),
      handle: async ({ params, body, ...origin }) =>
        answer(await openReview(platform, { listingId: params.id, ...body }, origin)),
    }),
    route('listReviews', {
      subject: () => unowned,
      async handle({ caller, query }) {
        const page = pageOf(query)
        const organizationIds = organizationsSeen(access.getReview, caller)
        const rows = await listReviews(platform.db, { ...query, organizationIds }, page)
        return toPage(rows, page, (row) => row.id, answer)
      },
    }),
    route('getReview', {
      subject,
      async handle({ subject: { review }, setHeader }) {
        setHeader('etag', tagOf(review))
        return { ...answer(review), ...(await readDossier(platform, review)) }
      },
    }),
    route('listReviewMessages', {
      subject,
      async handle({ params, query }) {
        const page = pageOf(query)
        const moderator = query.moderator === undefined ? undefined : query.moderator === 'true'
        const rows = await listReviewMessages(platform.db, params.id, { q: query.q, moderator }, page)
        return toPage(
          rows,
          page,
          (row) => row.id,
          (row) => ({ ...row, at: row.at.toISOString() }),
        )
      },
    }),
    route('approveReview', {
      subject,
      async handle({ subject: { review }, body, ifMatch, ...origin }) {
        refuseOther(review, ifMatch)
        const decided = await decideReview(platform, { review, move: 'approve', reason: body.reason }, origin)
        origin.setHeader('etag', tagOf(decided))
        return answer(decided)
      },
    }),
    route('requestChanges', {
      subject,
      handle: async ({ subject: { review }, body, ...origin }) =>
        answer(await decideReview(platform, { review, move: 'request-changes', reason: body.reason }, origin)),
    }),
    route('withdrawReview', {
      subject,
      handle: async ({ subject: { review }, ...origin }) =>
        answer(await decideReview(platform, { review, move: 'withdraw' }, origin)),
    }),
    route('addReviewMessage', {
      subject,
      async handle({ subject: { review }, body, ...origin }) {
        const message = await postReviewMessage(platform, { review, text: body.text }, origin)
        return { ...message, at: message.at.toISOString() }
      },
    }),
  ]
}

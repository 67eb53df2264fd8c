import { decideReview } from '../actions/decide-review.ts'
import { openReview } from '../actions/open-review.ts'
import type { Platform } from '../actions/platform.ts'
import { readDossier } from '../actions/read-dossier.ts'
import { type Subject, unowned } from '../domain/access.ts'
import { actorOf } from '../domain/caller.ts'
import { pageOf, toPage } from '../domain/page.ts'
import { newId } from '../lib/ids.ts'
import { insertReviewMessage, listReviews, type Review, reviewById } from '../store/reviews.ts'
import { transaction } from '../store/transaction.ts'
import { notFound } from './find.ts'
import { listingSubject, visibleOrganizations } from './listings.ts'
import { type Route, route } from './route.ts'

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
    reason: review.reason,
    openedBy: review.openedBy,
    decidedBy: review.decidedBy,
    createdAt: review.createdAt.toISOString(),
    decidedAt: review.decidedAt?.toISOString() ?? null,
  }
}

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
        const rows = await listReviews(platform.db, { ...query, organizationIds: visibleOrganizations(caller) }, page)
        return toPage(rows, page, (row) => row.id, answer)
      },
    }),
    route('getReview', {
      subject,
      handle: async ({ subject: { review } }) => ({ ...answer(review), ...(await readDossier(platform, review)) }),
    }),
    route('approveReview', {
      subject,
      handle: async ({ subject: { review }, body, ...origin }) =>
        answer(await decideReview(platform, { review, move: 'approve', reason: body?.reason }, origin)),
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
      async handle({ subject: { review }, caller, body }) {
        const at = platform.clock.now()
        const moderator = caller.kind === 'person' && caller.platformRole === 'moderator'
        const message = {
          id: newId('msg', at, platform.random),
          author: actorOf(caller).label,
          moderator,
          text: body.text,
          at,
        }
        await transaction(platform.db, async (trx) => {
          await insertReviewMessage(trx, review.id, message)
          await platform.changes.publish(trx, 'review', review.id)
        })
        return { ...message, at: at.toISOString() }
      },
    }),
  ]
}

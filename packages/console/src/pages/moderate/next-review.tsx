import { usePaged } from '../../queries/client/paged.ts'
import { defaultOrders } from '../../queries/default-orders.ts'
import { reviewsQuery } from '../../queries/listing/reviews.ts'
import { moderate } from '../../texts/moderate.ts'
import { LinkButton } from '../../ui/action/link-button.tsx'

const texts = moderate.review

/** A browser focuses only inputs and buttons by attribute. */
function takeFocus(link: HTMLAnchorElement | null): void {
  link?.focus()
}

/** After a decision, the review that has waited longest. It has the focus, so that Enter goes on. */
export function NextReview({ after }: { after: string }) {
  const { items } = usePaged(reviewsQuery({ state: 'OPEN' }), { shown: defaultOrders.reviewQueue })
  const next = items.find(({ id }) => id !== after)
  if (next === undefined) {
    return (
      <LinkButton to="/moderate" variant="default" ref={takeFocus}>
        {texts.queueDone}
      </LinkButton>
    )
  }
  return (
    <LinkButton to="/moderate/$reviewId" params={{ reviewId: next.id }} ref={takeFocus}>
      {texts.next}: {next.listing.title} {next.release.version}
    </LinkButton>
  )
}

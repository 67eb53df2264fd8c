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

interface Props {
  after: string
  /** Right after a decision it has the focus, so that Enter goes on. */
  focus: boolean
}

/** After a decision, the review that has waited longest. */
export function NextReview({ after, focus }: Props) {
  const focused = focus ? { ref: takeFocus } : {}
  const { items } = usePaged(reviewsQuery({ state: 'OPEN' }), { shown: defaultOrders.reviewQueue })
  const next = items.find(({ id }) => id !== after)
  if (next === undefined) {
    return (
      <LinkButton to="/moderate" variant="default" {...focused}>
        {texts.queueDone}
      </LinkButton>
    )
  }
  return (
    <LinkButton to="/moderate/$reviewId" params={{ reviewId: next.id }} {...focused}>
      {texts.next}: {next.listing.title} {next.release.version}
    </LinkButton>
  )
}

import { IconShieldCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { StateBadge } from '../../parts/state/state-badge.tsx'
import { usePaged } from '../../queries/client/paged.ts'
import { defaultOrders } from '../../queries/default-orders.ts'
import { reviewsQuery } from '../../queries/listing/reviews.ts'
import { moderate } from '../../texts/moderate.ts'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { ListRows } from '../../ui/list/list-rows.tsx'
import { ListSection } from '../../ui/list/list-section.tsx'
import { rowStyles } from '../../ui/list/rows.tsx'
import { useAddress } from '../../ui/list/use-address.ts'
import { useSorting } from '../../ui/list/use-sorting.ts'
import { Tag } from '../../ui/text/tag.tsx'
import { Time } from '../../ui/text/time.tsx'

const states = Object.entries(moderate.states).map(([value, label]) => ({ value, label }))

export function ModerateQueue() {
  const { words } = useAddress()
  const state = words.state ?? 'OPEN'
  return (
    <ListSection
      list="review-queue"
      title={moderate.queue}
      lead={moderate.queueLead}
      search={moderate.search}
      filters={<FilterSelect label={moderate.columns.state} options={states} word="state" otherwise="OPEN" />}
      narrowedBy={['state']}
      partial
    >
      <Queue state={state} q={words.q} />
    </ListSection>
  )
}

function Queue({ state, q }: { state: string; q: string | undefined }) {
  const sorting = useSorting(defaultOrders.reviewQueue, ['listing', 'organization', 'createdAt'])
  const { items, more } = usePaged(reviewsQuery({ state, q }), sorting)
  return (
    <ListRows
      empty={{ title: moderate.empty, text: moderate.emptyText, icon: <IconShieldCheck size={26} stroke={1.5} /> }}
      caption={moderate.queue}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(review) => review.id}
      columns={[
        {
          label: moderate.columns.app,
          sort: 'listing',
          cell: (review) => (
            <Link to="/moderate/$reviewId" params={{ reviewId: review.id }} className={rowStyles.link}>
              {review.listing.title}
            </Link>
          ),
        },
        { label: moderate.columns.release, cell: (review) => <Tag mono>{review.release.version}</Tag> },
        {
          label: moderate.columns.publisher,
          long: true,
          sort: 'organization',
          cell: (review) => review.listing.organization.name,
        },
        { label: moderate.columns.state, cell: (review) => <StateBadge state={review.state} /> },
        { label: moderate.columns.since, sort: 'createdAt', cell: (review) => <Time at={review.createdAt} /> },
      ]}
    />
  )
}

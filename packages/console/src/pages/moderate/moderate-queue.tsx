import { IconShieldCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { StateBadge } from '../../parts/state/state-badge.tsx'
import { usePaged } from '../../queries/client/paged.ts'
import { defaultOrders } from '../../queries/default-orders.ts'
import { reviewsQuery } from '../../queries/listing/reviews.ts'
import { common } from '../../texts/common.ts'
import { moderate } from '../../texts/moderate.ts'
import { Boundary } from '../../ui/feedback/boundary.tsx'
import { Empty } from '../../ui/layout/empty.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { AddressInput } from '../../ui/list/address-input.tsx'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { Rows, rowStyles } from '../../ui/list/rows.tsx'
import { useAddress } from '../../ui/list/use-address.ts'
import { useSorting } from '../../ui/list/use-sorting.ts'
import { Tag } from '../../ui/text/tag.tsx'
import { Time } from '../../ui/text/time.tsx'

const states = Object.entries(moderate.states).map(([value, label]) => ({ value, label }))

export function ModerateQueue() {
  const { words } = useAddress()
  const state = words.state ?? 'OPEN'
  return (
    <Section
      flush
      title={moderate.queue}
      lead={moderate.queueLead}
      actions={
        <>
          <AddressInput label={moderate.search} word="q" />
          <FilterSelect label={moderate.columns.state} options={states} word="state" otherwise="OPEN" />
        </>
      }
    >
      <Boundary of={JSON.stringify(words)}>
        <Queue state={state} q={words.q} />
      </Boundary>
    </Section>
  )
}

function Queue({ state, q }: { state: string; q: string | undefined }) {
  const sorting = useSorting(defaultOrders.reviewQueue, ['listing', 'organization', 'createdAt'])
  const { items, more } = usePaged(reviewsQuery({ state, q }), sorting)
  if (items.length === 0) {
    const icon = <IconShieldCheck size={26} stroke={1.5} />
    if (q) return <Empty title={common.noMatch} icon={icon} />
    return <Empty title={moderate.empty} text={moderate.emptyText} icon={icon} />
  }
  return (
    <Rows
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

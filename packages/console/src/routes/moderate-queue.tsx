import { IconShieldCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { AddressInput } from '../components/address-input.tsx'
import { Boundary } from '../components/boundary.tsx'
import { Empty } from '../components/empty.tsx'
import { FilterSelect } from '../components/filter-select.tsx'
import { Rows, rowStyles } from '../components/rows.tsx'
import { Section } from '../components/section.tsx'
import { StateBadge } from '../components/state-badge.tsx'
import { Tag } from '../components/tag.tsx'
import { Time } from '../components/time.tsx'
import { useAddress } from '../components/use-address.ts'
import { useSorting } from '../components/use-sorting.ts'
import { usePaged } from '../queries/paged.ts'
import { reviewsQuery } from '../queries/reviews.ts'
import { moderate } from '../texts/moderate.ts'
import { shell } from '../texts/shell.ts'

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
          <FilterSelect
            label={moderate.columns.state}
            any={moderate.states.OPEN}
            options={states}
            word="state"
            otherwise="OPEN"
          />
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
  const sorting = useSorting('createdAt', ['listing', 'organization', 'createdAt'])
  const { items, more } = usePaged(reviewsQuery({ state, q }), sorting)
  if (items.length === 0) {
    const icon = <IconShieldCheck size={26} stroke={1.5} />
    if (q) return <Empty title={shell.noMatch} icon={icon} />
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

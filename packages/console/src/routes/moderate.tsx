import { Select } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Boundary } from '../components/boundary.tsx'
import { Empty } from '../components/empty.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Rows, rowStyles } from '../components/rows.tsx'
import { Section } from '../components/section.tsx'
import { StateBadge } from '../components/state-badge.tsx'
import { Tag } from '../components/tag.tsx'
import { Time } from '../components/time.tsx'
import { usePaged } from '../queries/paged.ts'
import { reviewsQuery } from '../queries/reviews.ts'
import { moderate } from '../texts/moderate.ts'

const route = getRouteApi('/shell/moderate')

export function ModeratePage() {
  const { state = 'OPEN' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <PageHeader
        title={moderate.title}
        lead={moderate.lead}
        actions={
          <Select
            w={190}
            aria-label={moderate.columns.state}
            allowDeselect={false}
            data={Object.entries(moderate.states).map(([value, label]) => ({ value, label }))}
            value={state}
            onChange={(next) => void navigate({ search: next && next !== 'OPEN' ? { state: next } : {} })}
          />
        }
      />
      <Section flush>
        <Boundary of={state}>
          <Queue state={state} />
        </Boundary>
      </Section>
    </>
  )
}

function Queue({ state }: { state: string }) {
  const { items, more } = usePaged(reviewsQuery({ state }))
  if (items.length === 0) {
    const icon = <IconShieldCheck size={26} stroke={1.5} />
    return <Empty title={moderate.empty} text={moderate.emptyText} icon={icon} />
  }
  return (
    <Rows
      caption={moderate.title}
      items={items}
      more={more}
      keyOf={(review) => review.id}
      columns={[
        {
          label: moderate.columns.app,
          cell: (review) => (
            <Link to="/moderate/$reviewId" params={{ reviewId: review.id }} className={rowStyles.link}>
              {review.listing.title}
            </Link>
          ),
        },
        { label: moderate.columns.release, cell: (review) => <Tag mono>{review.release.version}</Tag> },
        { label: moderate.columns.publisher, cell: (review) => review.listing.organization.name },
        { label: moderate.columns.state, cell: (review) => <StateBadge state={review.state} /> },
        { label: moderate.columns.since, cell: (review) => <Time at={review.createdAt} /> },
      ]}
    />
  )
}

import { IconShieldCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { usePaged } from '../../queries/client/paged.ts'
import { defaultOrders } from '../../queries/default-orders.ts'
import { reviewsQuery } from '../../queries/listing/reviews.ts'
import { home } from '../../texts/home.ts'
import { moderate } from '../../texts/moderate.ts'
import { LinkButton } from '../../ui/action/link-button.tsx'
import { Empty } from '../../ui/layout/empty.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Rows, rowStyles } from '../../ui/list/rows.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { Time } from '../../ui/text/time.tsx'

const texts = home.moderating
const FEW = 10

/** The reviews that wait for a decision, with their age. */
export function ModeratingHome() {
  const { items, more } = usePaged(reviewsQuery({ state: 'OPEN' }), { shown: defaultOrders.reviewQueue })
  if (items.length === 0) {
    return (
      <Section title={texts.title}>
        <Empty small title={texts.empty} text={texts.emptyText} icon={<IconShieldCheck size={26} stroke={1.5} />} />
      </Section>
    )
  }
  return (
    <Section
      flush
      title={texts.title}
      lead={texts.lead(`${items.length}${more ? '+' : ''}`)}
      actions={
        <LinkButton variant="default" size="xs" to="/moderate">
          {texts.all}
        </LinkButton>
      }
    >
      <Rows
        caption={texts.title}
        items={items.slice(0, FEW)}
        keyOf={({ id }) => id}
        columns={[
          {
            label: moderate.columns.app,
            cell: (review) => (
              <Link to="/moderate/$reviewId" params={{ reviewId: review.id }} className={rowStyles.link}>
                {review.listing.title}
              </Link>
            ),
          },
          { label: moderate.columns.release, cell: ({ release }) => <Tag mono>{release.version}</Tag> },
          { label: moderate.columns.publisher, long: true, cell: ({ listing }) => listing.organization.name },
          { label: texts.waiting, cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
      />
    </Section>
  )
}

import { Group, Stack, Text } from '@mantine/core'
import { Conversation } from '../../../parts/review/conversation.tsx'
import { StateBadge } from '../../../parts/state/state-badge.tsx'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { reviewsQuery } from '../../../queries/listing/reviews.ts'
import { common } from '../../../texts/common.ts'
import { moderate } from '../../../texts/moderate.ts'
import { publish } from '../../../texts/publish.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { AddressInput } from '../../../ui/list/address-input.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { MoreButton } from '../../../ui/list/more-button.tsx'
import { OrderSelect } from '../../../ui/list/order-select.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import { Time } from '../../../ui/text/time.tsx'

const states = Object.entries(moderate.states).map(([value, label]) => ({ value, label }))
const orders = [
  { value: '-createdAt', label: common.sort.newest },
  { value: 'createdAt', label: common.sort.oldest },
]

/** Every review of a listing with what was said in it. One review may be a long conversation; only several give a choice among them. */
export function ListingReviews({ listingId }: { listingId: string }) {
  const { words } = useAddress()
  const sorting = useSorting(defaultOrders.reviews, ['createdAt'])
  const { items, more } = usePaged(reviewsQuery({ listingId, state: words.state }), sorting)
  return (
    <Section
      title={publish.reviews.title}
      actions={
        items.length > 0 || words.state ? (
          <>
            <AddressInput label={moderate.searchSaid} word="said" />
            {items.length > 1 || words.state ? (
              <>
                <FilterSelect label={moderate.columns.state} any={publish.anyState} options={states} word="state" />
                <OrderSelect sorting={sorting} options={orders} />
              </>
            ) : null}
          </>
        ) : null
      }
    >
      {items.length === 0 ? <Text c="dimmed">{words.state ? common.noMatch : publish.reviews.none}</Text> : null}
      <Stack gap="xl">
        {items.map((review) => (
          <div key={review.id}>
            <Group gap="xs">
              <StateBadge state={review.state} />
              <Tag mono>{review.release.version}</Tag>
              <Text size="sm" c="dimmed">
                {publish.reviews.opened} <Time at={review.createdAt} />
              </Text>
            </Group>
            <Boundary lines={2} of={words.said ?? ''}>
              <Conversation review={review} />
            </Boundary>
          </div>
        ))}
        <MoreButton more={more} />
      </Stack>
    </Section>
  )
}

import { Group, Stack, Text } from '@mantine/core'
import { usePaged } from '../queries/paged.ts'
import { reviewsQuery } from '../queries/reviews.ts'
import { moderate } from '../texts/moderate.ts'
import { publish } from '../texts/publish.ts'
import { shell } from '../texts/shell.ts'
import { AddressInput } from './address-input.tsx'
import { Boundary } from './boundary.tsx'
import { Conversation } from './conversation.tsx'
import { FilterSelect } from './filter-select.tsx'
import { MoreButton } from './more-button.tsx'
import { OrderSelect } from './order-select.tsx'
import { Section } from './section.tsx'
import { StateBadge } from './state-badge.tsx'
import { Tag } from './tag.tsx'
import { Time } from './time.tsx'
import { useAddress } from './use-address.ts'
import { useSorting } from './use-sorting.ts'

const states = Object.entries(moderate.states).map(([value, label]) => ({ value, label }))
const orders = [
  { value: '-createdAt', label: shell.sort.newest },
  { value: 'createdAt', label: shell.sort.oldest },
]

/** Every review of a listing with what was said in it. One review may be a long conversation; only several give a choice among them. */
export function ListingReviews({ listingId }: { listingId: string }) {
  const { words } = useAddress()
  const sorting = useSorting('-createdAt', ['createdAt'])
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
      {items.length === 0 ? <Text c="dimmed">{words.state ? shell.noMatch : publish.reviews.none}</Text> : null}
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

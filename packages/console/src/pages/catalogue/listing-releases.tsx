import { Group, Stack, Text } from '@mantine/core'
import { StateBadge } from '../../parts/state/state-badge.tsx'
import { usePaged } from '../../queries/client/paged.ts'
import { defaultOrders } from '../../queries/default-orders.ts'
import { releasesQuery } from '../../queries/release/releases.ts'
import { browse } from '../../texts/browse.ts'
import { common } from '../../texts/common.ts'
import { Section } from '../../ui/layout/section.tsx'
import { AddressInput } from '../../ui/list/address-input.tsx'
import { MoreButton } from '../../ui/list/more-button.tsx'
import { OrderSelect } from '../../ui/list/order-select.tsx'
import { useAddress } from '../../ui/list/use-address.ts'
import { useSorting } from '../../ui/list/use-sorting.ts'
import { Tag } from '../../ui/text/tag.tsx'
import { Time } from '../../ui/text/time.tsx'

/** More than this get a choice of order. */
const FEW = 4

/** The releases of a listing that one may see, beside its description. */
export function ListingReleases({ listingId }: { listingId: string }) {
  const { words } = useAddress()
  const sorting = useSorting(defaultOrders.releases, ['createdAt', 'version'])
  const { items, more } = usePaged(releasesQuery(listingId, { version: words.version }), sorting)
  const narrowed = words.version || sorting.value
  return (
    <Section
      title={browse.releases}
      actions={
        items.length > FEW || narrowed ? (
          <>
            <AddressInput label={browse.version} word="version" />
            <OrderSelect sorting={sorting} options={browse.releaseOrders} />
          </>
        ) : null
      }
    >
      {items.length === 0 ? <Text c="dimmed">{words.version ? common.noMatch : browse.noReleases}</Text> : null}
      <Stack gap="xs">
        {items.map((release) => (
          <Group key={release.id} justify="space-between" gap="xs">
            <Group gap={8}>
              <Tag mono>{release.version}</Tag>
              <StateBadge state={release.state} size="sm" />
            </Group>
            <Text size="xs" c="dimmed">
              <Time at={release.createdAt} />
            </Text>
          </Group>
        ))}
        <MoreButton more={more} />
      </Stack>
    </Section>
  )
}

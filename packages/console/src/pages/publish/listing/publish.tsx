import { Group, Text } from '@mantine/core'
import { listingStates } from '@mkt/contract/states'
import { IconBuildingStore, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '../../../lib/format.ts'
import { Granted } from '../../../parts/access/granted.tsx'
import { AppLogo } from '../../../parts/listing/app-logo.tsx'
import { StateBadge } from '../../../parts/state/state-badge.tsx'
import { stateOptions } from '../../../parts/state/state-options.ts'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { type Listing, ownListingsQuery } from '../../../queries/listing/listings.ts'
import { useOrganization } from '../../../queries/session/current-organization.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { ownedBy } from '../../../queries/session/may.ts'
import { common } from '../../../texts/common.ts'
import { publish } from '../../../texts/publish.ts'
import { stateTexts } from '../../../texts/states.ts'
import { LinkButton } from '../../../ui/action/link-button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { ListRows } from '../../../ui/list/list-rows.tsx'
import { ListSection } from '../../../ui/list/list-section.tsx'
import { rowStyles } from '../../../ui/list/rows.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Time } from '../../../ui/text/time.tsx'

const sorts = ['title', 'state', 'installations', 'updatedAt']

/** The way to a new listing: the one green button of the page, and the same again where the list is empty. */
function NewListing({ variant = 'filled' }: { variant?: 'filled' | 'default' }) {
  const creating = useGrant('createListing', ownedBy(useOrganization()))
  return (
    <Granted grant={creating} label={publish.newListing} leftSection={<IconPlus size={17} />}>
      <LinkButton to="/publish/new" variant={variant} leftSection={<IconPlus size={17} />}>
        {publish.newListing}
      </LinkButton>
    </Granted>
  )
}

export function PublishPage() {
  const organization = useOrganization()
  const { words } = useAddress()
  return (
    <>
      <PageHeader title={publish.title} lead={publish.lead} actions={<NewListing />} />
      <ListSection
        list="own-listings"
        of={organization?.id}
        title={publish.listings}
        search={common.search}
        filters={
          <FilterSelect
            label={publish.columns.state}
            any={publish.anyState}
            options={stateOptions(listingStates)}
            word="state"
          />
        }
        narrowedBy={['state']}
      >
        {organization ? <OwnListings org={organization.id} q={words.q} state={words.state} /> : null}
      </ListSection>
    </>
  )
}

function App({ listing }: { listing: Listing }) {
  return (
    <Group gap={12} wrap="nowrap">
      <AppLogo listing={listing} size={36} />
      <div>
        <Link to="/publish/$listingId" params={{ listingId: listing.id }} className={rowStyles.link}>
          {listing.title}
        </Link>
        <Text size="xs" c="dimmed">
          {listing.name}
        </Text>
      </div>
    </Group>
  )
}

interface Shown {
  org: string
  q: string | undefined
  state: string | undefined
}

function OwnListings({ org, q, state }: Shown) {
  const sorting = useSorting(defaultOrders.ownListings, sorts)
  const { items, more } = usePaged(ownListingsQuery(org, { q, state }), sorting)
  const icon = <IconBuildingStore size={26} stroke={1.5} />
  return (
    <ListRows
      empty={{ title: publish.empty, text: publish.emptyText, icon, action: <NewListing variant="default" /> }}
      caption={publish.title}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(listing) => listing.id}
      columns={[
        { label: publish.columns.app, sort: 'title', cell: (listing) => <App listing={listing} /> },
        { label: publish.columns.state, sort: 'state', cell: (listing) => <StateBadge state={listing.state} /> },
        { label: publish.columns.variant, cell: (listing) => stateTexts.variant[listing.variant] },
        {
          label: publish.columns.installations,
          sort: '-installations',
          cell: (listing) => formatNumber(listing.installations),
        },
        { label: publish.columns.updated, sort: '-updatedAt', cell: (listing) => <Time at={listing.updatedAt} /> },
      ]}
    />
  )
}

import { listingStates } from '@mkt/contract/states'
import { Link } from '@tanstack/react-router'
import { SuspendListing } from '../../parts/listing/suspend-listing.tsx'
import { StateBadge } from '../../parts/state/state-badge.tsx'
import { stateOptions } from '../../parts/state/state-options.ts'
import { usePaged } from '../../queries/client/paged.ts'
import { defaultOrders } from '../../queries/default-orders.ts'
import { allListingsQuery } from '../../queries/listing/listings.ts'
import { common } from '../../texts/common.ts'
import { moderate } from '../../texts/moderate.ts'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { ListRows } from '../../ui/list/list-rows.tsx'
import { ListSection } from '../../ui/list/list-section.tsx'
import { rowStyles } from '../../ui/list/rows.tsx'
import { useAddress } from '../../ui/list/use-address.ts'
import { useSorting } from '../../ui/list/use-sorting.ts'
import { Named } from '../../ui/text/named.tsx'
import { Time } from '../../ui/text/time.tsx'

const texts = moderate.listings

export function ModerateListings() {
  return (
    <ListSection
      list="moderated-listings"
      narrowedBy={['state']}
      title={texts.title}
      lead={texts.lead}
      search={common.search}
      filters={
        <FilterSelect
          label={moderate.columns.state}
          any={texts.anyState}
          options={stateOptions(listingStates)}
          word="state"
        />
      }
    >
      <Listings />
    </ListSection>
  )
}

function Listings() {
  const { words } = useAddress()
  const sorting = useSorting(defaultOrders.moderatedListings, ['title', 'installations', 'updatedAt'])
  const { items, more } = usePaged(allListingsQuery({ q: words.q, state: words.state }), sorting)
  return (
    <ListRows
      empty={{ title: texts.empty }}
      caption={texts.title}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(listing) => listing.id}
      columns={[
        {
          label: moderate.columns.app,
          sort: 'title',
          cell: (listing) => (
            <Named
              name={
                <Link to="/browse/$listingId" params={{ listingId: listing.id }} className={rowStyles.link}>
                  {listing.title}
                </Link>
              }
              detail={listing.name}
            />
          ),
        },
        { label: moderate.columns.state, cell: (listing) => <StateBadge state={listing.state} /> },
        { label: texts.installations, sort: '-installations', cell: (listing) => listing.installations },
        { label: texts.changed, sort: '-updatedAt', cell: (listing) => <Time at={listing.updatedAt} /> },
        { label: '', align: 'right', cell: (listing) => <SuspendListing listing={listing} size="compact-sm" /> },
      ]}
    />
  )
}

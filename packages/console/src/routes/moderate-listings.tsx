import { Link } from '@tanstack/react-router'
import { Empty } from '../components/empty.tsx'
import { FilterSelect } from '../components/filter-select.tsx'
import { Named } from '../components/named.tsx'
import { Rows, rowStyles } from '../components/rows.tsx'
import { SearchedSection } from '../components/searched-section.tsx'
import { StateBadge } from '../components/state-badge.tsx'
import { SuspendListing } from '../components/suspend-listing.tsx'
import { Time } from '../components/time.tsx'
import { useAddress } from '../components/use-address.ts'
import { useSorting } from '../components/use-sorting.ts'
import { allListingsQuery } from '../queries/listings.ts'
import { usePaged } from '../queries/paged.ts'
import { moderate } from '../texts/moderate.ts'
import { shell } from '../texts/shell.ts'

const texts = moderate.listings
const states = ['DRAFT', 'VERIFIED', 'PUBLIC', 'SUSPENDED', 'RETIRED'].map((value) => ({
  value,
  label: shell.states[value] ?? value,
}))

export function ModerateListings() {
  return (
    <SearchedSection
      title={texts.title}
      lead={texts.lead}
      search={shell.search}
      filters={<FilterSelect label={moderate.columns.state} any={texts.anyState} options={states} word="state" />}
    >
      <Listings />
    </SearchedSection>
  )
}

function Listings() {
  const { words } = useAddress()
  const sorting = useSorting('', ['title', 'installations', 'updatedAt'])
  const { items, more } = usePaged(allListingsQuery({ q: words.q, state: words.state }), sorting)
  if (items.length === 0) return <Empty title={texts.empty} />
  return (
    <Rows
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

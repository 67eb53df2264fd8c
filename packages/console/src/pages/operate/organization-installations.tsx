import { installationStates } from '@mkt/contract/states'
import { IconRocket } from '@tabler/icons-react'
import { InstallationLink } from '../../parts/installation/installation-link.tsx'
import { StateBadge } from '../../parts/state/state-badge.tsx'
import { stateOptions } from '../../parts/state/state-options.ts'
import { usePaged } from '../../queries/client/paged.ts'
import { defaultOrders } from '../../queries/default-orders.ts'
import { installationsQuery } from '../../queries/installation/installations.ts'
import { manage } from '../../texts/manage.ts'
import { operate } from '../../texts/operate.ts'
import { TextLink } from '../../ui/action/link-button.tsx'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { ListRows } from '../../ui/list/list-rows.tsx'
import { ListSection } from '../../ui/list/list-section.tsx'
import { useAddress } from '../../ui/list/use-address.ts'
import { useSorting } from '../../ui/list/use-sorting.ts'
import { Tag } from '../../ui/text/tag.tsx'
import { Time } from '../../ui/text/time.tsx'

const texts = operate.installations

/** What an organization runs, for an operator. */
export function OrganizationInstallations({ org }: { org: string }) {
  return (
    <ListSection
      list="organization-installations"
      of={org}
      narrowedBy={['state']}
      title={manage.tabs.installations}
      search={manage.search}
      filters={
        <FilterSelect
          label={manage.stateFilter}
          any={manage.anyState}
          options={stateOptions(installationStates)}
          word="state"
        />
      }
    >
      <Installations org={org} />
    </ListSection>
  )
}

function Installations({ org }: { org: string }) {
  const { q, state } = useAddress().words
  const sorting = useSorting(defaultOrders.installations, ['name', 'listing', 'state', 'version', 'createdAt'])
  const uninstalled = state ? undefined : 'false'
  const { items, more } = usePaged(installationsQuery(org, { q, state, uninstalled }), sorting)
  return (
    <ListRows
      empty={{ title: texts.empty, icon: <IconRocket size={26} stroke={1.5} /> }}
      noMatch={texts.noMatch}
      caption={manage.tabs.installations}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={({ id }) => id}
      columns={[
        {
          label: texts.name,
          sort: 'name',
          cell: ({ id, name, test }) => (
            <InstallationLink id={id} test={test}>
              {name}
            </InstallationLink>
          ),
        },
        {
          label: texts.listing,
          long: true,
          sort: 'listing',
          cell: ({ listing }) => (
            <TextLink to="/browse/$listingId" params={{ listingId: listing.id }} size="sm">
              {listing.name}
            </TextLink>
          ),
        },
        { label: texts.state, sort: 'state', cell: (row) => <StateBadge state={row.state} size="sm" /> },
        { label: manage.installation.health, cell: ({ health }) => manage.health[health.state] },
        {
          label: manage.columns.release,
          sort: '-version',
          cell: ({ release }) => <Tag mono>{release.version}</Tag>,
        },
        { label: texts.since, sort: '-createdAt', cell: (row) => <Time at={row.createdAt} /> },
      ]}
    />
  )
}

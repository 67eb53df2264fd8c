import { Button, Group, Text } from '@mantine/core'
import { installationTroubles } from '@mkt/contract/api'
import { installationStates } from '@mkt/contract/states'
import { IconRocket } from '@tabler/icons-react'
import { formatNumber } from '../../lib/format.ts'
import { InstallationLink } from '../../parts/installation/installation-link.tsx'
import { StateBadge } from '../../parts/state/state-badge.tsx'
import { stateOptions } from '../../parts/state/state-options.ts'
import { usePaged } from '../../queries/client/paged.ts'
import { defaultOrders } from '../../queries/default-orders.ts'
import { allInstallationsQuery } from '../../queries/platform/operating.ts'
import { operate } from '../../texts/operate.ts'
import { TextLink } from '../../ui/action/link-button.tsx'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { ListRows } from '../../ui/list/list-rows.tsx'
import { ListSection } from '../../ui/list/list-section.tsx'
import { useAddress } from '../../ui/list/use-address.ts'
import { useSorting } from '../../ui/list/use-sorting.ts'
import { Time } from '../../ui/text/time.tsx'

const texts = operate.installations
const sorts = ['name', 'listing', 'organization', 'state', 'waiting', 'dead', 'createdAt']
const troubles = installationTroubles.map((value) => ({ value, label: texts.troubles[value] }))

/** Where a count of the whole platform leads: the installations behind it. */
export function OperateInstallations() {
  return (
    <ListSection
      list="all-installations"
      narrowedBy={['state', 'trouble', 'listing']}
      title={texts.title}
      lead={texts.lead}
      search={texts.search}
      filters={
        <>
          <FilterSelect label={texts.trouble} any={texts.anyTrouble} options={troubles} word="trouble" />
          <FilterSelect
            label={texts.state}
            any={texts.anyState}
            options={stateOptions(installationStates)}
            word="state"
          />
        </>
      }
    >
      <Installations />
    </ListSection>
  )
}

function Installations() {
  const { words, set } = useAddress()
  const { q, state, trouble, listing } = words
  const sorting = useSorting(defaultOrders.allInstallations, sorts)
  const { items, more } = usePaged(allInstallationsQuery({ q, state, trouble, listingId: listing }), sorting)
  return (
    <>
      {listing ? (
        <Group gap="xs" px="md" py="xs">
          <Text size="sm" c="dimmed">
            {texts.ofApp}
          </Text>
          <Button size="compact-sm" variant="subtle" onClick={() => set({ listing: undefined })}>
            {texts.ofAll}
          </Button>
        </Group>
      ) : null}
      <ListRows
        empty={{ title: texts.empty, icon: <IconRocket size={26} stroke={1.5} /> }}
        noMatch={texts.noMatch}
        caption={texts.title}
        items={items}
        more={more}
        sorting={sorting}
        keyOf={({ id }) => id}
        columns={[
          {
            label: texts.name,
            sort: 'name',
            width: '24%',
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
            cell: ({ listing: app }) => (
              <TextLink to="/browse/$listingId" params={{ listingId: app.id }} size="sm">
                {app.name}
              </TextLink>
            ),
          },
          {
            label: texts.organization,
            long: true,
            sort: 'organization',
            cell: ({ organization }) => (
              <TextLink to="/operate/organizations/$org" params={{ org: organization.id }} size="sm">
                {organization.name}
              </TextLink>
            ),
          },
          { label: texts.state, sort: 'state', cell: (row) => <StateBadge state={row.state} size="sm" /> },
          { label: texts.waiting, sort: '-waiting', align: 'right', cell: (row) => formatNumber(row.waiting) },
          { label: texts.dead, sort: '-dead', align: 'right', cell: (row) => formatNumber(row.dead) },
          { label: texts.since, sort: '-createdAt', cell: (row) => <Time at={row.createdAt} /> },
        ]}
      />
    </>
  )
}

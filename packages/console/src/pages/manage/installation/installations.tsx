import { Badge, Button, Group, Text } from '@mantine/core'
import { installationStates } from '@mkt/contract/states'
import { IconRocket } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ListingIcon } from '../../../parts/listing/listing-icon.tsx'
import { StateBadge } from '../../../parts/state/state-badge.tsx'
import { stateOptions } from '../../../parts/state/state-options.ts'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { installationsTrafficQuery } from '../../../queries/deployment/traffic.ts'
import { type Installation, installationsQuery } from '../../../queries/installation/installations.ts'
import { useOrganization } from '../../../queries/session/current-organization.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { manage } from '../../../texts/manage.ts'
import { trust } from '../../../texts/trust.ts'
import { LinkButton } from '../../../ui/action/link-button.tsx'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { AddressInput } from '../../../ui/list/address-input.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { Rows, rowStyles } from '../../../ui/list/rows.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { ActivityCell } from './activity-cell.tsx'
import { Health, HealthCause } from './health.tsx'

const sorts = ['name', 'listing', 'tenant', 'state', 'version', 'createdAt']

export function InstallationsPage() {
  const organization = useOrganization()
  const { words } = useAddress()
  if (!organization) return null
  return (
    <Section
      flush
      title={manage.tabs.installations}
      actions={
        <>
          <AddressInput label={manage.search} word="q" />
          <FilterSelect
            label={manage.stateFilter}
            any={manage.anyState}
            options={stateOptions(installationStates)}
            word="state"
          />
          <RegisterLink organization={organization} />
        </>
      }
    >
      <Boundary of={`${organization.id} ${JSON.stringify(words)}`}>
        <Installations org={organization.id} q={words.q} state={words.state} />
      </Boundary>
    </Section>
  )
}

/** Everything the organization has installed and what is known of it, for a security officer. */
function RegisterLink({ organization }: { organization: { id: string } }) {
  const mayRead = useMay('getRegister', ownedBy(organization))
  if (!mayRead) return null
  return (
    <Button
      component="a"
      variant="default"
      size="sm"
      href={`/api/v1/organizations/${organization.id}/register?format=csv`}
      download
    >
      {trust.register}
    </Button>
  )
}

function App({ installation }: { installation: Installation }) {
  return (
    <Group gap={12} wrap="nowrap">
      <ListingIcon listing={installation.listing} size={34} />
      <div>
        <Link
          to="/manage/installations/$installationId"
          params={{ installationId: installation.id }}
          className={rowStyles.link}
        >
          {installation.name}
        </Link>{' '}
        {installation.test ? <Tag>{manage.test}</Tag> : null}
        <Text size="xs" c="dimmed">
          {installation.name === installation.listing.title ? null : `${installation.listing.title} · `}
          {installation.listing.name}
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

function Installations({ org, q, state }: Shown) {
  const sorting = useSorting(defaultOrders.installations, sorts)
  // What is gone is only shown when asked for.
  const { items, more } = usePaged(
    installationsQuery(org, { q, state, uninstalled: state ? undefined : 'false' }),
    sorting,
  )
  const { data: traffic } = useQuery(
    installationsTrafficQuery(
      org,
      items.map(({ id }) => id),
    ),
  )
  const trafficOf = new Map(traffic?.installations.map((one) => [one.installationId, one]))
  if (items.length === 0) {
    const icon = <IconRocket size={26} stroke={1.5} />
    if (state || q) return <Empty title={manage.emptyFiltered} icon={icon} />
    const action = <LinkButton to="/browse">{manage.browse}</LinkButton>
    return <Empty title={manage.empty} text={manage.emptyText} icon={icon} action={action} />
  }
  return (
    <Rows
      caption={manage.tabs.installations}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(installation) => installation.id}
      columns={[
        { label: manage.columns.app, sort: 'name', cell: (installation) => <App installation={installation} /> },
        {
          label: manage.columns.tenant,
          long: true,
          sort: 'tenant',
          cell: (installation) => installation.tenant?.name ?? '–',
        },
        {
          label: manage.columns.state,
          sort: 'state',
          cell: (installation) => (
            <>
              <Group gap={6}>
                <StateBadge state={installation.state} />
                <Health installation={installation} />
              </Group>
              <HealthCause installation={installation} />
            </>
          ),
        },
        {
          label: manage.columns.activity,
          cell: ({ id }) =>
            // While it is loading, or could not be loaded, nobody knows.
            traffic?.asked.has(id) ? <ActivityCell traffic={trafficOf.get(id)} /> : '–',
        },
        {
          label: manage.columns.release,
          sort: '-version',
          cell: (installation) => (
            <Group gap={6}>
              <Tag mono>{installation.release.version}</Tag>
              {installation.pinned ? <Tag>{manage.pinned}</Tag> : null}
              {installation.offer ? (
                <Badge variant="light" radius="sm" tt="none" fw={600}>
                  {manage.update(installation.offer.version)}
                </Badge>
              ) : null}
            </Group>
          ),
        },
        {
          label: manage.columns.since,
          sort: '-createdAt',
          cell: (installation) => <Time at={installation.createdAt} />,
        },
      ]}
    />
  )
}

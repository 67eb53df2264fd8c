import { Badge, Group, Stack } from '@mantine/core'
import { IconRocket } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { StateBadge } from '../../../parts/state/state-badge.tsx'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { installationsTrafficQuery } from '../../../queries/deployment/traffic.ts'
import { type Installation, installationsQuery } from '../../../queries/installation/installations.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { manage } from '../../../texts/manage.ts'
import { LinkButton } from '../../../ui/action/link-button.tsx'
import { ListRows } from '../../../ui/list/list-rows.tsx'
import { type Column, rowStyles } from '../../../ui/list/rows.tsx'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { ActivityCell } from './activity-cell.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { Health, HealthCause } from './health.tsx'
import { InstallationName } from './installation-name.tsx'

const sorts = ['name', 'listing', 'tenant', 'state', 'health', 'failed', 'lastActivity', 'version', 'createdAt']

interface Shown {
  org: string
  q: string | undefined
  state: string | undefined
  health: string | undefined
}

/** The installations of an organization, to open one by one or to change several at once. */
export function InstallationList({ org, q, state, health }: Shown) {
  const sorting = useSorting(defaultOrders.installations, sorts)
  // What is gone is only shown when asked for.
  const { items, more } = usePaged(
    installationsQuery(org, { q, state, health, uninstalled: state ? undefined : 'false' }),
    sorting,
  )
  const {
    data: traffic,
    isPending,
    failureCount,
  } = useQuery(
    installationsTrafficQuery(
      org,
      items.map(({ id }) => id),
    ),
  )
  const [chosen, setChosen] = useState<readonly string[]>([])
  const selected = items.filter(({ id }) => chosen.includes(id))
  const maySelect = useMay('stopInstallation', ownedBy({ id: org }))
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  // What is loading or could not be loaded is not the same as no requests.
  const unknown = isPending && failureCount === 0 ? '…' : '–'
  const trafficOf = new Map(traffic?.installations.map((one) => [one.installationId, one]))
  const columns: Column<Installation>[] = [
    {
      label: manage.columns.app,
      sort: 'name',
      cell: (installation) => (
        <InstallationName
          installation={installation}
          selecting={
            maySelect
              ? { selected: chosen.includes(installation.id), onSelect: () => toggle(installation.id) }
              : undefined
          }
        />
      ),
    },
    {
      label: manage.columns.tenant,
      long: true,
      sort: 'tenant',
      cell: (installation) => installation.tenant?.name ?? '–',
    },
    {
      label: manage.columns.state,
      sort: '-health',
      cell: (installation) => (
        <div>
          <Group gap={6} className={rowStyles.badges}>
            <StateBadge state={installation.state} />
            <Health installation={installation} />
          </Group>
          <HealthCause installation={installation} />
        </div>
      ),
    },
    {
      label: manage.columns.activity,
      sort: '-failed',
      cell: ({ id }) => (traffic?.asked.has(id) ? <ActivityCell traffic={trafficOf.get(id)} /> : unknown),
    },
    {
      label: manage.columns.lastActivity,
      sort: '-lastActivity',
      cell: ({ id, createdAt }) => {
        const lastAt = trafficOf.get(id)?.lastAt
        if (lastAt === undefined) return traffic?.asked.has(id) ? '–' : unknown
        // Traffic is counted by the minute: the one in which an installation was launched began before it.
        return <Time at={lastAt < createdAt ? createdAt : lastAt} />
      },
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
  ]
  const empty = {
    title: manage.empty,
    text: manage.emptyText,
    icon: <IconRocket size={26} stroke={1.5} />,
    action: (
      <Stack gap="xs">
        <LinkButton to="/browse" variant="default">
          {manage.browse}
        </LinkButton>
        <LinkButton to="/manage" search={{ state: 'UNINSTALLED' }} variant="subtle" size="compact-sm">
          {manage.showUninstalled}
        </LinkButton>
      </Stack>
    ),
  }
  return (
    <>
      {selected.length > 0 ? <BulkBar selected={selected} shown={items} onSelect={setChosen} /> : null}
      <ListRows
        empty={empty}
        noMatch={manage.emptyFiltered}
        caption={manage.tabs.installations}
        items={items}
        more={more}
        sorting={sorting}
        keyOf={(installation) => installation.id}
        columns={columns}
      />
    </>
  )
}

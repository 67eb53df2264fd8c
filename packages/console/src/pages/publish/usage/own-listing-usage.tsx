import { Badge, Stack, Text } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { formatBytes, formatDuration } from '../../../lib/format.ts'
import { CallFigures } from '../../../parts/installation/call-figures.tsx'
import { StateBadge } from '../../../parts/state/state-badge.tsx'
import { callFiguresQuery, listingCallsQuery } from '../../../queries/calls.ts'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { listingDeliveriesQuery } from '../../../queries/deliveries.ts'
import { installationsQuery } from '../../../queries/installations.ts'
import { useOrganization } from '../../../queries/session/current-organization.ts'
import { common } from '../../../texts/common.ts'
import { manage } from '../../../texts/manage.ts'
import { publish } from '../../../texts/publish.ts'
import { stateTexts } from '../../../texts/states.ts'
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
import { InstallsByRelease } from './installs.tsx'

const route = getRouteApi('/shell/publish/$listingId')
const texts = publish.usage
const installationStates = ['RUNNING', 'PENDING', 'STARTING', 'REGISTERING', 'STOPPING', 'STOPPED', 'ERROR']
const deliveryStates = ['WAITING', 'DELIVERED', 'DEAD', 'PAUSED']

/** How the app fares for everybody who launched it: states, times and sizes, never what was sent. */
export function OwnListingUsage() {
  const { listingId } = route.useParams()
  const organization = useOrganization()
  const { words } = useAddress()
  return (
    <Stack gap="lg">
      <Boundary>
        <InstallsByRelease listingId={listingId} />
      </Boundary>
      <Section
        flush
        title={texts.own}
        lead={texts.ownLead}
        actions={
          <>
            <AddressInput label={texts.searchOwn} word="own" />
            <FilterSelect
              label={common.of(texts.own, manage.columns.state)}
              any={manage.anyState}
              options={installationStates.map((value) => ({ value, label: stateTexts.states[value] ?? value }))}
              word="ownState"
            />
          </>
        }
      >
        <Boundary of={JSON.stringify(words)}>
          {organization ? <Own org={organization.id} listingId={listingId} /> : null}
        </Boundary>
      </Section>
      <Section
        flush
        title={manage.deliveries.title}
        lead={texts.lead}
        actions={
          <FilterSelect
            label={manage.deliveries.state}
            any={manage.deliveries.anyState}
            options={deliveryStates.map((value) => ({ value, label: stateTexts.states[value] ?? value }))}
            word="state"
          />
        }
      >
        <Boundary of={JSON.stringify(words)}>
          <Deliveries listingId={listingId} state={words.state} />
        </Boundary>
      </Section>
      <Boundary lines={2}>
        <CallFigures query={callFiguresQuery('listing', listingId)} />
      </Boundary>
      <Section
        flush
        title={manage.calls.title}
        lead={texts.lead}
        actions={
          <FilterSelect
            label={manage.calls.kind}
            any={manage.calls.anyKind}
            options={Object.entries(manage.calls.kinds).map(([value, label]) => ({ value, label }))}
            word="kind"
          />
        }
      >
        <Boundary of={JSON.stringify(words)}>
          <Calls listingId={listingId} kind={words.kind} />
        </Boundary>
      </Section>
    </Stack>
  )
}

function Nothing({ title }: { title: string }) {
  return <Empty small title={title} icon={<IconChartBar size={26} stroke={1.5} />} />
}

function Own({ org, listingId }: { org: string; listingId: string }) {
  const sorting = useSorting(defaultOrders.installations, ['tenant', 'state', 'version', 'createdAt'])
  const { words } = useAddress()
  const filter = { q: words.own, state: words.ownState }
  const { items, more } = usePaged(installationsQuery(org, { ...filter, listingId, uninstalled: 'false' }), sorting)
  if (items.length === 0) return <Nothing title={filter.q || filter.state ? common.noMatch : texts.noOwn} />
  return (
    <Rows
      caption={texts.own}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(one) => one.id}
      columns={[
        {
          label: manage.columns.tenant,
          sort: 'tenant',
          cell: (one) => (
            <Link
              to="/manage/installations/$installationId"
              params={{ installationId: one.id }}
              className={rowStyles.link}
            >
              {one.tenant?.name ?? one.id}
            </Link>
          ),
        },
        { label: manage.columns.state, sort: 'state', cell: (one) => <StateBadge state={one.state} /> },
        { label: manage.columns.release, sort: '-version', cell: (one) => <Tag mono>{one.release.version}</Tag> },
        { label: manage.columns.since, sort: '-createdAt', cell: (one) => <Time at={one.createdAt} /> },
      ]}
    />
  )
}

function Deliveries({ listingId, state }: { listingId: string; state: string | undefined }) {
  const sorting = useSorting(
    defaultOrders.deliveries,
    ['type', 'state', 'attemptCount', 'lastStatus', 'receivedAt'],
    'deliveries',
  )
  const { items, more } = usePaged(listingDeliveriesQuery(listingId, state), sorting)
  if (items.length === 0) return <Nothing title={manage.deliveries.empty} />
  return (
    <Rows
      caption={manage.deliveries.title}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(one) => one.id}
      columns={[
        { label: manage.deliveries.type, sort: 'type', cell: (one) => one.type ?? one.eventId },
        { label: manage.deliveries.state, sort: 'state', cell: (one) => <StateBadge state={one.state} /> },
        { label: manage.deliveries.attempts, sort: '-attemptCount', cell: (one) => one.attemptCount },
        { label: manage.deliveries.status, sort: '-lastStatus', cell: (one) => one.lastStatus ?? '–' },
        { label: manage.deliveries.size, cell: (one) => formatBytes(one.size) },
        { label: manage.deliveries.received, sort: '-receivedAt', cell: (one) => <Time at={one.receivedAt} /> },
      ]}
    />
  )
}

function Calls({ listingId, kind }: { listingId: string; kind: string | undefined }) {
  const sorting = useSorting(defaultOrders.calls, ['kind', 'status', 'durationMs', 'at'], 'calls')
  const { items, more } = usePaged(listingCallsQuery(listingId, kind), sorting)
  if (items.length === 0) return <Nothing title={manage.calls.empty} />
  return (
    <Rows
      caption={manage.calls.title}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(one) => one.id}
      columns={[
        { label: manage.calls.kind, sort: 'kind', cell: (one) => manage.calls.kinds[one.kind] ?? one.kind },
        {
          label: manage.calls.path,
          long: true,
          cell: (one) => (
            <Text size="sm" ff="monospace">
              {one.path}
            </Text>
          ),
        },
        {
          label: manage.calls.status,
          sort: '-status',
          cell: (one) => (
            <Badge variant="light" radius="sm" color={one.status < 400 ? 'pine' : 'red'}>
              {one.status}
            </Badge>
          ),
        },
        { label: manage.calls.duration, sort: '-durationMs', cell: (one) => formatDuration(one.durationMs) },
        { label: manage.calls.error, long: true, cell: (one) => one.code ?? '–' },
        { label: manage.calls.at, sort: '-at', cell: (one) => <Time at={one.at} /> },
      ]}
    />
  )
}

import { Badge, Stack, Text } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Boundary } from '../components/boundary.tsx'
import { Empty } from '../components/empty.tsx'
import { Rows, rowStyles } from '../components/rows.tsx'
import { Section } from '../components/section.tsx'
import { StateBadge } from '../components/state-badge.tsx'
import { Tag } from '../components/tag.tsx'
import { Time } from '../components/time.tsx'
import { formatBytes, formatDuration } from '../format.ts'
import { useOrganization } from '../queries/current-organization.ts'
import { listingCallsQuery, listingDeliveriesQuery } from '../queries/deliveries.ts'
import { installationsQuery } from '../queries/installations.ts'
import { usePaged } from '../queries/paged.ts'
import { manage } from '../texts/manage.ts'
import { publish } from '../texts/publish.ts'

const route = getRouteApi('/shell/publish/$listingId')
const texts = publish.usage

/** How the app fares for everybody who launched it: states, times and sizes, never what was sent. */
export function OwnListingUsage() {
  const { listingId } = route.useParams()
  const organization = useOrganization()
  return (
    <Stack gap="lg">
      <Section flush title={texts.own} lead={texts.ownLead}>
        <Boundary>{organization ? <Own org={organization.id} listingId={listingId} /> : null}</Boundary>
      </Section>
      <Section flush title={manage.deliveries.title} lead={texts.lead}>
        <Boundary>
          <Deliveries listingId={listingId} />
        </Boundary>
      </Section>
      <Section flush title={manage.calls.title} lead={texts.lead}>
        <Boundary>
          <Calls listingId={listingId} />
        </Boundary>
      </Section>
    </Stack>
  )
}

function Nothing({ title }: { title: string }) {
  return <Empty title={title} icon={<IconChartBar size={26} stroke={1.5} />} />
}

function Own({ org, listingId }: { org: string; listingId: string }) {
  const { items, more } = usePaged(installationsQuery(org, { listingId }))
  if (items.length === 0) return <Nothing title={texts.noOwn} />
  return (
    <Rows
      caption={texts.own}
      items={items}
      more={more}
      keyOf={(one) => one.id}
      columns={[
        {
          label: manage.columns.tenant,
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
        { label: manage.columns.state, cell: (one) => <StateBadge state={one.state} /> },
        { label: manage.columns.release, cell: (one) => <Tag mono>{one.release.version}</Tag> },
        { label: manage.columns.since, cell: (one) => <Time at={one.createdAt} /> },
      ]}
    />
  )
}

function Deliveries({ listingId }: { listingId: string }) {
  const { items, more } = usePaged(listingDeliveriesQuery(listingId))
  if (items.length === 0) return <Nothing title={manage.deliveries.empty} />
  return (
    <Rows
      caption={manage.deliveries.title}
      items={items}
      more={more}
      keyOf={(one) => one.id}
      columns={[
        { label: manage.deliveries.type, cell: (one) => one.type ?? one.eventId },
        { label: manage.deliveries.state, cell: (one) => <StateBadge state={one.state} /> },
        { label: manage.deliveries.attempts, cell: (one) => one.attemptCount },
        { label: manage.deliveries.status, cell: (one) => one.lastStatus ?? '–' },
        { label: manage.deliveries.size, cell: (one) => formatBytes(one.size) },
        { label: manage.deliveries.received, cell: (one) => <Time at={one.receivedAt} /> },
      ]}
    />
  )
}

function Calls({ listingId }: { listingId: string }) {
  const { items, more } = usePaged(listingCallsQuery(listingId))
  if (items.length === 0) return <Nothing title={manage.calls.empty} />
  return (
    <Rows
      caption={manage.calls.title}
      items={items}
      more={more}
      keyOf={(one) => one.id}
      columns={[
        {
          label: manage.calls.path,
          cell: (one) => (
            <Text size="sm" ff="monospace">
              {one.path}
            </Text>
          ),
        },
        {
          label: manage.calls.status,
          cell: (one) => (
            <Badge variant="light" radius="sm" color={one.status < 400 ? 'pine' : 'red'}>
              {one.status}
            </Badge>
          ),
        },
        { label: manage.calls.duration, cell: (one) => formatDuration(one.durationMs) },
        { label: manage.calls.error, cell: (one) => one.code ?? '–' },
        { label: manage.calls.at, cell: (one) => <Time at={one.at} /> },
      ]}
    />
  )
}

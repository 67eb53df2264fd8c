import { Badge, Text } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { formatBytes, formatDuration } from '../../../lib/format.ts'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { installationQuery } from '../../../queries/installations.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { tenantCallsQuery } from '../../../queries/tenant-calls.ts'
import { tenantQuery } from '../../../queries/tenants.ts'
import { manage } from '../../../texts/manage.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { AddressInput } from '../../../ui/list/address-input.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { Rows } from '../../../ui/list/rows.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Time } from '../../../ui/text/time.tsx'

const route = getRouteApi('/shell/manage/installations/$installationId/tenant-calls')
const texts = manage.tenantCalls
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** What the application asked of the policy system through the relay. */
export function InstallationTenantCalls() {
  const { installationId } = route.useParams()
  const { words } = useAddress()
  return (
    <Section
      flush
      title={texts.title}
      lead={texts.lead}
      actions={
        <>
          <AddressInput label={texts.path} word="q" />
          <FilterSelect
            label={texts.method}
            any={texts.anyMethod}
            options={methods.map((value) => ({ value, label: value }))}
            word="method"
          />
          <FilterSelect
            label={texts.status}
            any={texts.anyStatus}
            options={Object.entries(texts.statuses).map(([value, label]) => ({ value, label }))}
            word="status"
          />
        </>
      }
    >
      <Boundary of={JSON.stringify(words)}>
        <TenantCalls id={installationId} />
      </Boundary>
    </Section>
  )
}

function TenantCalls({ id }: { id: string }) {
  const { words } = useAddress()
  const sorting = useSorting(defaultOrders.tenantCalls, ['at', 'method', 'status', 'durationMs'])
  const { method, status, q, trace } = words
  const { items, more } = usePaged(tenantCallsQuery(id, { method, status, q, traceId: trace }), sorting)
  if (items.length === 0) return <Nothing id={id} />
  return (
    <Rows
      caption={texts.title}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(call) => call.id}
      columns={[
        { label: texts.at, sort: '-at', cell: (call) => <Time at={call.at} /> },
        {
          label: texts.path,
          long: true,
          sort: 'method',
          cell: (call) => (
            <Text size="sm" ff="monospace">
              {call.method} {call.path}
            </Text>
          ),
        },
        {
          label: texts.status,
          sort: '-status',
          cell: (call) => (
            <Badge variant="light" radius="sm" color={call.status < 400 ? 'pine' : 'red'}>
              {call.status}
            </Badge>
          ),
        },
        { label: texts.duration, sort: '-durationMs', cell: (call) => formatDuration(call.durationMs) },
        {
          label: texts.size,
          cell: (call) => `${formatBytes(call.requestSize)} → ${formatBytes(call.answerSize)}`,
        },
        {
          label: texts.trace,
          cell: (call) => (
            <Link to="/traces/$traceId" params={{ traceId: call.traceId }}>
              {call.traceId.slice(0, 8)}
            </Link>
          ),
        },
        { label: texts.error, long: true, cell: (call) => call.code ?? '–' },
      ]}
    />
  )
}

/** Nothing to show: because nothing was asked, or because applications do not ask through the platform. */
function Nothing({ id }: { id: string }) {
  const { data: installation } = useSuspenseQuery(installationQuery(id))
  // Operators see requests, but not tenants.
  const mayRead = useMay('getTenant', ownedBy({ id: installation.organizationId }))
  const { data: tenant } = useQuery({ ...tenantQuery(installation.tenantId), enabled: mayRead })
  const isOff = tenant?.relay === 'off'
  return (
    <Empty
      title={texts.empty}
      text={isOff ? texts.offText : texts.emptyText}
      icon={<IconArrowsExchange size={26} stroke={1.5} />}
      action={
        isOff ? (
          <Link to="/manage/tenants/$tenantId" params={{ tenantId: installation.tenantId }}>
            {texts.tenant}
          </Link>
        ) : undefined
      }
    />
  )
}

import { Badge, Stack, Text } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import { formatClock, formatDuration, formatPast } from '../../../lib/format.ts'
import { CallFigures } from '../../../parts/installation/call-figures.tsx'
import { type Call, callFiguresQuery, callsQuery } from '../../../queries/calls.ts'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { installationQuery } from '../../../queries/installations.ts'
import { common } from '../../../texts/common.ts'
import { manage } from '../../../texts/manage.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { Rows, rowStyles } from '../../../ui/list/rows.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Time } from '../../../ui/text/time.tsx'
import { useNow } from '../../../ui/text/use-now.ts'
import { CallDrawer } from './call-drawer.tsx'

const route = getRouteApi('/shell/manage/installations/$installationId/calls')
const texts = manage.calls
const Traffic = lazy(() => import('./traffic.tsx').then((module) => ({ default: module.Traffic })))

export function InstallationCalls() {
  const { installationId } = route.useParams()
  const { words } = useAddress()
  return (
    <Stack gap="lg">
      <Boundary lines={2}>
        <CallFigures query={callFiguresQuery('installation', installationId)} />
      </Boundary>
      <Boundary waiting={null}>
        <Traffic installationId={installationId} of="calls" />
      </Boundary>
      <Section
        flush
        title={texts.title}
        lead={texts.lead}
        actions={
          <FilterSelect
            label={texts.kind}
            any={texts.anyKind}
            options={Object.entries(texts.kinds).map(([value, label]) => ({ value, label }))}
            word="kind"
          />
        }
      >
        <Boundary of={JSON.stringify(words)}>
          <Calls id={installationId} kind={words.kind} />
        </Boundary>
      </Section>
    </Stack>
  )
}

function Calls({ id, kind }: { id: string; kind: string | undefined }) {
  const { words, set } = useAddress()
  const sorting = useSorting(defaultOrders.calls, ['at', 'kind', 'status', 'durationMs'])
  const { data: installation } = useSuspenseQuery(installationQuery(id))
  const { items, more } = usePaged(callsQuery(id, kind), sorting)
  if (items.length === 0) {
    return <Empty title={texts.empty} text={texts.emptyText} icon={<IconArrowsExchange size={26} stroke={1.5} />} />
  }
  return (
    <>
      <Rows
        caption={texts.title}
        items={items}
        more={more}
        sorting={sorting}
        keyOf={(call) => call.id}
        columns={[
          {
            label: texts.at,
            sort: '-at',
            cell: (call) => <CallButton call={call} onOpen={() => set({ call: call.id })} />,
          },
          { label: texts.kind, sort: 'kind', cell: (call) => texts.kinds[call.kind] ?? call.kind },
          {
            label: texts.path,
            long: true,
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
              <Badge variant="light" radius="sm" color={call.fallback ? 'clay' : call.status < 400 ? 'pine' : 'red'}>
                {call.fallback ? `${call.status} ${texts.fallbacks[call.fallback]}` : call.status}
              </Badge>
            ),
          },
          { label: texts.duration, sort: '-durationMs', cell: (call) => formatDuration(call.durationMs) },
          { label: texts.error, long: true, cell: (call) => call.appMessage ?? texts.failure(call) },
        ]}
      />
      <CallDrawer id={words.call} installation={installation} onClose={() => set({ call: undefined })} />
    </>
  )
}

/** Opens a call. Many were a minute ago: who does not see the row is told which one it is. */
function CallButton({ call, onOpen }: { call: Call; onOpen: () => void }) {
  const now = useNow()
  const which = texts.which(call.method, call.path, formatClock(call.at))
  return (
    <button
      type="button"
      className={rowStyles.link}
      aria-label={common.of(formatPast(call.at, now), which)}
      onClick={onOpen}
    >
      <Time at={call.at} />
    </button>
  )
}

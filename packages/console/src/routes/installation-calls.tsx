import { Badge, Select, Text } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Boundary } from '../components/boundary.tsx'
import { Chart } from '../components/chart.tsx'
import { Empty } from '../components/empty.tsx'
import { Rows } from '../components/rows.tsx'
import { Section } from '../components/section.tsx'
import { Time } from '../components/time.tsx'
import { formatDuration } from '../format.ts'
import { callsQuery } from '../queries/deliveries.ts'
import { usePaged } from '../queries/paged.ts'
import { manage } from '../texts/manage.ts'

const route = getRouteApi('/shell/manage/installations/$installationId/calls')
const texts = manage.calls

export function InstallationCalls() {
  const { installationId } = route.useParams()
  const { kind } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Section
      flush
      title={texts.title}
      lead={texts.lead}
      actions={
        <Select
          size="sm"
          w={150}
          aria-label={texts.kind}
          placeholder={texts.anyKind}
          clearable
          data={Object.entries(texts.kinds).map(([value, label]) => ({ value, label }))}
          value={kind ?? null}
          onChange={(next) => void navigate({ search: next ? { kind: next } : {} })}
        />
      }
    >
      <Boundary of={kind ?? ''}>
        <Calls id={installationId} kind={kind} />
      </Boundary>
    </Section>
  )
}

function Calls({ id, kind }: { id: string; kind: string | undefined }) {
  const { items, more } = usePaged(callsQuery(id, kind))
  const chart = useMemo(() => {
    const oldestFirst = items.toReversed()
    return {
      times: oldestFirst.map((call) => call.at),
      series: [{ label: texts.duration, values: oldestFirst.map((call) => call.durationMs), kind: 'line' as const }],
    }
  }, [items])
  if (items.length === 0) {
    return <Empty title={texts.empty} text={texts.emptyText} icon={<IconArrowsExchange size={26} stroke={1.5} />} />
  }
  return (
    <>
      {items.length > 2 ? (
        <div style={{ padding: '0 16px' }}>
          <Chart
            summary={texts.latency}
            times={chart.times}
            series={chart.series}
            format={formatDuration}
            height={140}
          />
        </div>
      ) : null}
      <Rows
        caption={texts.title}
        items={items}
        more={more}
        keyOf={(call) => call.id}
        columns={[
          { label: texts.at, cell: (call) => <Time at={call.at} /> },
          { label: texts.kind, cell: (call) => texts.kinds[call.kind] ?? call.kind },
          {
            label: texts.path,
            cell: (call) => (
              <Text size="sm" ff="monospace">
                {call.method} {call.path}
              </Text>
            ),
          },
          {
            label: texts.status,
            cell: (call) => (
              <Badge variant="light" radius="sm" color={call.status < 400 ? 'pine' : 'red'}>
                {call.status}
              </Badge>
            ),
          },
          { label: texts.duration, cell: (call) => formatDuration(call.durationMs) },
          { label: texts.error, cell: (call) => call.code ?? '–' },
        ]}
      />
    </>
  )
}

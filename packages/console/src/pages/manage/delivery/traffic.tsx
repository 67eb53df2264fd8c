import { Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDuration, formatNumber } from '../../../lib/format.ts'
import { periodOf, type TrafficPoint, trafficQuery } from '../../../queries/deployment/traffic.ts'
import { manage } from '../../../texts/manage.ts'
import { type ChartSpec, Charts } from '../../../ui/chart/charts.tsx'
import { PlainList } from '../../../ui/layout/plain-list.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { Time } from '../../../ui/text/time.tsx'

const texts = manage.traffic
const usual = texts.usualPeriod
const MAX_MARKS = 8
type Kind = 'deliveries' | 'calls'

const requestsOf = (kind: Kind): ChartSpec<TrafficPoint> => ({
  title: texts.requests[kind],
  kind: 'bars',
  format: formatNumber,
  lines: [
    { label: texts.requests[kind], of: (point) => point[kind].requests },
    { label: texts.failed, of: (point) => point[kind].failed },
  ],
})

const timesOf = (kind: Kind): ChartSpec<TrafficPoint> => ({
  title: texts.latency,
  kind: 'line',
  format: formatDuration,
  lines: [
    { label: texts.p50, of: (point) => point[kind].p50Ms },
    { label: texts.p95, of: (point) => point[kind].p95Ms },
  ],
})

const charts: Record<Kind, ChartSpec<TrafficPoint>[]> = {
  deliveries: [requestsOf('deliveries'), timesOf('deliveries')],
  calls: [requestsOf('calls'), timesOf('calls')],
}

interface Props {
  installationId: string
  of: Kind
}

/** How many requests there were, how many failed and how long they took: nothing to see where nothing happened. */
export function Traffic({ installationId, of }: Props) {
  const { words, set } = useAddress()
  const period = periodOf(words.period)
  const { data } = useQuery({ ...trafficQuery(installationId, period.minutes), throwOnError: true })
  if (data === undefined) return null
  const sum = (what: 'requests' | 'failed') => data.points.reduce((total, point) => total + point[of][what], 0)
  const [requests, times] = charts[of]
  if (requests === undefined || times === undefined || (sum('requests') === 0 && words.period === undefined))
    return null
  const summary = texts.summary[of](formatNumber(sum('requests')), formatNumber(sum('failed')))
  return (
    <Section
      title={texts.title}
      lead={summary}
      actions={
        <Select
          size="sm"
          w={160}
          aria-label={texts.period}
          allowDeselect={false}
          data={texts.periods.map(({ value, label }) => ({ value, label }))}
          value={period.value}
          onChange={(next) => set({ period: next === usual.value ? undefined : (next ?? undefined) })}
        />
      }
    >
      <Charts charts={[{ ...requests, summary }, times]} points={data.points} marks={data.marks} height={150} />
      <Marks marks={data.marks} />
    </Section>
  )
}

/** What the lines in the charts stand for, in words. */
function Marks({ marks }: { marks: { at: string; text: string }[] }) {
  if (marks.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={600} mt="md" mb={4}>
        {texts.marks}
      </Text>
      <PlainList>
        {marks.slice(0, MAX_MARKS).map(({ at, text }) => (
          <li key={at + text}>
            <Text size="sm">
              {text}{' '}
              <Text component="span" size="sm" c="dimmed">
                <Time at={at} />
              </Text>
            </Text>
          </li>
        ))}
      </PlainList>
    </div>
  )
}

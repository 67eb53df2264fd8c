import { SimpleGrid, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatBytes, formatDuration, formatNumber } from '../format.ts'
import { type Figure, figuresQuery } from '../queries/deployments.ts'
import { publish } from '../texts/publish.ts'
import { Chart } from './chart.tsx'
import { byteTicks, shareTicks } from './chart-ticks.ts'

const texts = publish.deployments
const MINUTE_MS = 60_000

interface Line {
  label: string
  of: (point: Figure, former: Figure | undefined) => number | null
}

interface Picture {
  title: string
  lines: Line[]
  format: (value: number) => string
  ticks?: number[]
  kind?: 'bars' | 'line'
}

/** A share of one core, over the time since the former point. */
function cpuShare(point: Figure, former: Figure | undefined): number {
  const span = former === undefined ? MINUTE_MS : Date.parse(point.at) - Date.parse(former.at)
  return (point.cpuSeconds * 1000) / Math.max(span, 1)
}

const formatCpu = (share: number) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`

const pictures: Picture[] = [
  {
    title: texts.requests,
    kind: 'bars',
    format: formatNumber,
    lines: [
      { label: texts.requests, of: (point) => point.requests },
      { label: texts.failed, of: (point) => point.failed },
    ],
  },
  {
    title: texts.latency,
    kind: 'line',
    format: formatDuration,
    lines: [
      { label: texts.half, of: (point) => point.p50Ms },
      { label: texts.nearlyAll, of: (point) => point.p95Ms },
    ],
  },
  {
    title: texts.memory,
    format: formatBytes,
    ticks: byteTicks,
    lines: [{ label: texts.memory, of: (point) => point.memoryBytes }],
  },
  { title: texts.cpu, format: formatCpu, ticks: shareTicks, lines: [{ label: texts.cpu, of: cpuShare }] },
]

/** What a deployment was asked and what it used in the last day. */
export function DeploymentFigures({ id }: { id: string }) {
  const { data } = useSuspenseQuery(figuresQuery(id))
  if (data.items.length === 0) return null
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      {pictures.map((picture) => (
        <One key={picture.title} picture={picture} points={data.items} />
      ))}
    </SimpleGrid>
  )
}

function One({ picture: { title, lines, format, ticks, kind }, points }: { picture: Picture; points: Figure[] }) {
  const { times, series } = useMemo(
    () => ({
      times: points.map((point) => point.at),
      series: lines.map(({ label, of }) => ({
        label,
        values: points.map((point, index) => of(point, points[index - 1])),
        ...(kind === undefined ? {} : { kind }),
      })),
    }),
    [points, lines, kind],
  )
  const latest = series.map(({ label, values }) => {
    const last = values.findLast((value) => value !== null)
    return `${label}: ${last === undefined || last === null ? '–' : format(last)}`
  })
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {title}
      </Text>
      <Chart summary={latest.join(', ')} times={times} series={series} format={format} {...(ticks ? { ticks } : {})} />
    </div>
  )
}

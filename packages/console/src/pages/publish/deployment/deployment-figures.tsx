import { useSuspenseQuery } from '@tanstack/react-query'
import { formatBytes, formatDuration, formatNumber } from '../../../lib/format.ts'
import { formatShare } from '../../../lib/percent.ts'
import { type Figure, figuresQuery } from '../../../queries/deployment/deployments.ts'
import { publish } from '../../../texts/publish.ts'
import { byteTicks, shareTicks } from '../../../ui/chart/chart-ticks.ts'
import { type ChartSpec, Charts } from '../../../ui/chart/charts.tsx'

const texts = publish.deployments
const MINUTE_MS = 60_000

/** A share of one core, over the time since the former point. */
function cpuShare(point: Figure, former: Figure | undefined): number {
  const span = former === undefined ? MINUTE_MS : Date.parse(point.at) - Date.parse(former.at)
  return (point.cpuSeconds * 1000) / Math.max(span, 1)
}

const charts: ChartSpec<Figure>[] = [
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
      { label: texts.p50, of: (point) => point.p50Ms },
      { label: texts.p95, of: (point) => point.p95Ms },
    ],
  },
  {
    title: texts.memory,
    format: formatBytes,
    ticks: byteTicks,
    lines: [{ label: texts.memory, of: (point) => point.memoryBytes }],
  },
  { title: texts.cpu, format: formatShare, ticks: shareTicks, lines: [{ label: texts.cpu, of: cpuShare }] },
]

/** What a deployment was asked and what it used in the last day. */
export function DeploymentFigures({ id }: { id: string }) {
  const { data } = useSuspenseQuery(figuresQuery(id))
  return data.items.length === 0 ? null : <Charts charts={charts} points={data.items} />
}

import { SimpleGrid, Text } from '@mantine/core'
import { useMemo } from 'react'
import { Chart } from './chart.tsx'

export interface ChartSpec<Point> {
  title: string
  lines: { label: string; of: (point: Point, former: Point | undefined) => number | null }[]
  format: (value: number) => string
  ticks?: number[]
  kind?: 'bars' | 'line'
  /** What it says to people who cannot see it; the latest values unless told. */
  summary?: string
}

interface Props<Point> {
  charts: ChartSpec<Point>[]
  points: Point[]
  /** Moments that stand as lines in every chart. */
  marks?: { at: string }[]
  height?: number
}

/** Charts over the same points of time, side by side where there is room. */
export function Charts<Point extends { at: string }>({ charts, points, marks, height }: Props<Point>) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      {charts.map((chart) => (
        <One key={chart.title} chart={chart} points={points} marks={marks} height={height} />
      ))}
    </SimpleGrid>
  )
}

interface OneProps<Point> {
  chart: ChartSpec<Point>
  points: Point[]
  marks: { at: string }[] | undefined
  height: number | undefined
}

function One<Point extends { at: string }>({ chart, points, marks, height }: OneProps<Point>) {
  const { title, lines, format, ticks, kind, summary } = chart
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
      <Chart
        summary={summary ?? latest.join(', ')}
        times={times}
        series={series}
        format={format}
        {...(marks ? { marks } : {})}
        {...(ticks ? { ticks } : {})}
        {...(height ? { height } : {})}
      />
    </div>
  )
}

import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import { attributesOf, nanoseconds, type Resource } from './trace-request.ts'

type Value = MetricValue<string> & { metricName?: string }

/** Cumulative: every point counts from the start of the process (`metrics.proto`). */
const CUMULATIVE = 2

/** The body of an export request for metrics, in the JSON form of the protocol, and how many points it has. */
export function metricsRequest(
  found: readonly MetricObjectWithValues<MetricValue<string>>[],
  resource: Resource,
  version: string,
  times: { startMs: number; nowMs: number },
): { body: unknown; points: number } {
  const time = { startTimeUnixNano: nanoseconds(times.startMs), timeUnixNano: nanoseconds(times.nowMs) }
  const metrics = found.map((metric) => metricOf(metric, time)).filter((metric) => metric.points > 0)
  const body = {
    resourceMetrics: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeMetrics: [{ scope: { name: 'mkt', version }, metrics: metrics.map(({ metric }) => metric) }],
      },
    ],
  }
  return { body, points: metrics.reduce((sum, { points }) => sum + points, 0) }
}

interface Time {
  startTimeUnixNano: string
  timeUnixNano: string
}

function metricOf({ name, help, type, values }: MetricObjectWithValues<MetricValue<string>>, time: Time) {
  const head = { name, description: help }
  // prom-client gives the kind as a word, whatever its type says.
  if (String(type) === 'histogram') {
    const dataPoints = histogramPoints(values, time)
    const histogram = { dataPoints, aggregationTemporality: CUMULATIVE }
    return { metric: { ...head, histogram }, points: dataPoints.length }
  }
  const dataPoints = values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ labels, value }) => ({ attributes: labelsOf(labels), ...time, asDouble: value }))
  const isCounter = String(type) === 'counter'
  const sum = { dataPoints, aggregationTemporality: CUMULATIVE, isMonotonic: true }
  const shown = isCounter ? { ...head, sum } : { ...head, gauge: { dataPoints } }
  return { metric: shown, points: dataPoints.length }
}

function labelsOf(labels: Partial<Record<string, string | number>>) {
  return attributesOf(Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)])))
}

/** Buckets come with the count of everything up to their limit; the protocol wants the count of each. */
function histogramPoints(values: readonly Value[], time: Time) {
  const series = new Map<string, { labels: Value['labels']; buckets: [number, number][]; sum: number; count: number }>()
  for (const { labels, value, metricName = '' } of values) {
    const { le, ...own } = labels
    const key = JSON.stringify(own)
    const one = series.get(key) ?? { labels: own, buckets: [], sum: 0, count: 0 }
    series.set(key, one)
    if (metricName.endsWith('_bucket')) one.buckets.push([le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), value])
    else if (metricName.endsWith('_sum')) one.sum = value
    else if (metricName.endsWith('_count')) one.count = value
  }
  return [...series.values()].map(({ labels, buckets, sum, count }) => {
    const ordered = buckets.toSorted(([a], [b]) => a - b)
    return {
      attributes: labelsOf(labels),
      ...time,
      count: String(count),
      sum,
      explicitBounds: ordered.map(([bound]) => bound).filter(Number.isFinite),
      bucketCounts: ordered.map(([, upTo], index) => String(upTo - (ordered[index - 1]?.[1] ?? 0))),
    }
  })
}

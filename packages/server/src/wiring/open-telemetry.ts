import { hostname } from 'node:os'
import type { AppConfig } from '../app-config.ts'
import { createSampling } from '../domain/platform/sampling.ts'
import { systemClock } from '../lib/clock.ts'
import type { RootLog } from '../lib/log.ts'
import type { Metrics } from '../lib/metrics.ts'
import { createLogExporter } from '../lib/otlp/log-exporter.ts'
import { createMetricsExporter } from '../lib/otlp/metrics-exporter.ts'
import { createSpanExporter } from '../lib/otlp/span-exporter.ts'
import { version } from '../lib/process/version.ts'
import type { Stops } from './stops.ts'

export type Collector = NonNullable<ReturnType<typeof collectorOf>>

/** Where this process exports to, and as whom; undefined where no collector is named. */
export function collectorOf({ traces }: AppConfig) {
  const instance = { 'service.instance.id': `${hostname()}:${process.pid}` }
  return traces && { ...traces, resource: { ...instance, ...traces.resource }, version }
}

/** Opened before everything else, so that it ends last: what other parts log when they stop is exported too. */
export function exportLog(collector: Collector | undefined, log: RootLog, stops: Stops) {
  if (collector === undefined) return undefined
  const logs = stops.keep(createLogExporter({ ...collector, log }))
  stops.add(log.tap((line) => logs.add(line)))
  return logs.counts
}

/** Opened after the database, so that it ends before it: the last metrics are read from there. */
export function exportSpansAndMetrics(collector: Collector | undefined, metrics: Metrics, log: RootLog, stops: Stops) {
  if (collector === undefined) return { spans: undefined, counts: {} }
  const spans = stops.keep(createSpanExporter({ ...collector, keeps: createSampling(collector.share), log }))
  const figures = stops.keep(createMetricsExporter({ ...collector, registry: metrics, log, clock: systemClock }))
  return { spans, counts: { spans: spans.counts, metrics: figures.counts } }
}

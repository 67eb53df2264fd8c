import { AggregatorRegistry, collectDefaultMetrics, type MetricObject, Registry } from 'prom-client'

/** The figures of one process, as they travel to another. */
export type ProcessFigures = MetricObject[]

/** The figures of this process. Where several processes are one program, the text shows the sum of all. */
export class Metrics extends Registry {
  /** The figures of the other processes of this program. */
  others: () => Promise<ProcessFigures[]> = async () => []

  override async metrics(): Promise<string> {
    const others = await this.others()
    if (others.length === 0) return super.metrics()
    return AggregatorRegistry.aggregate([await this.getMetricsAsJSON(), ...others]).metrics()
  }
}

const HOUR = 3_600_000
/** Figures of a histogram whose sampling would wake an idle process a hundred times a second. The lag at the moment of asking stays. */
const SAMPLED = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99']

/** Each part adds its own figures; no label ever holds a key, a secret or an address of a person. */
export function createMetrics(): Metrics {
  const registry = new Metrics()
  collectDefaultMetrics({ register: registry, prefix: 'mkt_', eventLoopMonitoringPrecision: HOUR })
  for (const name of SAMPLED) registry.removeSingleMetric(`mkt_nodejs_eventloop_lag_${name}_seconds`)
  // Left out of a sum of processes otherwise; the latest start shows that any of them was started again.
  const started = registry.getSingleMetric('mkt_process_start_time_seconds')
  if (started !== undefined) Object.assign(started, { aggregator: 'max' })
  return registry
}

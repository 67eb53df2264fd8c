import type { Metric, Registry } from 'prom-client'
import { showLatest } from './show-figure.ts'

export interface QuickHistogram {
  observe(label: string, value: number): void
}

interface Series {
  /** How many values fell into each bucket; the last one is without limit. */
  counts: number[]
  sum: number
}

/**
 * A histogram with one label for what happens with every request: counting is two additions, and everything that makes text of it is
 * done when the figures are asked for. The usual one spends more on a value than the gateway on the rest of its bookkeeping.
 */
export function createQuickHistogram(
  registry: Registry,
  figure: { name: string; meaning: string; labels: Readonly<Record<string, string>>; buckets?: readonly number[] },
): QuickHistogram {
  const { name, meaning: help, labels, buckets = [] } = figure
  const [label = 'label'] = Object.keys(labels)
  const all = new Map<string, Series>()

  function seriesOf(of: string): Series {
    const known = all.get(of)
    if (known !== undefined) return known
    const series = { counts: [...buckets.map(() => 0), 0], sum: 0 }
    all.set(of, series)
    return series
  }

  const metric = {
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    reset: () => all.clear(),
    get: async () => ({ name, help, type: 'histogram', aggregator: 'sum', values: valuesOf() }),
  }
  showLatest(registry, metric as unknown as Metric)

  function valuesOf(): { metricName: string; labels: Record<string, string | number>; value: number }[] {
    return [...all].flatMap(([of, { counts, sum }]) => {
      let count = 0
      const rows = counts.map((found, index) => {
        count += found
        return { metricName: `${name}_bucket`, labels: { le: buckets[index] ?? '+Inf', [label]: of }, value: count }
      })
      const own = { [label]: of }
      return [
        ...rows,
        { metricName: `${name}_sum`, labels: own, value: sum },
        { metricName: `${name}_count`, labels: own, value: count },
      ]
    })
  }

  return {
    observe(of, value) {
      const series = seriesOf(of)
      let index = 0
      while (index < buckets.length && value > (buckets[index] ?? 0)) index += 1
      series.counts[index] = (series.counts[index] ?? 0) + 1
      series.sum += value
    },
  }
}

import type { Metric, Registry } from 'prom-client'

/** Name and description of a figure. */
export interface ShownFigure {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  meaning: string
  /** How the values of several processes of one program become one; they are added up unless told. */
  together?: 'min' | 'max'
}

export interface Sample {
  labels: Readonly<Record<string, string>>
  value: number
}

export type ReadFigure = () => number | readonly Sample[] | Promise<number | readonly Sample[]>

/** A figure whose value is read when somebody asks for it; counting it costs its owner nothing but a number. */
export function showFigure(registry: Registry, figure: ShownFigure, read: ReadFigure): void {
  const { name, type, meaning: help } = figure
  const aggregator = figure.together ?? 'sum'
  const metric = {
    name,
    help,
    type,
    aggregator,
    reset() {},
    async get() {
      const found = await read()
      const values = typeof found === 'number' ? [{ labels: {}, value: found }] : found
      return { name, help, type, aggregator, values }
    },
  }
  showLatest(registry, metric as unknown as Metric)
}

/** Where a second server of the same kind is opened, its figures are shown from then on. */
export function showLatest(registry: Registry, metric: Metric): void {
  registry.removeSingleMetric((metric as unknown as { name: string }).name)
  registry.registerMetric(metric)
}

import type { Registry } from 'prom-client'
import { type Sample, type ShownFigure, showFigure } from './show-figure.ts'

/** Counts by label values. */
export interface Tally {
  /** The values of the labels in the order of the figure's row. */
  add(values: readonly string[], by?: number): void
}

/** A counter for what happens often: counting is one lookup and one addition, and text is made when the figures are asked for. */
export function createTally(
  registry: Registry,
  figure: ShownFigure & { labels: Readonly<Record<string, string>> },
): Tally {
  const names = Object.keys(figure.labels)
  const counts = new Map<string, { labels: Sample['labels']; value: number }>()
  showFigure(registry, figure, () => [...counts.values()])
  return {
    add(values, by = 1) {
      const key = values.join('\0')
      const known = counts.get(key)
      if (known !== undefined) known.value += by
      else
        counts.set(key, {
          labels: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])),
          value: by,
        })
    },
  }
}

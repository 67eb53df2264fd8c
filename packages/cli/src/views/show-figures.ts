import type { Client } from '@mkt/contract/client'
import { table } from './table.ts'

export type Figure = Awaited<ReturnType<Client['listFigures']>>['items'][number]

/** One line for each minute. */
export function showFigures(figures: readonly Figure[]): string[] {
  return table(
    ['AT', 'CPU', 'MEMORY', 'CONTAINERS', 'RESTARTS', 'REQUESTS', 'FAILED', 'P50', 'P95'],
    figures.map((one, index) => [
      one.at,
      cpu(one, figures[index - 1]),
      `${Math.round(one.memoryBytes / 1e6)} MB`,
      one.instances,
      one.restarts,
      one.requests,
      one.failed,
      one.p50Ms === null ? null : `${one.p50Ms} ms`,
      one.p95Ms === null ? null : `${one.p95Ms} ms`,
    ]),
    'Nothing was measured yet; a point is taken once a minute.',
  )
}

/** The share of one CPU since the former point. */
function cpu({ at, cpuSeconds }: Figure, former: Figure | undefined): string {
  const seconds = former === undefined ? 60 : (Date.parse(at) - Date.parse(former.at)) / 1000
  return seconds <= 0 ? '-' : `${((100 * cpuSeconds) / seconds).toFixed(1)} %`
}

import { type FigureRow, figures } from '../../packages/server/src/domain/platform/figures.ts'
import { type Generator, generatedBy, table } from './generator.ts'

function shownBy({ of }: FigureRow): string {
  if (of === 'every process') return 'every process'
  return of === 'platform' ? 'each worker, of the whole platform' : of.map((part) => `\`${part}\``).join(', ')
}

function makeMetrics(): string {
  const rows = Object.entries(figures).map(([name, row]: [string, FigureRow]) => [
    `\`${name}\``,
    row.type,
    row.unit === 'things' ? '' : row.unit,
    shownBy(row),
    Object.entries(row.labels)
      .map(([label, bound]) => `\`${label}\`: ${bound}`)
      .join('; '),
    row.meaning,
  ])
  return [
    generatedBy,
    '# Metrics',
    '',
    'Everything that `/metrics` shows, in the Prometheus text format, besides the usual figures of a Node process (`mkt_process_*`, `mkt_nodejs_*`). The code registers them from the same table. Every label is bounded as said here.',
    '',
    'Figures of the whole platform are read from the database at most every 15 seconds and are the same on every worker: take `max`, never `sum`. All others belong to one process. Alerts on them are in `deploy/alerts`, a dashboard in `deploy/grafana`, and what to do in [runbooks](../runbooks/README.md).',
    '',
    table(['metric', 'type', 'unit', 'shown by', 'labels', 'meaning'], rows),
  ].join('\n')
}

export const generators: Generator[] = [{ file: 'docs/reference/metrics.md', make: makeMetrics }]

import { useSuspenseQuery } from '@tanstack/react-query'
import { formatDuration, formatNumber } from '../../lib/format.ts'
import type { callFiguresQuery } from '../../queries/activity/calls.ts'
import { manage } from '../../texts/manage.ts'
import { Section } from '../../ui/layout/section.tsx'
import { Rows } from '../../ui/list/rows.tsx'

const texts = manage.calls

/** How many calls there were, how many failed and how long they took, by kind. */
export function CallFigures({ query }: { query: ReturnType<typeof callFiguresQuery> }) {
  const { data } = useSuspenseQuery(query)
  if (data.kinds.length === 0) return null
  return (
    <Section flush title={texts.figures}>
      <Rows
        caption={texts.figures}
        items={data.kinds}
        keyOf={(row) => row.kind}
        columns={[
          { label: texts.kind, cell: (row) => texts.kinds[row.kind] ?? row.kind },
          { label: texts.count, cell: (row) => formatNumber(row.calls) },
          { label: texts.failed, cell: (row) => formatNumber(row.failed) },
          { label: texts.p50, cell: (row) => formatDuration(row.p50Ms) },
          { label: texts.p95, cell: (row) => formatDuration(row.p95Ms) },
        ]}
      />
    </Section>
  )
}

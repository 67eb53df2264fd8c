import { conditionOf, StateBadge } from '../../parts/state/state-badge.tsx'
import type { Health } from '../../queries/platform/operating.ts'
import { operate } from '../../texts/operate.ts'
import { Section } from '../../ui/layout/section.tsx'
import { Rows } from '../../ui/list/rows.tsx'
import { Named } from '../../ui/text/named.tsx'

const texts = operate.health

/** The database and the roles of the platform, each up or down. */
export function PlatformParts({ health }: { health: Health }) {
  const rows = [
    { part: 'database', state: health.database, processes: undefined },
    ...health.parts.map((row) => ({ ...row, part: row.part as string })),
  ]
  return (
    <Section flush title={texts.title}>
      <Rows
        caption={texts.title}
        items={rows}
        keyOf={(row) => row.part}
        columns={[
          {
            label: texts.part,
            cell: ({ part }) => <Named name={texts.parts[part] ?? part} detail={texts.does[part]} />,
          },
          { label: texts.state, cell: (row) => <StateBadge state={conditionOf(row.state)} /> },
          { label: texts.processes, cell: (row) => row.processes ?? '–' },
        ]}
      />
    </Section>
  )
}

import { Text } from '@mantine/core'
import { formatAge } from '../../lib/format.ts'
import { conditionOf, StateBadge } from '../../parts/state/state-badge.tsx'
import type { Health } from '../../queries/platform/operating.ts'
import { operate } from '../../texts/operate.ts'
import { Section } from '../../ui/layout/section.tsx'
import { FilterInput } from '../../ui/list/filter-input.tsx'
import { Rows } from '../../ui/list/rows.tsx'
import { useLocalList } from '../../ui/list/use-local-list.ts'
import { Named } from '../../ui/text/named.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { Time } from '../../ui/text/time.tsx'
import { useNow } from '../../ui/text/use-now.ts'

const texts = operate.health
type Process = Health['processes'][number]

const processList = {
  defaultOrder: '',
  keys: {
    host: (one: Process) => one.host,
    version: (one: Process) => one.version,
    startedAt: (one: Process) => one.startedAt,
    state: (one: Process) => one.state,
  },
  text: (one: Process) => [one.host, one.id, one.version, ...one.roles].join(' '),
  sort: 'sort',
  q: 'q',
}

/** The processes of the platform, with the last heartbeat of those that stopped sending it. */
export function Processes({ health }: { health: Health }) {
  const { items, more, sorting, search } = useLocalList(health.processes, processList)
  return (
    <Section
      flush
      title={texts.processes}
      lead={texts.processesLead}
      actions={search ? <FilterInput label={texts.searchProcesses} {...search} /> : null}
    >
      <Rows
        caption={texts.processes}
        items={items}
        more={more}
        sorting={sorting}
        keyOf={(row) => row.id}
        columns={[
          { label: texts.host, sort: 'host', cell: (row) => <Named name={row.host} detail={row.id} /> },
          { label: texts.roles, cell: (row) => row.roles.map((role) => texts.parts[role] ?? role).join(', ') },
          { label: texts.version, sort: '-version', cell: (row) => <Tag mono>{row.version}</Tag> },
          { label: texts.started, sort: '-startedAt', cell: (row) => <Time at={row.startedAt} /> },
          {
            label: texts.state,
            sort: 'state',
            cell: (row) => (
              <>
                <StateBadge state={conditionOf(row.state)} />{' '}
                {row.state === 'silent' ? <LastHeartbeat at={row.seenAt} /> : null}
              </>
            ),
          },
        ]}
      />
    </Section>
  )
}

function LastHeartbeat({ at }: { at: string }) {
  const now = useNow()
  return (
    <Text component="span" size="xs" c="dimmed">
      {texts.lastHeartbeat(formatAge(at, now))}
    </Text>
  )
}

import { Alert, List, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/List.css'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { StateBadge } from '../../parts/state/state-badge.tsx'
import { type Health, healthQuery } from '../../queries/operating.ts'
import { operate } from '../../texts/operate.ts'
import { Boundary } from '../../ui/feedback/boundary.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { FilterInput } from '../../ui/list/filter-input.tsx'
import { Rows } from '../../ui/list/rows.tsx'
import { useWhole } from '../../ui/list/use-whole.ts'
import { Named } from '../../ui/text/named.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { Time } from '../../ui/text/time.tsx'

const texts = operate.health

export function OperateHealth() {
  return (
    <Boundary>
      <Shown />
    </Boundary>
  )
}

function Shown() {
  const { data } = useSuspenseQuery(healthQuery)
  const Icon = data.ready ? IconCircleCheck : IconAlertTriangle
  return (
    <Stack gap="lg">
      <Alert color={data.ready ? 'pine' : 'red'} icon={<Icon size={18} />} role="status">
        {data.ready ? texts.ready : texts.notReady}
      </Alert>
      <Parts health={data} />
      <Engines health={data} />
      <Processes health={data} />
    </Stack>
  )
}

/** The word the state of a part has elsewhere too. */
const stateOf = { up: 'UP', down: 'DOWN', silent: 'SILENT' } as const

function Parts({ health }: { health: Health }) {
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
          { label: texts.state, cell: (row) => <StateBadge state={stateOf[row.state]} /> },
          { label: texts.processes, cell: (row) => row.processes ?? '–' },
        ]}
      />
    </Section>
  )
}

/** Notes of engines are parts of log lines. */
const sentence = (note: string) => `${note.charAt(0).toUpperCase()}${note.slice(1)}${note.endsWith('.') ? '' : '.'}`

function Engines({ health }: { health: Health }) {
  const engines = health.processes.flatMap(({ id, host, engine }) => (engine ? [{ id, host, ...engine }] : []))
  return (
    <Section title={texts.isolation}>
      <Stack gap="md">
        {engines.length === 0 ? <Text c="dimmed">{texts.noEngine}</Text> : null}
        {engines.map((one) => (
          <div key={one.id}>
            <Text fw={600} mb={4}>
              {texts.engineOn(one.engine, one.host)}
            </Text>
            {one.refusal ? <Alert color="red">{one.refusal}</Alert> : null}
            {one.missing.length === 0 ? (
              <Text size="sm">{texts.isolated}</Text>
            ) : (
              <Alert color="clay" title={texts.missing}>
                <List size="sm">
                  {one.missing.map(({ part, reason }) => (
                    <List.Item key={part}>{reason}</List.Item>
                  ))}
                </List>
              </Alert>
            )}
            {one.outside ? null : <Text size="sm">{texts.noOutside}</Text>}
            {one.notes.map((note) => (
              <Text key={note} size="sm" c="dimmed">
                {sentence(note)}
              </Text>
            ))}
          </div>
        ))}
      </Stack>
    </Section>
  )
}

type Process = Health['processes'][number]

const processList = {
  usual: '',
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

function Processes({ health }: { health: Health }) {
  const { items, more, sorting, search } = useWhole(health.processes, processList)
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
                <StateBadge state={stateOf[row.state]} />{' '}
                {row.state === 'silent' ? (
                  <Text component="span" size="xs" c="dimmed">
                    {texts.lastSeen} <Time at={row.seenAt} />
                  </Text>
                ) : null}
              </>
            ),
          },
        ]}
      />
    </Section>
  )
}

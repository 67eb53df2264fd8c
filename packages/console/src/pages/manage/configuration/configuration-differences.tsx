import { Text } from '@mantine/core'
import type { Setting } from '@mkt/manifest'
import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { SettingValue } from '../../../forms/setting-value.tsx'
import { configurationComparisonQuery, revisionQuery } from '../../../queries/installation/configurations.ts'
import { installationQuery } from '../../../queries/installation/installations.ts'
import { useTitles } from '../../../queries/installation/use-titles.ts'
import { manage } from '../../../texts/manage.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { type Column, Rows } from '../../../ui/list/rows.tsx'
import { changedPlace } from './changed-place.ts'
import { useMappedPlace } from './use-mapped-place.ts'

const texts = manage.configuration.comparison

interface Row {
  pointer: string
  name: string
  title: string
  setting: Setting | undefined
  before: string | null
  after: string | null
}

interface Props {
  installationId: string
  revision: number
  withRevision: number | undefined
}

/** What changed between two revisions. Of a secret only what happened to it: its values are neither known nor compared. */
export function ConfigurationDifferences({ installationId, revision, withRevision }: Props) {
  const { titleOf, settingOf } = useTitles(installationId)
  const { tenantId } = useSuspenseQuery(installationQuery(installationId)).data
  const [{ data: comparison }, { data: later }] = useSuspenseQueries({
    queries: [
      configurationComparisonQuery(installationId, revision, withRevision),
      revisionQuery(installationId, revision),
    ],
  })
  const isMapped = ({ pointer }: { pointer: string }) => pointer.startsWith('/mappings/')
  const placeOf = useMappedPlace(tenantId, comparison.differences.some(isMapped))
  const rows = comparison.differences
    .filter(({ mark }) => mark === null)
    .map(({ pointer, before, after }): Row => {
      const name = changedPlace(pointer)
      const mapped = isMapped({ pointer })
      const setting = mapped ? undefined : settingOf(name)
      const shown = (value: string | null) => (mapped && value !== null ? placeOf(value) : value)
      return {
        pointer,
        name,
        title: titleOf(name.split(' › ').at(-1) ?? name),
        setting,
        before: shown(before),
        after: shown(after),
      }
    })
  const done = new Map(comparison.differences.map(({ pointer, mark }) => [changedPlace(pointer), mark]))
  // A secret that was cleared on the way has no mark in the later revision.
  const marked = comparison.differences.filter(({ mark }) => mark !== null).map(({ pointer }) => changedPlace(pointer))
  const secrets = [...new Set([...Object.keys(later.marks), ...marked])].map((name): [string, string] => [
    name,
    done.get(name) ?? 'kept',
  ])
  return (
    <>
      {comparison.differences.length === 0 ? <Empty small title={texts.nothing} text={texts.nothingText} /> : null}
      {rows.length > 0 ? (
        <Rows items={rows} columns={columns} keyOf={(row) => row.pointer} caption={texts.title} />
      ) : null}
      {secrets.length > 0 ? (
        <Rows
          items={secrets}
          columns={secretColumns(withRevision, titleOf)}
          keyOf={([name]) => name}
          caption={texts.secrets(withRevision)}
        />
      ) : null}
    </>
  )
}

const columns: Column<Row>[] = [
  { label: texts.what, width: '34%', cell: (row) => <Name of={row.name} title={row.title} /> },
  { label: texts.before, long: 'below', width: '33%', cell: (row) => <Value row={row} of="before" /> },
  { label: texts.after, long: 'below', width: '33%', cell: (row) => <Value row={row} of="after" /> },
]

const secretColumns = (since: number | undefined, titleOf: (name: string) => string): Column<[string, string]>[] => [
  { label: texts.secret, width: '34%', cell: ([name]) => <Name of={name} title={titleOf(name)} /> },
  { label: texts.secrets(since), cell: ([, mark]) => manage.configuration.marks[mark] ?? mark },
]

function Name({ of, title }: { of: string; title: string }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Text size="xs" ff="monospace" c="dimmed">
        {of}
      </Text>
    </div>
  )
}

function Value({ row, of }: { row: Row; of: 'before' | 'after' }) {
  const [value, against] = [row[of], row[of === 'before' ? 'after' : 'before']]
  if (value !== null) return <SettingValue setting={row.setting} value={value} against={against} />
  return (
    <Text component="span" size="sm" c="dimmed">
      {texts.unset}
    </Text>
  )
}
